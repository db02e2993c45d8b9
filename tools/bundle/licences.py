"""The licences of what a frozen build holds, gathered from what is installed on the machine that builds it.

Packages bring theirs in their metadata, Python in its library, Debian's libraries in ``/usr/share/doc``. What brings
none is named in the list all the same, so that nothing is bundled unseen.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from typing import NamedTuple

_TEXTS = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS|LGPL|OFL)[\w.-]*", re.IGNORECASE)
_DOCUMENTS = Path("/usr/share/doc")
_LONGEST = 200  # letters; some packages put the whole text where its name belongs


class Licence(NamedTuple):
    """One thing that is bundled: its name with the version, the licence by name, and the files with its text."""

    name: str
    terms: str
    texts: tuple[Path, ...]


def of_modules(modules: Iterable[str]) -> list[Licence]:
    """The licences of the installed packages that top-level modules come from."""
    providers = packages_distributions()
    names = {name for module in modules for name in providers.get(module, ())}
    return [_of_distribution(distribution(name)) for name in sorted(names, key=str.lower)]


def _of_distribution(found: Distribution) -> Licence:
    files = [file for file in found.files or () if _TEXTS.fullmatch(file.name)]
    texts = tuple(sorted(path for file in files if (path := Path(str(file.locate()))).is_file()))
    said = [*(found.metadata.get_all("License-Expression") or ()), *(found.metadata.get_all("License") or ())]
    terms = next((name for name in said if len(name) <= _LONGEST), "")
    if not terms:
        classes = found.metadata.get_all("Classifier") or []
        terms = "; ".join(line.rpartition(" :: ")[2] for line in classes if line.startswith("License"))
    return Licence(f"{found.metadata['Name']} {found.version}", terms, texts)


def of_python() -> Licence:
    """Python itself."""
    library = Path(sysconfig.get_path("stdlib"))
    texts = [library / "LICENSE.txt", _DOCUMENTS / f"python{sysconfig.get_python_version()}" / "copyright"]
    found = tuple(path for path in texts if path.is_file())[:1]
    return Licence(f"Python {sysconfig.get_config_var('py_version')}", "PSF-2.0", found)


def of_libraries(libraries: Iterable[Path]) -> list[Licence]:
    """The system's own shared libraries: by Debian package where there is one, else by the file's name."""
    found: dict[str, Licence] = {}
    for library in libraries:
        package = _debian_package(library)
        copyright_file = _DOCUMENTS / package / "copyright"
        texts = (copyright_file,) if package and copyright_file.is_file() else ()
        name = package or library.name
        found[name] = Licence(name, "see its copyright file" if texts else "unknown here", texts)
    return [found[name] for name in sorted(found)]


def _debian_package(library: Path) -> str:
    """The package that installed a file, or nothing."""
    if shutil.which("dpkg") is None:
        return ""
    for path in (library, library.resolve()):
        words = ["dpkg", "-S", f"*{path.name}"]
        answer = subprocess.run(words, capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            return answer.stdout.partition(":")[0]
    return ""


def inside_packages(libraries: Iterable[Path]) -> list[Licence]:
    """Shared libraries that a package brings along, by the folder they came in; their texts are not installed."""
    folders: dict[str, list[str]] = {}
    for library in libraries:
        if library.parent.name.endswith(".libs"):
            folders.setdefault(library.parent.name, []).append(re.sub(r"-[0-9a-f]{8}|\.so[\d.]*$", "", library.name))
    return [
        Licence(f"{', '.join(sorted(names))} (in {folder})", "each its own, told by the project that made it", ())
        for folder, names in sorted(folders.items())
    ]


def write(licences: Iterable[Licence], folder: Path) -> Path:
    """Write the texts and a list of everything into a folder that is made anew; returns the list."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = list(_listed(licences, folder))
    index = folder / "LIST.txt"
    index.write_text("What this build of Waraq holds, under which licences.\n\n" + "\n".join(lines) + "\n", "utf-8")
    return index


def _listed(licences: Iterable[Licence], folder: Path) -> Iterator[str]:
    for licence in licences:
        yield f"{licence.name}: {licence.terms or 'unknown here'}"
        for text in licence.texts:
            name = f"{re.sub(r'[^A-Za-z0-9.-]+', '-', licence.name)}-{text.name}"
            if not (folder / name).exists():  # a package may bring the same text twice
                shutil.copyfile(text, folder / name)
                yield f"    {name}"
