"""Random courses hold against the model, and the model finds every planted fault.

More examples: ``python -m tests.net.machine``.
"""

from __future__ import annotations

import pytest

import tests.support  # noqa: F401 - its profile: no example is judged by its time
from tests.net.faults import FAULTS
from tests.net.machine import MACHINES, check


@pytest.mark.parametrize("machine", MACHINES)
def test_random_courses_hold_against_the_model(machine: str) -> None:
    check(MACHINES[machine], examples=40)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FAULTS[name]
    fault.plant(monkeypatch)
    with pytest.raises(Exception) as found:
        check(MACHINES[fault.machine], examples=300, shrink=False)
    assert found.type.__name__ in ("AssertionError", "Fenced", "IllegalEvent"), found.getrepr()
