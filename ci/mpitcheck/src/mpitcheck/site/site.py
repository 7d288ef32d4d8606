# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck site` and `mpitcheck history`: pages and histories from a folder of reports.

Without reports, the pages show only the catalogue.
"""
import contextlib
import dataclasses
import os
import tempfile

from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import OutputFile, asset, read_input, remove_tree
from mpitcheck.process.text import encode, escape_line
from mpitcheck.report.read_report import read_report
from mpitcheck.judge.clauses import clause_results
from mpitcheck.judge.data import Invalid
from mpitcheck.judge.tree import load_tree, own_tree
from mpitcheck.run.terminal import show
from mpitcheck.site import (
    diff_pages,
    finding_pages,
    front,
    library_pages,
    markup,
    night_pages,
    rule_pages,
    search_page,
    variable_pages,
)
from mpitcheck.site.history import History
from mpitcheck.site.markup import Pages
from mpitcheck.site.material import read_material
from mpitcheck.site.state import Site, catalogue_state, make_state
from mpitcheck.site.upstream import read_bugs

_MARK = ".mpitcheck-site"  # a folder with this file may be replaced
_OF_LIBRARIES = (
    finding_pages.finding_pages,
    library_pages.library_pages,
    variable_pages.variable_pages,
    diff_pages.diff_pages,
    night_pages.night_pages,
)
_SCRIPTS = {"search.html": "search-index.js search.js", "diff/index.html": "diff-data.js diff.js"}


def render(site: Site) -> dict[str, str]:
    """Returns the text of each file, by path."""
    pages: Pages = {
        "index.html": ("MPI_T conformance", front.front_page(site)),
        "about.html": ("How to read this", front.about_page(site)),
        "search.html": ("Search", search_page.search_page(site)),
    }
    for make in (rule_pages.rule_pages, *(_OF_LIBRARIES if site.columns else ())):
        pages |= make(site)
    files = {
        path: markup.page(path, title, content, pages, _SCRIPTS.get(path, ""))
        for path, (title, content) in pages.items()
    }
    files |= {
        "site.css": "".join(map(asset, ("report/page.css", "report/grid.css", "site/site.css"))),
        "search.js": asset("site/search.js"),
        "search-index.js": search_page.search_data(site),
        _MARK: "mpitcheck may replace this folder\n",
    }
    if site.columns:
        files |= {
            "diff.js": asset("site/diff.js"),
            "diff-data.js": diff_pages.verdict_data(site),
            "history.jsonl": site.history.to_text(),
        }
    return files


def _write(files: dict[str, str], out: str) -> None:
    """Replaces the folder `out`, completely or not at all. Raises UserError."""
    out = os.path.abspath(out)
    if os.path.lexists(out) and (
        not os.path.isdir(out) or os.listdir(out) and not os.path.exists(os.path.join(out, _MARK))
    ):
        raise UserError(
            f"--out '{out}' is not a folder of mpitcheck site: name one that is empty or does not"
            " exist yet"
        )
    try:
        fresh = tempfile.mkdtemp(prefix=os.path.basename(out) + ".", dir=os.path.dirname(out))
    except OSError as problem:
        raise UserError(
            f"cannot write '{out}' ({problem.strerror}): name a folder in an existing, writable one"
        ) from None
    try:
        for path, text in files.items():
            place = os.path.join(fresh, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as file:
                file.write(encode(text))
        os.chmod(fresh, 0o755)
        if os.path.isdir(out):
            old = fresh + ".old"
            os.rename(out, old)
            os.rename(fresh, out)
            remove_tree(old)
        else:
            os.rename(fresh, out)
    except OSError as problem:
        raise UserError(f"writing '{out}' failed: {problem.strerror}", ExitCode.own_error) from None
    finally:
        remove_tree(fresh)


def _state_of_catalogue() -> Site:
    """Returns the site of the catalogue.

    It names the tests of the tree that this program is in, if it is in one.
    """
    tests: dict[str, list[str]] = {}
    with contextlib.suppress(UserError):
        for test in (test for program in load_tree(own_tree()).programs for test in program.tests):
            for clause in test.clauses:
                tests.setdefault(clause, []).append(test.name)
    return catalogue_state(
        [dataclasses.replace(clause, tests=tests.get(clause.id, [])) for clause in clause_results()]
    )


def make_site(folder: str, out: str, bugs: str) -> ExitCode:
    """Writes the site of a folder of reports, or of the catalogue if `folder` is empty.

    `bugs` is the path of a table of published bugs, or empty. Returns the exit code. Raises
    UserError.
    """
    if bugs and not folder:
        raise UserError(
            "--bugs needs a FOLDER of reports, with which the published bugs are compared"
        )
    site = make_state(read_material(folder), read_bugs(bugs)) if folder else _state_of_catalogue()
    for notice in site.notices:
        show(f"mpitcheck: left out: {escape_line(notice)}\n")
    files = render(site)
    _write(files, out)
    size = sum(len(encode(text)) for text in files.values())
    show(
        f"{len(files)} files, {size / 1e6:.1f} MB: {escape_line(os.path.join(out, 'index.html'))}\n"
    )
    return ExitCode.as_expected


def merge_histories(paths: list[str], out: str) -> ExitCode:
    """Joins reports and histories into one history.

    Writes the file `out`, which may be one of the inputs, or stdout if `out` is empty. Raises
    UserError.
    """
    history = History()
    for path in paths:
        if path.endswith(".jsonl"):
            history.add_text(read_input(path, f"'{path}'", "name a history"), f"'{path}'")
            continue
        try:
            history.add_report(read_report(path))
        except Invalid as problem:
            raise UserError(f"'{path}': {problem}") from None
    if out:
        with OutputFile(out) as file:
            file.commit(history.to_text())
    else:
        print(history.to_text(), end="")
    return ExitCode.as_expected
