// SPDX-License-Identifier: BSD-3-Clause
// Writes the C++ that registers the variables.
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "reference/cvargen/outputs.hpp"

namespace mpit::cvargen {
namespace {

constexpr const char* top =
    "// SPDX-License-Identifier: BSD-3-Clause\n"
    "// Control variables declared in comment blocks. Written by cvargen; changes will be lost.\n";

/// A text as string literal; line ends begin a new literal.
std::string literal(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i];
    } else if (c == '\n') {
      out += i + 1 == text.size() ? "\\n" : "\\n\"\n           \"";
    } else if (c < ' ' || c == 0x7f) {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", c);
      out += octal;
    } else {
      out += text[i];
    }
  }
  return out + '"';
}

/// MPI_T_SCOPE_ALL_EQ as mpit::Scope::all_eq, MPI_T_VERBOSITY_x likewise.
std::string enumerator(const char* type, const std::string& word, const char* prefix) {
  std::string name = word.substr(std::string_view(prefix).size());
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::string("mpit::") + type + "::" + name;
}

std::string number(int value) {
  // The literal 2147483648 is no int.
  return value == -2147483647 - 1 ? "-2147483647 - 1" : std::to_string(value);
}

std::string cxx_type(Type type) {
  switch (type) {
    case Type::real:
      return "mpit::Control<double>";
    case Type::range:
      return "mpit::Control<mpit::Range>";
    case Type::text:
      return "mpit::TextControl";
    default:
      return "mpit::Control<int>";
  }
}

const char* method(Type type) {
  switch (type) {
    case Type::integer:
      return "integer";
    case Type::boolean:
      return "boolean";
    case Type::real:
      return "real";
    case Type::text:
      return "text";
    case Type::range:
      return "range";
    case Type::choice:
      break;
  }
  return "choice";
}

std::string initial_value(const Variable& variable) {
  switch (variable.type) {
    case Type::boolean:
      return std::get<int>(variable.initial) != 0 ? "true" : "false";
    case Type::real: {
      char text[40];
      std::snprintf(text, sizeof text, "%.17g", std::get<double>(variable.initial));
      return text;
    }
    case Type::text:
      return literal(std::get<std::string>(variable.initial));
    case Type::range: {
      const Range& range = std::get<Range>(variable.initial);
      return "mpit::Range{" + number(range.low) + ", " + number(range.high) + "}";
    }
    default:
      return number(std::get<int>(variable.initial));
  }
}

void write_items(std::ostream& out, const Variable& variable) {
  out << "{";
  for (const Item& item : variable.items) {
    out << (&item == variable.items.data() ? "" : ", ") << "{" << literal(item.name) << ", "
        << item.value << "}";
  }
  out << "}";
}

void write_registration(std::ostream& out, const Variable& variable, const Layout& layout) {
  const Naming& naming = layout.naming;
  out << naming.member(variable) << "(the_registrar_." << method(variable.type) << "(\n"
      << "          {.name = " << literal(variable.name) << ",\n"
      << "           .desc = " << literal(variable.description) << ",\n"
      << "           .category = " << literal(variable.category) << ",\n"
      << "           .verbosity = "
      << enumerator("Verbosity", variable.verbosity, "MPI_T_VERBOSITY_") << ",\n"
      << "           .scope = " << enumerator("Scope", variable.scope, "MPI_T_SCOPE_") << ",\n"
      << "           .environment = {";
  const std::vector<std::string> names = naming.environment_of(variable);
  for (const std::string& name : names) {
    out << (&name == names.data() ? "" : ", ") << literal(name);
  }
  out << "}},\n          ";
  if (variable.type == Type::choice) {
    write_items(out, variable);
    out << ", ";
  }
  out << (variable.device ? naming.device_macro(variable) : initial_value(variable));
  if (variable.type == Type::text) out << ", " << layout.string_length;
  out << "))";
}

void write_device_macros(std::ostream& out, const Declarations& declarations,
                         const Naming& naming) {
  for (const Variable& variable : declarations.variables) {
    if (!variable.device) continue;
    const std::string macro = naming.device_macro(variable);
    out << "#ifndef " << macro << "\n#define " << macro << " (" << initial_value(variable)
        << ")\n#endif\n";
  }
}

}  // namespace

std::string header_text(const Declarations& declarations, const Layout& layout) {
  std::ostringstream out;
  out << top << "#pragma once\n\n#include \"mpit/cvar_registrar.hpp\"\n\nnamespace "
      << layout.cxx_namespace << " {\n\n"
      << "/// The values may change at any time.\nstruct " << layout.cxx_class << " {\n"
      << "  /// Registers all categories and variables. Start values come from the environment.\n"
      << "  explicit " << layout.cxx_class
      << "(mpit::Engine& the_engine_, mpit::Environment the_environment_ = {});\n";
  for (const Variable& variable : declarations.variables) {
    const std::string member = layout.naming.member(variable);
    out << "\n";
    if (variable.type == Type::choice) {
      out << "  struct " << member << "_choice {\n    enum : int {\n";
      for (const Item& item : variable.items) {
        out << "      " << identifier(item.name) << " = " << item.value << ",\n";
      }
      out << "    };\n  };\n";
    }
    out << "  /// " << variable.name << ", declared in " << variable.place.file << ".\n  "
        << cxx_type(variable.type) << " " << member << ";\n";
  }
  out << "\n private:\n  explicit " << layout.cxx_class
      << "(mpit::CvarRegistrar the_registrar_);\n};\n\n}  // namespace " << layout.cxx_namespace
      << "\n";
  return out.str();
}

std::string source_text(const Declarations& declarations, const Layout& layout) {
  std::ostringstream out;
  out << top << "#include \"" << layout.header << "\"\n\n#include <utility>\n\n";
  write_device_macros(out, declarations, layout.naming);
  const std::string& name = layout.cxx_class;
  out << "\nnamespace " << layout.cxx_namespace << " {\nnamespace {\n\n"
      << "mpit::CvarRegistrar with_categories(mpit::CvarRegistrar registrar) {\n";
  for (const Category& category : declarations.categories) {
    out << "  registrar.category(" << literal(category.name) << ",\n           "
        << literal(category.description) << ");\n";
  }
  out << "  return registrar;\n}\n\n}  // namespace\n\n"
      << name << "::" << name << "(mpit::Engine& the_engine_, mpit::Environment the_environment_)\n"
      << "    : " << name << "(with_categories({the_engine_, "
      << literal(layout.naming.prefix + "boolean") << ", std::move(the_environment_)})) {}\n\n"
      << name << "::" << name << "([[maybe_unused]] mpit::CvarRegistrar the_registrar_)";
  const char* separator = "\n    : ";
  for (const Variable& variable : declarations.variables) {
    out << separator;
    write_registration(out, variable, layout);
    separator = ",\n      ";
  }
  out << " {}\n\n}  // namespace " << layout.cxx_namespace << "\n";
  return out.str();
}

}  // namespace mpit::cvargen
