# SPDX-License-Identifier: BSD-3-Clause
"""Pages are well-formed, whole without scripts and safe with hostile texts. Their links lead
somewhere and stay."""
import html.parser
import json
import os
import posixpath
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

import pytest

from mpitcheck.judge.clauses import all_clauses, clause_results
from mpitcheck.judge.model import NamedObject
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.site.material import Material
from mpitcheck.site.site import make_site, merge_histories, render
from mpitcheck.site.state import catalogue_state, make_state
from mpitcheck.site.upstream import Bugs
from tests.report import samples
from tests.report.packed import plain_json
from tests.site import derived
from tests.site.whole import whole_document


def files_of(*reports, material=None):
    material = material or Material()
    for report in reports:
        material.add(report)
    return render(make_state(material, Bugs()))


def pages_of(files):
    return {path: text for path, text in files.items() if path.endswith(".html")}


def night_of(report, day):
    report.header.started = f"2026-01-{day:02}T01:02:03Z"
    return report


class _Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.targets = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.targets += [attrs[key] for key in ("href", "src", "action") if key in attrs]


def whole_site():
    """Several versions and nights, as derived from a sample."""
    document = json.loads(plain_json(samples.gated()))
    return files_of(material=derived.material_of(document, range(1, 9), range(3)))


@pytest.fixture(scope="module")
def sites():
    """Name of each site -> its files."""
    return {
        "derived": whole_site(),
        "hostile": files_of(night_of(samples.small(), 1), night_of(samples.small(), 2)),
        "one": files_of(samples.plausible()),
        "catalogue": render(catalogue_state(clause_results())),
    }


@pytest.fixture(params=["derived", "hostile", "one", "catalogue"])
def site(request, sites):
    """The files of one site."""
    return sites[request.param]


def test_pages_are_well_formed(site):
    for text in pages_of(site).values():
        encode(text).decode()
        ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def test_links_of_pages_have_targets(site):
    ids = {}
    for path, text in pages_of(site).items():
        for target in _Links(text).targets:
            address = urllib.parse.urlsplit(target)
            if address.scheme:
                assert address.scheme == "https", (path, target)
                continue
            page = (
                posixpath.normpath(
                    posixpath.join(posixpath.dirname(path), urllib.parse.unquote(address.path))
                )
                if address.path
                else path
            )
            assert page in site, (path, target)
            if address.fragment:
                if page not in ids:
                    ids[page] = set(_Links(site[page]).ids)
                assert urllib.parse.unquote(address.fragment) in ids[page], (path, target)


def test_runs_of_the_same_second_are_distinct(sites):
    assert "8 library versions in 24 runs," in sites["derived"]["index.html"]


def test_ids_of_pages_are_unique(site):
    for path, text in pages_of(site).items():
        ids = _Links(text).ids
        assert len(ids) == len(set(ids)), path


def test_pages_obey_their_content_security_policy(site):
    for text in pages_of(site).values():
        assert "default-src 'none'" in text
        for sign in (" style=", "<style", " onclick", "javascript:", "<img", "url("):
            assert sign not in re.sub(
                r"<(pre|code|p|dd|td|li|div|h1|title|summary)\b.*?</\1>",
                "",
                text,
                flags=re.DOTALL,
            )
        assert re.findall('<script(?! src="[a-z./-]+" defer="defer"></script>)', text) == []


def test_hostile_text_is_never_markup(sites):
    for path, text in pages_of(sites["hostile"]).items():
        tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
        assert [each.tag for each in tree.iter() if each.tag in ("img", "style")] == [], path
        assert {character for character in text if character < " "} - {"\n", "\t"} == set()
    whole = "".join(sites["hostile"].values())
    assert samples.MARK in whole
    for name in ("search-index.js", "diff-data.js"):
        text = sites["hostile"][name]
        json.loads(text[text.index("= ") + 2 : -2])
        assert len(text.splitlines()) == 1, "a separator of lines ends a text of JavaScript"


