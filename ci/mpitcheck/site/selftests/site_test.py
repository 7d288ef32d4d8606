# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the pages: well-formed, whole without scripts, safe with hostile texts, their links lead somewhere and stay."""
import html.parser
import json
import os
import posixpath
import re
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree

from mpitcheck.judge.clauses import all_clauses, clause_results
from mpitcheck.judge.model import NamedObject
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.report.selftests import samples
from mpitcheck.site.material import Material
from mpitcheck.site.selftests import derived
from mpitcheck.site.selftests.whole import whole_document
from mpitcheck.site.site import make_site, merge_histories, render
from mpitcheck.site.state import catalogue_state, make_state
from mpitcheck.site.upstream import Bugs


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
    document = json.loads(to_json(samples.gated()))
    return files_of(material=derived.material_of(document, range(1, 9), range(3)))


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sites = {
            "derived": whole_site(),
            "hostile": files_of(night_of(samples.small(), 1), night_of(samples.small(), 2)),
            "one": files_of(samples.plausible()),
            "catalogue": render(catalogue_state(clause_results())),
        }

    def each_page(self):
        for name, files in self.sites.items():
            for path, text in pages_of(files).items():
                with self.subTest(site=name, page=path):
                    yield files, path, text

    def test_are_well_formed(self):
        for _, _, text in self.each_page():
            encode(text).decode()
            ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))

    def test_links_lead_somewhere(self):
        ids = {}
        for files, path, text in self.each_page():
            for target in _Links(text).targets:
                address = urllib.parse.urlsplit(target)
                if address.scheme:
                    self.assertEqual(address.scheme, "https")
                    continue
                page = (
                    posixpath.normpath(
                        posixpath.join(posixpath.dirname(path), urllib.parse.unquote(address.path))
                    )
                    if address.path
                    else path
                )
                self.assertIn(page, files, target)
                if address.fragment:
                    key = id(files), page
                    if key not in ids:
                        ids[key] = set(_Links(files[page]).ids)
                    self.assertIn(urllib.parse.unquote(address.fragment), ids[key], target)

    def test_versions_that_begin_in_the_same_second_are_a_run_each(self):
        self.assertIn("8 library versions in 24 runs,", self.sites["derived"]["index.html"])

    def test_ids_are_unique(self):
        for _, _, text in self.each_page():
            ids = _Links(text).ids
            self.assertEqual(len(ids), len(set(ids)))

    def test_hold_nothing_that_the_policy_forbids(self):
        for _, _, text in self.each_page():
            self.assertIn("default-src 'none'", text)
            for sign in (" style=", "<style", " onclick", "javascript:", "<img", "url("):
                self.assertNotIn(
                    sign,
                    re.sub(
                        r"<(pre|code|p|dd|td|li|div|h1|title|summary)\b.*?</\1>",
                        "",
                        text,
                        flags=re.DOTALL,
                    ),
                )
            self.assertEqual(
                re.findall('<script(?! src="[a-z./-]+" defer="defer"></script>)', text), []
            )

    def test_hostile_text_is_never_markup(self):
        for path, text in pages_of(self.sites["hostile"]).items():
            tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
            self.assertEqual(
                [each.tag for each in tree.iter() if each.tag in ("img", "style")], [], path
            )
            self.assertEqual(
                {character for character in text if character < " "} - {"\n", "\t"}, set()
            )
        whole = "".join(self.sites["hostile"].values())
        self.assertIn(samples.MARK, whole)
        for name in ("search-index.js", "diff-data.js"):
            text = self.sites["hostile"][name]
            json.loads(text[text.index("= ") + 2 : -2])
            self.assertEqual(
                len(text.splitlines()), 1, "a separator of lines ends a text of JavaScript"
            )

    def test_can_be_walked_by_keyboard(self):
        for _, path, text in self.each_page():
            tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
            self.assertEqual(tree.get("lang"), "en")
            body = tree.find("body")
            self.assertEqual((body[0].tag, body[0].get("href")), ("a", "#main"))
            self.assertEqual([each.get("id") for each in tree.iter("main")], ["main"])
            self.assertEqual(len(list(tree.iter("h1"))), 1)
            for each in tree.iter():
                if each.get("class") == "wide" or each.tag == "pre":
                    self.assertEqual(
                        each.get("tabindex"), "0", path
                    )  # what scrolls can be scrolled
                if each.tag in ("a", "button", "summary"):
                    self.assertTrue("".join(each.itertext()).strip(), path)
                if each.tag in ("input", "select"):
                    self.assertTrue(each.get("aria-label") or path == "diff/index.html", path)
            levels = [int(each.tag[1]) for each in tree.iter() if re.fullmatch("h[1-6]", each.tag)]
            self.assertTrue(
                all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels
            )

    def test_tell_everything_without_scripts(self):
        files = self.sites["derived"]
        scripted = [path for path, text in pages_of(files).items() if "<script" in text]
        self.assertEqual(sorted(scripted), ["diff/index.html", "search.html"])
        finding = next(
            path for path in files if path.startswith("findings/F-") and "Ready text" in files[path]
        )
        self.assertIn("int main(void)", files[finding])
        self.assertIn("\n- library: ", files[finding])
        self.assertIn(">mpitcheck run build/", files[finding])


