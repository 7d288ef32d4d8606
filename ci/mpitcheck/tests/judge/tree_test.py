# SPDX-License-Identifier: BSD-3-Clause
"""Reading target.json."""
import json
import os

import pytest

from mpitcheck.judge.tree import load_tree, own_tree, parse_tree, refuse_preload, refuse_unbuilt
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError

FAULT = {"name": "bad", "brief": "It is bad.", "clauses": ["a", "b"]}


def manifest(**changes):
    tests = [{"name": "plain.pass", "clauses": ["c"], "np": 1}]
    return {
        "schema": 1,
        "suite_version": own.version,
        "name": "fake",
        "kind": "external",
        "mpi_version": "4.0",
        "library_version": "Fake MPI 1.0",
        "functions": {},
        "launcher": ["/opt/launcher.sh", "-n", "{np}"],
        "env": {"HOSTILE_MUST": "c"},
        "programs": [{"suite": "conformance", "path": "bin/hostile", "tests": tests}],
        "inventory": "bin/hostile",
        **changes,
    }


def parse(content, root="/root"):
    return parse_tree(json.dumps(content).encode(), root, "build/x")


def refusal(content):
    with pytest.raises(UserError) as refused:
        parse(content)
    assert refused.value.exit_code == ExitCode.usage
    return str(refused.value)


def test_a_whole_manifest():
    tree = parse(manifest())
    assert (tree.name, tree.named, tree.is_reference, len(tree.launcher)) == (
        "fake",
        "build/x",
        False,
        3,
    )
    assert (tree.env["HOSTILE_MUST"], tree.env["UCX_MEM_EVENTS"]) == ("c", "n")
    assert parse(manifest(env={"UCX_MEM_EVENTS": "y"})).env["UCX_MEM_EVENTS"] == "y"
    assert [program.path for program in tree.programs] == ["/root/bin/hostile"]
    assert tree.programs[0].tests[0].name == "plain.pass"
    assert (tree.inventory, tree.variants, tree.recorder) == ("/root/bin/hostile", "", "")
    tree = parse(manifest(kind="reference", launcher=["bin/mpiexec"], inventory="", programs=[]))
    assert (tree.is_reference, tree.launcher, tree.inventory) == (True, ["/root/bin/mpiexec"], "")
    assert parse(manifest(launcher=["mpiexec"])).launcher == ["mpiexec"]
    assert parse(manifest(benchmarks=[{"name": "calls", "path": "bin/calls"}])).benchmarks == {
        "calls": "/root/bin/calls"
    }


def test_faults_and_hostile_libraries_are_read():
    tree = parse(manifest(faults={"library": "lib/faults.so", "list": [FAULT]}))
    assert tree.fault_library == "/root/lib/faults.so"
    assert [(fault.name, fault.clauses) for fault in tree.faults] == [("bad", ["a", "b"])]
    assert "malformed" in refusal(manifest(faults={"library": "lib/faults.so", "list": 7}))
    tree = parse(
        manifest(
            hostile={
                "library": "lib/hostile.so",
                "list": [{"name": "h", "brief": "", "tests": {"t": ["crash"]}}],
            }
        )
    )
    assert (tree.hostile_library, tree.hostile[0].tests) == (
        "/root/lib/hostile.so",
        {"t": ["crash"]},
    )


def test_missing_optional_lists_are_accepted(tmp_path):
    content = manifest(faults={"library": "lib/faults.so", "list": "faults.json"})
    content["programs"].append({"suite": "extra", "path": "bin/extra", "tests": "extra.json"})
    root = str(tmp_path)
    assert parse(content, root).faults == []
    assert not parse(content, root).programs[1].is_built
    (tmp_path / "faults.json").write_text(json.dumps([FAULT]))
    (tmp_path / "extra.json").write_text('[{"name": "extra.pass"}]')
    tree = parse(content, root)
    assert [fault.name for fault in tree.faults] == ["bad"]
    assert tree.programs[1].is_built
    assert tree.programs[1].tests[0].name == "extra.pass"
    (tmp_path / "faults.json").write_text("[")
    with pytest.raises(UserError):
        parse(content, root)


@pytest.mark.parametrize(
    "changes, part",
    [
        ({"suite_version": "99.0.0"}, "99.0.0"),
        ({"schema": 2}, "schema 2"),
        ({"schema": True}, "schema true"),
    ],
    ids=["suite version", "schema 2", "schema true"],
)
def test_a_manifest_of_another_version_is_refused(changes, part):
    assert part in refusal(manifest(**changes))


def with_test(**members):
    return manifest(programs=[{"suite": "s", "path": "p", "tests": [{"name": "t", **members}]}])


def without_name():
    content = manifest()
    del content["name"]
    return content


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(without_name(), id="no name"),
        pytest.param(manifest(programs=7), id="programs 7"),
        pytest.param(with_test(np=0), id="np 0"),
        pytest.param(with_test(np=5000), id="np 5000"),
        pytest.param(with_test(clauses="c"), id="clauses as text"),
        pytest.param([], id="list"),
        pytest.param(manifest(launcher=None), id="launcher null"),
        pytest.param(manifest(inventory=7), id="inventory 7"),
        pytest.param(manifest(faults=[]), id="faults as list"),
        pytest.param(manifest(benchmarks=[{"name": "calls"}]), id="benchmark without path"),
        pytest.param(
            manifest(programs=[{"suite": "s", "path": "p", "tests": None}]), id="tests null"
        ),
    ],
)
def test_a_malformed_manifest_is_refused(content):
    assert "malformed" in refusal(content)


def test_a_truncated_manifest_is_refused():
    with pytest.raises(UserError):
        parse_tree(b'{"schema":1,', "/root", "x")


@pytest.fixture
def root(tmp_path):
    return str(tmp_path)


def write(root, **changes):
    with open(os.path.join(root, "target.json"), "w", encoding="utf-8") as file:
        json.dump(manifest(**changes), file)


def assert_refused(part, act, *arguments):
    with pytest.raises(UserError, match=part):
        act(*arguments)


def test_other_folders_are_refused(root):
    assert_refused("no such tree", load_tree, os.path.join(root, "none"))
    assert_refused("no readable target.json", load_tree, root)


def test_programs_that_were_not_built(root):
    write(root, programs=[{"suite": "s", "path": "bin/unbuilt", "tests": []}])
    assert_refused("has no program bin/unbuilt: build it", load_tree, root)
    write(root, programs=[], inventory="target.json")  # no program
    assert_refused("has no program target.json", load_tree, root)
    write(root, programs=[], inventory="", recorder="lib/recorder.so")
    assert load_tree(root).recorder == ""
    assert_refused(
        "was built without its faults: cmake --build .* --target all",
        refuse_unbuilt,
        load_tree(root),
        "faults",
        "all",
    )


def test_preload_is_refused_for_statically_linked_programs(root):
    write(root, programs=[], inventory="", static=True)
    tree = load_tree(root)
    assert_refused(
        "--preload: the MPI of tree .* is linked statically", refuse_preload, tree, "--preload"
    )
    assert_refused(
        "faults: the MPI of tree .* is linked statically",
        refuse_unbuilt,
        tree,
        "faults",
        "prove",
    )
    write(root, programs=[], inventory="")
    refuse_preload(load_tree(root), "--preload")


def test_the_own_tree(root, monkeypatch):
    monkeypatch.setattr(own, "bin", os.path.join(root, "bin"))
    assert_refused("is not in a build tree", own_tree)
    write(root)
    assert own_tree() == root
