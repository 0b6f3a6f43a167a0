"""scripts/environment.sh makes the environment or leaves nothing behind. A stand-in for Python plays its part."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

STAND_IN = """#!/bin/bash
echo "$*" >>"$LOG"
case "$*" in
-V) echo "Python ${VERSION:-3.11.2}" ;;
*version_info\\ *) exit "${TOO_OLD:-0}" ;;
*version_info*) echo python3.11-venv ;;
*ensurepip*) exit "${NO_VENV:-0}" ;;
"-m venv "*)
    mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
    exit "${VENV_FAILS:-0}" ;;
*--require-hashes*) sleep "${SLOW:-0}"; exit "${PIP_FAILS:-0}" ;;
*--editable*) touch "${0%/*}/qwibot" && chmod +x "${0%/*}/qwibot" ;;
esac
"""


class Clone:
    """A clone of this project on a machine whose Python is the stand-in, for somebody who is not root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "clone"
        self.log = folder / "log"
        self.programs = folder / "programs"
        for path in ("scripts/environment.sh", "requirements/dev.txt"):
            target = self.folder / path
            target.parent.mkdir(parents=True)
            shutil.copy(ROOT / path, target)
        self.programs.mkdir()
        self.provide("python3", STAND_IN)
        self.provide("id", "#!/bin/bash\necho 1000\n")

    def provide(self, program: str, text: str) -> None:
        path = self.programs / program
        path.write_text(text)
        path.chmod(0o755)

    def start(self, **settings: str) -> subprocess.Popen[str]:
        paths = f"{self.programs}:{os.environ['PATH']}"
        environment = {"PATH": paths, "LOG": str(self.log), "PYTHON": "python3", **settings}
        command = ["bash", str(self.folder / "scripts" / "environment.sh")]
        return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)

    def make(self, **settings: str) -> tuple[int, str]:
        process = self.start(**settings)
        _, said = process.communicate(timeout=30)
        return process.returncode, said

    def leftovers(self) -> list[Path]:
        return [path for path in self.folder.glob(".environments/*") if path.is_dir()]

    def builds(self) -> int:
        return self.log.read_text().count("-m venv")


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_a_second_run_has_nothing_to_do(clone: Clone) -> None:
    assert clone.make()[0] == 0
    assert (clone.folder / ".venv" / "bin" / "qwibot").exists()
    assert clone.make() == (0, "")
    assert clone.builds() == 1


def test_other_requirements_or_another_python_make_it_anew(clone: Clone) -> None:
    clone.make()
    first = (clone.folder / ".venv").resolve()
    with (clone.folder / "requirements" / "dev.txt").open("a") as requirements:
        requirements.write("another==1.0\n")
    assert clone.make()[0] == 0
    assert (clone.folder / ".venv").resolve() != first
    assert clone.make(VERSION="3.13.5")[0] == 0
    assert clone.builds() == 3


@pytest.mark.parametrize("failure", ["VENV_FAILS", "PIP_FAILS"])
def test_what_fails_leaves_nothing(clone: Clone, failure: str) -> None:
    code, said = clone.make(**{failure: "1"})
    assert code == 1
    assert "could not be made" in said
    assert not (clone.folder / ".venv").is_symlink()
    assert clone.leftovers() == []


def test_an_environment_that_works_stays_when_a_new_one_fails(clone: Clone) -> None:
    clone.make()
    assert clone.make(VERSION="3.13.5", PIP_FAILS="1")[0] == 1
    assert clone.make() == (0, "")


def test_interrupted_it_leaves_nothing(clone: Clone) -> None:
    process = clone.start(SLOW="1")
    while not clone.log.exists() or "--require-hashes" not in clone.log.read_text():
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert process.returncode != 0
    assert clone.leftovers() == []


def test_two_at_once_build_once(clone: Clone) -> None:
    processes = [clone.start(SLOW="1") for _ in range(2)]
    said = "".join(process.communicate(timeout=30)[1] for process in processes)
    assert [process.returncode for process in processes] == [0, 0]
    assert clone.builds() == 1
    assert "waiting for it" in said


def test_without_python3_venv_the_command_is_told(clone: Clone) -> None:
    code, said = clone.make(NO_VENV="1")
    assert code == 1
    assert "sudo apt-get install python3" in said
    assert "-venv" in said
    assert clone.leftovers() == []


def test_root_gets_python3_venv_installed(clone: Clone) -> None:
    clone.provide("id", "#!/bin/bash\necho 0\n")
    clone.provide("apt-get", '#!/bin/bash\necho "apt-get $*" >>"$LOG"\n')
    assert clone.make(NO_VENV="1")[0] == 0
    installed = clone.log.read_text().split("apt-get install ")[1].splitlines()[0]
    assert installed.startswith("-y ")
    assert installed.endswith("-venv")


def test_an_old_python_is_refused(clone: Clone) -> None:
    code, said = clone.make(TOO_OLD="1")
    assert code == 1
    assert "Python 3.11 or newer is needed" in said