class Stays(unittest.TestCase):
    def test_what_is_past_keeps_its_page(self):
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
        self.assertEqual(set(pages_of(earlier)) - {"variables/mpich.html"} - set(later), set())
        past = next(path for path in later if path.startswith("findings/F-"))
        self.assertIn("in no newest run", later[past])
        self.assertIn(
            "The catalogue has this rule no more", later["rules/cvar-num-nonnegative.html"]
        )
        self.assertIn("the history alone speaks of it", later["libraries/mpich-4.0.2.html"])

    def test_a_site_of_the_history_alone(self):
        material = Material()
        material.history.add_text(
            files_of(night_of(samples.plausible(), 1))["history.jsonl"], "history"
        )
        files = files_of(material=material)
        self.assertIn("rules/cvar-name-unique.html", files)

    def test_the_history_of_a_site_is_that_of_its_reports(self):
        files = files_of(night_of(samples.plausible(), 1), night_of(samples.gated(), 2))
        material = Material()
        material.history.add_text(files["history.jsonl"], "history")
        self.assertEqual(material.history.to_text(), files["history.jsonl"])


class Differences(unittest.TestCase):
    def test_what_only_one_version_has_is_listed_by_name(self):
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
        self.assertIn("cvar, only in MPICH 4.0.2: 1 GONE\n", text)
        self.assertIn("cvar, only in MPICH 4.1.0: 2 NEW, NEWER\n", text)
        self.assertNotIn("KEPT", text)


class Size(unittest.TestCase):
    def test_twelve_columns_and_ten_nights_are_below_five_megabytes(self):
        files = files_of(material=derived.material_of(whole_document()))
        sizes = {}
        for path, text in files.items():
            sizes[path.partition("/")[0]] = sizes.get(path.partition("/")[0], 0) + len(encode(text))
        print(f"{sum(sizes.values())} bytes in {len(files)} files: {sizes}")
        self.assertEqual(sum(path.startswith("libraries/") for path in files), 12)
        self.assertLess(sum(sizes.values()), 5_000_000)
        self.assertLess(sizes["history.jsonl"], 250_000)


