"""No damaged input makes a reader fail in a way that it does not document. (``tools.fuzz`` tries far more of them.)"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools.fuzz import Reader, readers, run

NAMES = [reader.name for reader in readers(Path("/nowhere"))]


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_a_reader_refuses_damage_as_it_says(tmp_path: Path, place: int) -> None:
    assert run(readers(tmp_path)[place], 250, random.Random(place)) is None


def test_a_careless_reader_is_found_out() -> None:
    careless = Reader("careless", [b'{"number": 12}'], lambda content: int(content.partition(b":")[2].rstrip(b"}")))
    failure = run(careless, 250, random.Random(1))
    assert failure is not None
    assert isinstance(failure.error, ValueError)
