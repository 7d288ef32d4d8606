// SPDX-License-Identifier: BSD-3-Clause
// Statements, their arguments, and what they need declared.
#include "evidence/statements.hpp"

#include <algorithm>
#include <cstdlib>

#include "evidence/c_types.hpp"
#include "evidence/slice.hpp"
#include "evidence/values.hpp"

namespace mpitcheck::evidence {
namespace {

constexpr std::size_t spare_bytes = 16;  // behind texts, to see them overrun

}  // namespace

Statements::Statements(const Plot& plot, const Check& check) : plot_(plot) {
  for (const Term& term : check) {  // what is compared is kept in a variable of its own
    if (!term.earlier || term.parameter < 0) continue;
    const auto parameter = static_cast<std::size_t>(term.parameter);
    if (!is_opaque(prototype(plot.calls[term.call].function)->parameters[parameter].type)) continue;
    last_use_[{term.call, parameter}] = last_use_[{*term.earlier, parameter}] = term.call;
  }
  for (const std::size_t call : plot.chosen) {
    for (const Made& made : plot.objects.of(call))
      last_use_[made] = std::max(last_use_[made], call);
  }
}

Lines Statements::call(std::size_t at, const std::set<int>& looked_at) {
  const bool code = looked_at.contains(-1);
  const Call& call = plot_.calls[at];
  const Prototype& known = *prototype(call.function);
  Lines lines;
  std::string arguments;
  for (std::size_t p = 0; p < known.parameters.size(); ++p) {
    if (p > 0) arguments += ", ";
    arguments += argument(
        {at, p, known.parameters[p], call.arguments[p], looked_at.contains(static_cast<int>(p))},
        lines);
  }
  if (code) declare("int", "code");
  lines.push_back((code ? "code = " : "") + call.function + "(" + arguments + ");");
  if (call.function.ends_with("_get_num") && call.returned()) {
    counted_[call.function] = {std::string(known.parameters[0].name), call.answers[0]};
  }
  if (call.function == "MPI_Waitall") requests_.clear();
  follow_life_cycle(call);
  return lines;
}

void Statements::follow_life_cycle(const Call& call) {
  if (call.code != "MPI_SUCCESS") return;
  if (call.function == "MPI_T_init_thread") ++tool_inits_;
  if (call.function == "MPI_T_finalize") --tool_inits_;
  if (call.function.starts_with("MPI_Init") && call.function != "MPI_Initialized") mpi_up_ = true;
  if (call.function == "MPI_Finalize") mpi_up_ = false;
}

std::string Statements::argument(const Argument& it, Lines& before) {
  const std::string_view type = it.parameter.type;
  const std::string_view name = it.parameter.name;
  if (it.text == "NULL" || it.text == "MPI_STATUSES_IGNORE") return it.text;
  if (type == "int") return number(it, before);
  if (type == "const char *") return it.text.substr(0, it.text.rfind('"') + 1);
  if (type == "char *") return text_buffer(it, before);
  if (type.ends_with("_function")) return callback(it);
  if (name == "obj_handle") return object(it);
  if (name == "user_data") return "NULL";
  if (name == "buf" || name == "buffer") return value_buffer(it, before);
  if (name == "data" || name == "data_out") {
    const std::string place = type.starts_with("const") ? "sent" : "received";
    const Call& call = plot_.calls[it.call];
    const auto at = static_cast<std::size_t>(prototype(call.function)->find("count"));
    const int count = std::atoi(call.arguments[at].c_str());
    reserve("char", place, static_cast<std::size_t>(std::max(count, 1)) * 8);
    return place;
  }
  if (type.starts_with("MPI_Request")) return request(it);
  if (type.ends_with("[]")) return array(it);
  if (type == "MPI_Datatype" || type == "MPI_T_cb_safety" || type == "MPI_Op") return it.text;
  if (type.ends_with("*")) {
    const std::string base = base_type(type);
    if (base == "int" || base == "MPI_Count" || base == "MPI_Datatype" ||
        base == "MPI_T_source_order") {
      return out_number(it, before);
    }
    return out_opaque(it, before);
  }
  return opaque(it);
}

std::string Statements::number(const Argument& it, Lines& before) {
  const std::string kind = kind_of_index(it.parameter.name);
  if (kind.empty()) return it.text;
  const int index = std::atoi(it.text.c_str());
  const Listed what{kind, index};
  if (const auto known = looked_up_.find(what); known != looked_up_.end()) return known->second;
  const Name* const name = plot_.objects.name(what);
  if (plot_.by_name && name != nullptr && tool_inits_ > 0 && kind != "source") {
    std::string variable = kind;
    const auto same_kind = std::ranges::count_if(
        looked_up_, [&](const auto& entry) { return entry.first.first == kind; });
    if (same_kind > 0) variable += std::to_string(same_kind + 1);
    declare("int", variable);
    const std::string in_class = kind == "pvar" ? ", " + name->pvar_class : "";
    before.push_back("if (MPI_T_" + kind + "_get_index(" + name->literal + in_class + ", &" +
                     variable + ") != MPI_SUCCESS) return 0;");
    return looked_up_[what] = variable;
  }
  const auto counted = counted_.find("MPI_T_" + kind + "_get_num");
  if (counted == counted_.end()) return it.text;
  const int beyond = index - std::atoi(counted->second[1].c_str());
  if (beyond < 0 || beyond > 64) return it.text;
  return counted->second[0] + (beyond == 0 ? "" : " + " + std::to_string(beyond));
}

std::string Statements::out_number(const Argument& it, Lines& before) {
  const std::string name = declare(base_type(it.parameter.type), std::string(it.parameter.name));
  const bool goes_in = name.ends_with("_len") || name == "num_elements";
  if (goes_in || (it.exact && it.text == plot_.calls[it.call].answers[it.at]))
    before.push_back(name + " = " + it.text + ";");
  return "&" + name;
}

std::string Statements::text_buffer(const Argument& it, Lines& before) {
  const std::string name(it.parameter.name);
  const Call& call = plot_.calls[it.call];
  const int length = length_of(*prototype(call.function), static_cast<int>(it.at));
  const int size =
      length < 0 ? 0 : std::atoi(call.arguments[static_cast<std::size_t>(length)].c_str());
  reserve("char", name, static_cast<std::size_t>(std::clamp(size, 0, 1 << 20)) + spare_bytes);
  if (it.exact && parse_values(call.answers[it.at]).odd()) {
    before.push_back("memset(" + name + ", '#', sizeof " + name + ");");
  }
  return name;
}

std::string Statements::value_buffer(const Argument& it, Lines& before) {
  const Values values = parse_values(it.text);
  const std::string type = c_type(values.datatype);
  const Values answer = parse_values(plot_.calls[it.call].answers[it.at]);
  if (it.parameter.type == "const void *" && !type.empty()) {
    if (values.datatype == "MPI_CHAR") return values.text;
    return "(" + type + "[]){" + values.list() + "}";
  }
  const std::size_t count = std::max(
      {values.elements.size(), answer.elements.size(), answer.text.size(), values.text.size()});
  reserve("long long", "value", count + spare_bytes);
  if (it.exact && answer.odd()) before.emplace_back("memset(value, '#', sizeof value);");
  if (it.exact && !type.empty()) {
    const std::size_t shown =
        std::min({values.elements.size(), answer.elements.size(), elements_compared});
    for (std::size_t i = 0; i < shown; ++i) {
      before.push_back("((" + type + " *)value)[" + std::to_string(i) +
                       "] = " + values.elements[i] + ";");
    }
  }
  return "value";
}

std::string Statements::opaque(const Argument& it) {
  if (!it.text.starts_with('@')) return it.text;
  if (const auto made = plot_.objects.of(it.call, it.at)) return variable_of(*made);
  return "(" + std::string(it.parameter.type) + ")(size_t)0x" + it.text.substr(1);
}

std::string Statements::out_opaque(const Argument& it, Lines& before) {
  const std::string type = base_type(it.parameter.type);
  const Call& call = plot_.calls[it.call];
  if (call.function.ends_with("_free")) {
    const std::string gone = declare(type, "gone_" + variable_name(type), null_of(type));
    const auto made = plot_.objects.of(it.call, it.at);
    before.push_back(
        gone + " = " +
        (made ? variable_of(*made) : opaque({it.call, it.at, {type, ""}, it.text, false})) + ";");
    return "&" + gone;
  }
  const Made made{it.call, it.at};
  if (last_use_.contains(made)) return "&" + variable_of(made);
  const std::string name = declare(type, "some_" + variable_name(type), null_of(type));
  if (it.exact && !it.text.starts_with('@')) before.push_back(name + " = " + it.text + ";");
  return "&" + name;
}

std::string Statements::object(const Argument& it) {
  if (const auto made = plot_.objects.of(it.call, it.at)) return "&" + variable_of(*made);
  if (!it.text.starts_with('@')) {
    const std::string name = it.text == "MPI_COMM_WORLD"  ? "world"
                             : it.text == "MPI_COMM_SELF" ? "self"
                                                          : "no_comm";
    return "&" + declare("MPI_Comm", name, it.text);
  }
  reserve("char", "anything", 256);
  return "anything";
}

std::string Statements::array(const Argument& it) {
  const Call& call = plot_.calls[it.call];
  const int length = length_of(*prototype(call.function), static_cast<int>(it.at));
  const int size =
      length < 0 ? 0 : std::atoi(call.arguments[static_cast<std::size_t>(length)].c_str());
  const std::string name(it.parameter.name);
  reserve(base_type(it.parameter.type), name,
          static_cast<std::size_t>(std::clamp(size, 0, 1 << 16)) + spare_bytes);
  return name;
}

// Outstanding requests stand in one array, in the order of their begin.
std::string Statements::request(const Argument& it) {
  if (it.parameter.type == "MPI_Request *") {
    requests_.push_back(plot_.calls[it.call].answers[it.at]);
    reserve("MPI_Request", "requests", requests_.size());
    return "&requests[" + std::to_string(requests_.size() - 1) + "]";
  }
  reserve("MPI_Request", "requests", 1);
  return "requests";
}

std::string Statements::callback(const Argument& it) {
  callbacks_.insert(std::string(it.parameter.type));
  return it.parameter.type == "MPI_T_event_cb_function"        ? "on_event"
         : it.parameter.type == "MPI_T_event_free_cb_function" ? "on_free"
                                                               : "on_dropped";
}

std::string Statements::variable_of(const Made& made) {
  if (const auto known = variables_.find(made); known != variables_.end()) return known->second;
  const Call& maker = plot_.calls[made.call];
  const std::string type = base_type(prototype(maker.function)->parameters[made.parameter].type);
  for (auto& [other, name] : variables_) {  // a variable whose object has had its last use
    if (!declared_[type].contains(name) || last_use_[other] >= made.call) continue;
    const std::string taken = name;
    variables_.erase(other);
    return variables_[made] = taken;
  }
  std::string name = variable_name(type);
  if (const std::size_t count = declared_[type].size(); count > 0)
    name += std::to_string(count + 1);
  return variables_[made] = declare(type, name, null_of(type));
}

std::string Statements::declare(const std::string& type, const std::string& name,
                                const std::string& initial) {
  declared_[type].emplace(name, initial);
  return name;
}

void Statements::reserve(const std::string& type, const std::string& name, std::size_t size) {
  auto& [known_type, known_size] = arrays_[name];
  known_type = type;
  known_size = std::max(known_size, size);
}

Lines Statements::declarations() const {
  Lines lines;
  for (const auto& [type, names] : declared_) {
    std::string line;
    for (const auto& [name, initial] : names) {
      line += (line.empty() ? type + " " : ", ") + name + (initial.empty() ? "" : " = " + initial);
    }
    lines.push_back(line + ";");
  }
  for (const auto& [name, array] : arrays_) {
    lines.push_back("static " + array.first + " " + name + "[" + std::to_string(array.second) +
                    "];");
  }
  return lines;
}

}  // namespace mpitcheck::evidence
