"""Draws all pictures of the gallery: `python -m tests.gallery [FOLDER]`."""

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import tests.gallery
from renderers.picture import Picture

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"

Pictures = Mapping[str, Callable[[], Picture[object]]]


def all_pictures() -> Iterator[tuple[str, Picture[object]]]:
    """Each picture with the name of its file."""
    for module in sorted(iter_modules(tests.gallery.__path__), key=lambda module: module.name):
        if module.name != "__main__":
            pictures: Pictures = import_module(f"{tests.gallery.__name__}.{module.name}").PICTURES
            for name, draw in pictures.items():
                picture = draw()
                yield f"{name}.{picture.kind}", picture


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in all_pictures():
        (folder / name).write_bytes(picture.data)
        sys.stdout.write(f"{name}: {picture.width} x {picture.height}, {len(picture.data) / 1024:.0f} KiB\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
