"""Measures and prints one JSON object: `python -m tests.bench [PREFIX OF THE KEYS]`."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

import tests.bench
from tests.bench import Figure


def all_figures() -> Iterator[Figure]:
    for module in sorted(iter_modules(tests.bench.__path__), key=lambda module: module.name):
        if module.name != "__main__":
            yield from import_module(f"{tests.bench.__name__}.{module.name}").FIGURES


def measure(figures: Iterable[Figure], prefix: str) -> dict[str, float]:
    """The numbers whose keys begin with the prefix, to four digits. Figures without such a key are not run."""
    numbers: dict[str, float] = {}
    for figure in figures:
        wanted = [key for key in figure.keys if key.startswith(prefix)]
        if wanted:
            numbers |= pick(figure.measure(), wanted)
    return numbers


def pick(measured: Mapping[str, float], keys: Iterable[str]) -> dict[str, float]:
    return {key: float(f"{measured[key]:.4g}") for key in keys}


def main(prefix: str = "") -> int:
    figures = tuple(all_figures())
    keys = [key for figure in figures for key in figure.keys]
    if prefix and not any(key.startswith(prefix) for key in keys):
        print(f"No figure begins with {prefix!r}. There are: {', '.join(keys)}", file=sys.stderr)
        return 2
    print(json.dumps(measure(figures, prefix), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