def test_pages_can_be_walked_by_keyboard(site):
    for path, text in pages_of(site).items():
        tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
        assert tree.get("lang") == "en"
        body = tree.find("body")
        assert (body[0].tag, body[0].get("href")) == ("a", "#main")
        assert [each.get("id") for each in tree.iter("main")] == ["main"]
        assert len(list(tree.iter("h1"))) == 1
        for each in tree.iter():
            if each.get("class") == "wide" or each.tag == "pre":
                assert each.get("tabindex") == "0", path  # what scrolls can be scrolled
            if each.tag in ("a", "button", "summary"):
                assert "".join(each.itertext()).strip(), path
            if each.tag in ("input", "select"):
                assert each.get("aria-label") or path == "diff/index.html", path
        levels = [int(each.tag[1]) for each in tree.iter() if re.fullmatch("h[1-6]", each.tag)]
        assert all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels


def test_pages_are_complete_without_scripts(sites):
    files = sites["derived"]
    scripted = [path for path, text in pages_of(files).items() if "<script" in text]
    assert sorted(scripted) == ["diff/index.html", "search.html"]
    finding = next(
        path for path in files if path.startswith("findings/F-") and "Ready text" in files[path]
    )
    assert "int main(void)" in files[finding]
    assert "\n- library: " in files[finding]
    assert ">mpitcheck run build/" in files[finding]


def test_past_findings_keep_their_page():
    """Findings, rules and columns of which only the history knows."""
    earlier = files_of(night_of(samples.plausible(), 1))
    report = samples.plausible()
    mended = night_of(report, 2)
    mended.targets, mended.clauses = mended.targets[:1], mended.clauses[2:]
    mended.tests, mended.findings = [
        test for test in mended.tests if test.target == "reference"
    ], []
    material = Material()
    material.history.add_text(earlier["history.jsonl"], "history")
    later = files_of(mended, material=material)
    assert set(pages_of(earlier)) - {"variables/mpich.html"} - set(later) == set()
    past = next(path for path in later if path.startswith("findings/F-"))
    assert "not in the newest run" in later[past]
    assert "This rule is no longer in the catalogue" in later["rules/cvar-num-nonnegative.html"]
    assert "only the history has it" in later["libraries/mpich-4.0.2.html"]


def test_a_site_of_the_history_alone():
    material = Material()
    material.history.add_text(
        files_of(night_of(samples.plausible(), 1))["history.jsonl"], "history"
    )
    files = files_of(material=material)
    assert "rules/cvar-name-unique.html" in files


def test_the_history_of_a_site_is_that_of_its_reports():
    files = files_of(night_of(samples.plausible(), 1), night_of(samples.gated(), 2))
    material = Material()
    material.history.add_text(files["history.jsonl"], "history")
    assert material.history.to_text() == files["history.jsonl"]


def test_objects_of_only_one_version_are_listed():
    reports = []
    for day, version, names in (
        (1, "4.0.2", ("KEPT", "GONE")),
        (2, "4.1.0", ("KEPT", "NEW", "NEWER")),
    ):
        reports.append(night_of(samples.plausible(), day))
        target = reports[-1].targets[1]
        target.library_version = f"MPICH Version: {version}"
        target.inventory = [
            NamedObject("cvar", name, {"datatype": "MPI_INT"}, f"What {name} is for.")
            for name in names
        ]
    text = re.sub("<.*?>", "", files_of(*reports)["diff/mpich-4.0.2..mpich-4.1.0.html"])
    assert "cvar, only in MPICH 4.0.2: 1 GONE\n" in text
    assert "cvar, only in MPICH 4.1.0: 2 NEW, NEWER\n" in text
    assert "KEPT" not in text


def test_twelve_columns_and_ten_nights_are_below_five_megabytes():
    files = files_of(material=derived.material_of(whole_document()))
    sizes = {}
    for path, text in files.items():
        sizes[path.partition("/")[0]] = sizes.get(path.partition("/")[0], 0) + len(encode(text))
    print(f"{sum(sizes.values())} bytes in {len(files)} files: {sizes}")
    assert sum(path.startswith("libraries/") for path in files) == 12
    assert sum(sizes.values()) < 5_000_000
    assert sizes["history.jsonl"] < 250_000


@pytest.fixture
def reports(tmp_path):
    """A folder of reports."""
    (tmp_path / "reports" / "deeper").mkdir(parents=True)
    return str(tmp_path / "reports")


@pytest.fixture
def out(tmp_path):
    return str(tmp_path / "out")


