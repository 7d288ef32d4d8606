# SPDX-License-Identifier: BSD-3-Clause
"""The names of the interface: a package has those of a checkout, and reads them without PyYAML."""
import os
import subprocess
import sys

from interface import Interface

_SOURCES = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
_CLAUSES = os.path.join(_SOURCES, "conformance", "clauses")


def _facts(interface):
    of_each = (interface.functions, interface.callbacks)
    prototypes = [{name: vars(each) for name, each in part.items()} for part in of_each]
    return [*prototypes, interface.types, interface.constants, interface.optional]


def test_a_package_needs_no_yaml(tmp_path, monkeypatch):
    tables = tmp_path / "conformance" / "clauses" / "tables"
    generator = os.path.join(_CLAUSES, "clausegen", "clausegen.py")
    catalogue = os.path.join(_CLAUSES, "catalogue")
    subprocess.run([sys.executable, "-B", generator, "generate", catalogue, tables], check=True)
    harness = os.path.join("conformance", "harness")
    (tmp_path / harness).symlink_to(os.path.join(_SOURCES, harness))
    in_checkout = _facts(Interface(_SOURCES))
    assert len(in_checkout[0]) > 40 and all(in_checkout)

    monkeypatch.setitem(sys.modules, "yaml", None)
    assert _facts(Interface(str(tmp_path))) == in_checkout
