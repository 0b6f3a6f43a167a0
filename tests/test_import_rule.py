"""The import rule: who may know whom. The contracts are in pyproject.toml, under tool.importlinter."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "bot.core", "bot.games", "bot.games.qwixx", "cogs", "cogs.ui", "renderers", "data")
MODULES = (
    "bot.__main__",
    "bot.core.errors",
    "bot.core.matches",
    "cogs.match",
    "cogs.ui.pictures",
    "cogs.ui.presenter",
    "renderers.png",
)


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo", ROOT / "pyproject.toml"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def path_of(module: str, folder: Path) -> Path:
    path = folder.joinpath(*module.split("."))
    return path / "__init__.py" if module in PACKAGES else path.with_suffix(".py")


@pytest.fixture
def small_house(tmp_path: Path) -> Path:
    """A program that has the parts of this one, and nothing in them."""
    for module in PACKAGES + MODULES:
        path = path_of(module, tmp_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_this_program_keeps_the_contracts() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


def test_what_is_allowed_passes(small_house: Path) -> None:
    path_of("bot.games.qwixx", small_house).write_text("import bot.core.errors\n")
    path_of("bot.core.matches", small_house).write_text("import bot.games.qwixx\n")
    path_of("renderers.png", small_house).write_text("import bot.games.qwixx\n")
    path_of("data", small_house).write_text("import bot.core.matches, bot.games.qwixx\n")
    path_of("cogs.ui.pictures", small_house).write_text("import renderers.png, bot.core.matches\n")
    path_of("cogs.ui.presenter", small_house).write_text("import cogs.ui.pictures, bot.core.matches\n")
    path_of("cogs.match", small_house).write_text("import cogs.ui.presenter, bot.core.matches\n")
    path_of("bot.__main__", small_house).write_text("import cogs, renderers, data, bot.core, bot.games\n")
    result = lint_imports(small_house)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("bot.games.qwixx", "bot.core.matches"),
        ("bot.games.qwixx", "renderers.png"),
        ("bot.core.matches", "data"),
        ("bot.core.errors", "cogs"),
        ("renderers.png", "bot.core.matches"),
        ("renderers.png", "data"),
        ("data", "renderers"),
        ("data", "cogs"),
        ("cogs.match", "data"),
        ("cogs.match", "renderers.png"),
        ("cogs.ui.presenter", "data"),
        ("cogs.ui.presenter", "renderers.png"),
        ("cogs.match", "bot.__main__"),
    ],
)
def test_what_is_not_allowed_fails(small_house: Path, importer: str, imported: str) -> None:
    path_of(importer, small_house).write_text(f"import {imported}\n")
    result = lint_imports(small_house)
    assert result.returncode == 1
    assert importer in result.stdout


def test_a_new_module_of_bot_needs_its_layer(small_house: Path) -> None:
    path_of("bot.newcomer", small_house).touch()
    assert lint_imports(small_house).returncode == 1


def imported_by(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def beyond_the_games(source: str) -> list[str]:
    """What a module of a game imports beyond the standard library, the games and the errors."""

    def allowed(module: str) -> bool:
        return (
            module.partition(".")[0] in sys.stdlib_module_names
            or module == "bot.core.errors"
            or f"{module}.".startswith("bot.games.")
        )

    return [module for module in imported_by(source) if not allowed(module)]


@pytest.mark.parametrize("path", sorted(ROOT.glob("bot/games/**/*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_games_import_the_standard_library_only(path: Path) -> None:
    assert beyond_the_games(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", ["import pydantic", "from bot.core import text", "from . import x", "import bot"])
def test_anything_else_in_a_game_is_seen(line: str) -> None:
    assert beyond_the_games(f"def f() -> None:\n    {line}\n") != []
