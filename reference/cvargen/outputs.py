# SPDX-License-Identifier: BSD-3-Clause
"""The outputs of cvargen: generated C++, reference page, plain list and dependencies."""
import re
from dataclasses import dataclass

from variables import Naming, identifier

TOP = """// SPDX-License-Identifier: BSD-3-Clause
// Control variables declared in comment blocks. Written by cvargen; changes will be lost.
"""
CXX_TYPES = {
    "double": "mpit::Control<double>",
    "range": "mpit::Control<mpit::Range>",
    "string": "mpit::TextControl",
}
METHODS = {"int": "integer", "double": "real", "string": "text", "enum": "choice"}


@dataclass
class Layout:
    """Names and layout of the generated C++."""

    naming: Naming
    namespace: str
    cxx_class: str
    header: str  # name by which the generated source includes the generated header
    string_length: int  # bytes of a string variable, including the null


def literal(text):
    """Returns a string literal. Each line of the text is a literal of its own."""
    text = re.sub(r'["\\]', r"\\\g<0>", text)
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", lambda match: f"\\{ord(match[0]):03o}", text)
    last = "\\n" if text.endswith("\n") else ""
    return '"' + text.removesuffix("\n").replace("\n", '\\n"\n           "') + last + '"'


def number(value):
    return (
        "-2147483647 - 1" if value == -(1 << 31) else str(value)
    )  # 2147483648 is not an int, so the minimum has no literal


def initial_of(variable):
    value = variable.initial
    if variable.type == "boolean":
        return "true" if value else "false"
    if variable.type == "double":
        return "%.17g" % value
    if variable.type == "string":
        return literal(value)
    if variable.type == "range":
        return f"mpit::Range{{{number(value[0])}, {number(value[1])}}}"
    return number(value)


def registration(variable, layout):
    naming = layout.naming
    verbosity = variable.verbosity.removeprefix("MPI_T_VERBOSITY_").lower()
    scope = variable.scope.removeprefix("MPI_T_SCOPE_").lower()
    items = (
        "{" + ", ".join(f"{{{literal(name)}, {value}}}" for name, value in variable.items) + "}, "
        if variable.type == "enum"
        else ""
    )
    length = f", {layout.string_length}" if variable.type == "string" else ""
    return f"""{naming.member(variable)}(the_registrar_.{METHODS.get(variable.type, variable.type)}(
          {{.name = {literal(variable.name)},
           .desc = {literal(variable.description)},
           .category = {literal(variable.category)},
           .verbosity = mpit::Verbosity::{verbosity},
           .scope = mpit::Scope::{scope}}},
          {{{", ".join(map(literal, naming.environment_of(variable)))}}},
          {items}{naming.macro(variable) if variable.device else initial_of(variable)}{length}))"""


def header_text(declarations, layout):
    """Returns the class with one member for each variable."""
    members = ""
    for variable in declarations.variables:
        member = layout.naming.member(variable)
        members += "\n"
        if variable.type == "enum":
            values = "".join(
                f"      {identifier(name)} = {value},\n" for name, value in variable.items
            )
            members += f"  struct {member}_choice {{\n    enum : int {{\n{values}    }};\n  }};\n"
        members += (
            f"  /// {variable.name}, declared in {variable.file}.\n "
            f" {CXX_TYPES.get(variable.type, 'mpit::Control<int>')} {member};\n"
        )
    return f"""{TOP}#pragma once

#include "reference/component/cvar_registrar.hpp"

namespace {layout.namespace} {{

/// The values may change at any time.
struct {layout.cxx_class} {{
  /// Registers all categories and variables. Start values come from the environment.
  explicit {layout.cxx_class}(mpit::Engine& the_engine_, mpit::Environment the_environment_ = {{}});
{members}
 private:
  explicit {layout.cxx_class}(mpit::CvarRegistrar the_registrar_);
}};

}}  // namespace {layout.namespace}
"""


def source_text(declarations, layout):
    """Returns the constructor, which registers everything."""
    name, naming = layout.cxx_class, layout.naming
    macros = "".join(
        f"#ifndef {naming.macro(each)}\n#define {naming.macro(each)} ({initial_of(each)})\n#endif\n"
        for each in declarations.variables
        if each.device
    )
    categories = "".join(
        f"  registrar.category({literal(category)},\n           {literal(description)});\n"
        for category, description in declarations.categories
    )
    members = ",\n      ".join(registration(each, layout) for each in declarations.variables)
    return f"""{TOP}#include "{layout.header}"

#include <utility>

{macros}
namespace {layout.namespace} {{
namespace {{

mpit::CvarRegistrar with_categories(mpit::CvarRegistrar registrar) {{
{categories}  return registrar;
}}

}}  // namespace

{name}::{name}(mpit::Engine& the_engine_, mpit::Environment the_environment_)
    : {name}(with_categories({{the_engine_, {literal(naming.prefix + "boolean")}, \
std::move(the_environment_)}})) {{}}

{name}::{name}([[maybe_unused]] mpit::CvarRegistrar the_registrar_)\
{chr(10) + "    : " + members if members else ""} {{}}

}}  // namespace {layout.namespace}
"""


def plain(text):
    """Escapes text for Markdown. Line ends are kept."""
    text = re.sub(r"[\\`*_{}\[\]<>()#+\-!|~&$=]", r"\\\g<0>", text.rstrip(" \n"))
    return re.sub(r"(?<!\n)\n(?!\n)", r"\\\n", text)


def code(text):
    """Formats text as code in a line or a table."""
    return "`" + text.replace("`", "'").replace("\n", " ") + "`" if text else "(empty)"


def markdown_text(declarations, naming):
    """Returns the reference page, grouped by category."""
    out = (
        "<!-- Written by cvargen from comment blocks; changes will be lost. -->\n# Control"
        " variables\n"
    )
    for category, description in declarations.categories:
        out += f"\n## {plain(category)}\n\n{plain(description)}\n"
        for each in declarations.variables:
            if each.category != category:
                continue
            out += f"\n### {plain(each.name)}\n\n{plain(each.description)}\n\n- Type: {each.type}\n"
            if each.type == "enum":
                out += (
                    "- Values: "
                    + ", ".join(code(f"{name} = {value}") for name, value in each.items)
                    + "\n"
                )
            out += (
                "- Default:"
                f" {code(each.default)}"
                f"{', unless the device has another' if each.device else ''}\n-"
                f" Scope: {code(each.scope)}\n- Verbosity: {code(each.verbosity)}\n- Environment,"
                f" the last one wins: {', '.join(map(code, naming.environment_of(each)))}\n-"
                f" Declared in: {code(each.file)}\n"
            )
    return out


def list_text(declarations):
    """Returns a line for each variable.

    The fields are name, type, verbosity, scope, category, default and place, separated by tabs.
    """

    def one(text):
        return re.sub("[\t\n\r]", " ", text)

    return "".join(
        "\t".join(
            (
                each.name,
                each.type,
                each.verbosity,
                each.scope,
                one(each.category),
                one(each.default),
                f"{each.file}:{each.line}",
            )
        )
        + "\n"
        for each in declarations.variables
    )


def depfile_text(target, inputs):
    """Returns a make rule: `target` depends on `inputs`."""

    def escaped(path):
        return re.sub(r"[ #\\]", r"\\\g<0>", path).replace("$", "$$")

    return escaped(target) + ":" + "".join(f" \\\n  {escaped(path)}" for path in inputs) + "\n"