class Command(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder, self.reports, self.out = (
            scratch.name,
            os.path.join(scratch.name, "reports"),
            os.path.join(scratch.name, "out"),
        )
        os.makedirs(os.path.join(self.reports, "deeper"))

    def write(self, name, text):
        with open(os.path.join(self.reports, name), "wb") as file:
            file.write(encode(text))

    def read(self, name):
        with open(os.path.join(self.out, name), encoding="utf-8") as file:
            return file.read()

    def test_reads_a_folder_and_writes_another(self):
        self.write("deeper/report.json", to_json(samples.plausible()))
        self.write("other.json", "[]")
        self.write("broken.json", "{")
        self.assertEqual(make_site(self.reports, self.out, ""), ExitCode.as_expected)
        self.assertIn("broken.json", self.read("index.html"))
        self.assertNotIn("other.json", self.read("index.html"))
        self.write("broken.json", to_json(night_of(samples.gated(), 3)))
        make_site(self.reports, self.out, "")
        self.assertIn("2026-01-03", self.read("libraries/mpich-4.0.2.html"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["out", "reports"])

    def test_shows_what_was_measured_of_pvars(self):
        report = samples.plausible()
        self.write("report.json", to_json(report))
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
        self.write("inventory.json", json.dumps(inventory))
        make_site(self.reports, self.out, "")
        page = self.read("libraries/mpich-4.0.2.html")
        for part in (
            "<code>&lt;b&gt;</code>",
            "<td>LEVEL</td>",
            "<td>13.5</td>",
            "no end after 3 reads",
            "before MPI_Init only",
        ):
            self.assertIn(part, page)
        ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
        self.write("inventory.json", json.dumps({**inventory, "pvars": pvars[1:]}))
        make_site(self.reports, self.out, "")
        self.assertNotIn("measured", self.read("libraries/mpich-4.0.2.html"))

    def test_without_a_folder_writes_the_whole_catalogue(self):
        self.assertEqual(make_site("", self.out, ""), ExitCode.as_expected)
        self.assertEqual(
            sorted(os.listdir(self.out)),
            [
                ".mpitcheck-site",
                "about.html",
                "index.html",
                "rules",
                "search-index.js",
                "search.html",
                "search.js",
                "site.css",
            ],
        )
        for clause in all_clauses():
            self.assertIn(clause.level, self.read(f"rules/{clause.id}.html"))
        self.assertIn("<code>cvar.name.nonempty</code>", self.read("rules/cvar-name-nonempty.html"))
        self.assertNotIn("Verdict", self.read("rules/cvar-name-nonempty.html"))

    def test_refuses_what_it_cannot_use(self):
        os.makedirs(os.path.join(self.folder, "mine"))
        with open(os.path.join(self.folder, "mine", "file"), "w", encoding="utf-8"):
            pass
        self.assertRaisesRegex(
            UserError, "no report and no history", make_site, self.reports, self.out, ""
        )
        self.assertRaisesRegex(
            UserError, "is no folder", make_site, os.path.join(self.folder, "none"), self.out, ""
        )
        self.write("report.json", to_json(samples.plausible()))
        self.assertRaisesRegex(
            UserError,
            "is no folder that mpitcheck site wrote",
            make_site,
            self.reports,
            os.path.join(self.folder, "mine"),
            "",
        )
        self.assertRaisesRegex(
            UserError,
            "cannot write",
            make_site,
            self.reports,
            os.path.join(self.folder, "no", "where"),
            "",
        )
        self.assertRaisesRegex(
            UserError, "--bugs", make_site, self.reports, self.out, "/no/such/table"
        )
        self.assertRaisesRegex(UserError, "--bugs", make_site, "", self.out, "/no/such/table")
        self.write("history.jsonl", "<<<<<<<\n")  # what it alone knows must not get lost
        self.assertRaisesRegex(UserError, "line 1", make_site, self.reports, self.out, "")
        self.assertFalse(os.path.exists(self.out))

    def test_joins_histories(self):
        self.write("one.json", to_json(night_of(samples.plausible(), 1)))
        self.write("two.json", to_json(night_of(samples.plausible(), 2)))
        one, two, history = (
            os.path.join(self.reports, name) for name in ("one.json", "two.json", "history.jsonl")
        )
        merge_histories([one], history)
        merge_histories([history, two], history)
        os.unlink(one)
        make_site(self.reports, self.out, "")
        self.assertIn("3 library versions in 6 runs", self.read("index.html"))


if __name__ == "__main__":
    unittest.main()
