# SPDX-License-Identifier: BSD-3-Clause
"""Manual page and completion: they know what the command line knows."""
import shutil
import subprocess

import pytest

from mpitcheck.run.completion import completion
from mpitcheck.run.manual import actions_of, help_of, manual
from mpitcheck.run.options import command_parsers


def _plain(page):
    """As text, without troff's signs."""
    for sign, text in (
        (r"\fB", ""),
        (r"\fI", ""),
        (r"\fR", ""),
        (r"\-", "-"),
        (r"\(aq", "'"),
        (r"\(ga", "`"),
        (r"\e", "\\"),
    ):
        page = page.replace(sign, text)
    return page


def test_manual_has_every_command_with_its_options_and_their_help():
    page = _plain(manual())
    for name, parser in command_parsers().items():
        section = page.partition(f".SS mpitcheck {name}")[2].partition(".SS ")[0]
        assert section, name
        for action in actions_of(parser):
            for option in action.option_strings:
                assert option in section or "Takes the options of" in section, f"{name} {option}"
            assert help_of(action) in page
    for part in (
        "  0",
        "2\nthe command line, a tree or a file is not usable",
        "~/.cache/mpitcheck",
    ):
        assert part.strip() in page


def test_help_agrees_with_the_manual():
    for name, parser in command_parsers().items():
        help = " ".join(parser.format_help().split())
        for action in actions_of(parser):
            assert " ".join(help_of(action).split())[:40] in help, name


def test_manual_is_the_same_on_every_machine(monkeypatch):
    pages = set()
    for processors in 1, 64:
        monkeypatch.setattr("os.cpu_count", lambda processors=processors: processors)
        pages.add(manual())
    assert len(pages) == 1


def test_troff_prints_no_warnings():
    groff = shutil.which("groff")
    if not groff:
        pytest.skip("groff is missing")
    done = subprocess.run(
        [groff, "-man", "-ww", "-Tutf8", "-z"],
        input=manual(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


def completed(line, folder):
    """What bash proposes for the last word of the line."""
    script = (
        completion()
        + r"""
            read -ra COMP_WORDS <<<"$1"
            case $1 in *' ') COMP_WORDS+=("") ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            compopt() { :; }  # is for the line editor
            _mpitcheck mpitcheck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}" """
    )
    for name in ("mpicc.some", "other", "mpi.txt"):
        (folder / name).touch()
    (folder / "tree").mkdir(exist_ok=True)
    (folder / "mpicc.some").chmod(0o755)
    done = subprocess.run(
        ["bash", "--norc", "-uc", script, "bash", line],
        cwd=folder,
        env={"PATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        executable=shutil.which("bash"),
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    "line, expected",
    [
        ("mpitcheck pr", ["prove"]),
        ("mpitcheck list ", ["clauses", "tests", "--help"]),
        ("mpitcheck prove mu", ["mutants"]),
        ("mpitcheck run --q", ["--quick"]),
        ("mpitcheck list tests --", ["--tree", "--json", "--help"]),
        ("mpitcheck run --level ", ["must", "should", "quality", "advice"]),
        ("mpitcheck run --level must --level s", ["should"]),
        ("mpitcheck run t", ["tree"]),
        ("mpitcheck run --html ot", ["other"]),
        ("mpitcheck run --seed ", []),
        ("mpitcheck test mpi", ["mpicc.some"]),
        ("mpitcheck test ./mpicc", ["./mpicc.some"]),
        ("mpitcheck finding F-1 o", ["other"]),
        ("mpitcheck no-such ", []),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_completion_proposes_matches(tmp_path, line, expected):
    assert completed(line, tmp_path) == expected


def test_completion_has_every_option(tmp_path):
    for name, parser in command_parsers().items():
        proposed = completed(f"mpitcheck {name} --", tmp_path)
        for action in actions_of(parser):
            for option in action.option_strings:
                assert option in proposed or not option.startswith("--"), f"{name} {option}"