def write(reports, name, text):
    with open(os.path.join(reports, name), "wb") as file:
        file.write(encode(text))


def read(out, name):
    with open(os.path.join(out, name), encoding="utf-8") as file:
        return file.read()


def test_command_reads_a_folder_and_writes_another(reports, out, tmp_path):
    write(reports, "deeper/report.json", to_json(samples.plausible()))
    write(reports, "other.json", "[]")
    write(reports, "broken.json", "{")
    assert make_site(reports, out, "") == ExitCode.as_expected
    assert "broken.json" in read(out, "index.html")
    assert "other.json" not in read(out, "index.html")
    write(reports, "broken.json", to_json(night_of(samples.gated(), 3)))
    make_site(reports, out, "")
    assert "2026-01-03" in read(out, "libraries/mpich-4.0.2.html")
    assert sorted(os.listdir(tmp_path)) == ["out", "reports"]


def test_command_shows_measured_pvars(reports, out):
    report = samples.plausible()
    write(reports, "report.json", to_json(report))
    pvars = [
        {
            "name": "<b>",
            "class": "MPI_T_PVAR_CLASS_LEVEL",
            "phase": "before-init",
            "read_ns": 13.5,
            "in_handler": "no end after 3 reads",
        },
        {"name": "lost", "phase": "before-init", "unreadable": "after-init"},
        {"readable": False},
        7,
    ]
    inventory = {
        "library_version": report.targets[1].library_version,
        "cvars": [],
        "pvars": pvars,
    }
    write(reports, "inventory.json", json.dumps(inventory))
    make_site(reports, out, "")
    page = read(out, "libraries/mpich-4.0.2.html")
    for part in (
        "<code>&lt;b&gt;</code>",
        "<td>LEVEL</td>",
        "<td>13.5</td>",
        "no end after 3 reads",
        "before MPI_Init only",
    ):
        assert part in page
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    write(reports, "inventory.json", json.dumps({**inventory, "pvars": pvars[1:]}))
    make_site(reports, out, "")
    assert "measured" not in read(out, "libraries/mpich-4.0.2.html")


def test_command_without_a_folder_writes_the_whole_catalogue(out):
    assert make_site("", out, "") == ExitCode.as_expected
    assert sorted(os.listdir(out)) == [
        ".mpitcheck-site",
        "about.html",
        "index.html",
        "rules",
        "search-index.js",
        "search.html",
        "search.js",
        "site.css",
    ]
    for clause in all_clauses():
        assert clause.level in read(out, f"rules/{clause.id}.html")
    assert "<code>cvar.name.nonempty</code>" in read(out, "rules/cvar-name-nonempty.html")
    assert "Verdict" not in read(out, "rules/cvar-name-nonempty.html")


def test_command_refuses_unusable_input(reports, out, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    with pytest.raises(UserError, match="no report and no history"):
        make_site(reports, out, "")
    with pytest.raises(UserError, match="is not a folder"):
        make_site(str(tmp_path / "none"), out, "")
    write(reports, "report.json", to_json(samples.plausible()))
    with pytest.raises(UserError, match="is not a folder of mpitcheck site"):
        make_site(reports, str(tmp_path / "mine"), "")
    with pytest.raises(UserError, match="cannot write"):
        make_site(reports, str(tmp_path / "no" / "where"), "")
    with pytest.raises(UserError, match="--bugs"):
        make_site(reports, out, "/no/such/table")
    with pytest.raises(UserError, match="--bugs"):
        make_site("", out, "/no/such/table")
    write(reports, "history.jsonl", "<<<<<<<\n")  # what it alone knows must not get lost
    with pytest.raises(UserError, match="line 1"):
        make_site(reports, out, "")
    assert not os.path.exists(out)


def test_command_joins_histories(reports, out):
    write(reports, "one.json", to_json(night_of(samples.plausible(), 1)))
    write(reports, "two.json", to_json(night_of(samples.plausible(), 2)))
    one, two, history = (
        os.path.join(reports, name) for name in ("one.json", "two.json", "history.jsonl")
    )
    merge_histories([one], history)
    merge_histories([history, two], history)
    os.unlink(one)
    make_site(reports, out, "")
    assert "3 library versions in 6 runs" in read(out, "index.html")
