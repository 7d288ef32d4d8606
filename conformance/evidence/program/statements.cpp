// SPDX-License-Identifier: BSD-3-Clause
// Statements, their arguments, and what they need declared.
#include "conformance/evidence/program/statements.hpp"

#include <algorithm>
#include <cstdlib>

#include "conformance/evidence/program/c_types.hpp"
#include "conformance/evidence/search/slice.hpp"
#include "conformance/evidence/search/values.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::evidence {
namespace {

// Whether what is compared is an object that has a variable of its own.
bool is_object(const Plot& plot, const Place& place) {
  if (place.output.parameter < 0) return false;
  const Call& call = plot.calls[place.call];
  const auto parameter = static_cast<std::size_t>(place.output.parameter);
  return is_opaque(prototype(call.function)->parameters[parameter].type);
}

Made made_at(const Place& place) {
  return {place.call, static_cast<std::size_t>(place.output.parameter)};
}

}  // namespace

Statements::Statements(const Plot& plot, const Check& check, std::string leave)
    : plot_(plot), check_(check), leave_(std::move(leave)) {
  for (const Term& term : check.terms) {
    for (const Place& place : term.places()) {
      if (!term.others.empty() && is_object(plot, place)) last_use_[made_at(place)] = check.judged;
    }
  }
  for (const std::size_t call : plot.chosen) {
    for (const Made& made : plot.objects.of(call))
      last_use_[made] = std::max(last_use_[made], call);
  }
  if (!plot.chosen.empty()) look_at_callbacks();
}

// Which functions of the tool are looked at: the one that is judged, those that are counted.
void Statements::look_at_callbacks() {
  const std::vector<Call>& calls = plot_.calls;
  callback_ = callback_of(calls, plot_.chosen.back());
  const auto add_like = [&](std::size_t giver, bool same_function) {
    const int handle = prototype(calls[giver].function)->find("event_registration");
    const auto of = [&](std::size_t call) {
      return plot_.objects.of(call, static_cast<std::size_t>(handle));
    };
    for (const std::size_t call : plot_.chosen) {
      const bool like = calls[call].function == calls[giver].function && of(call) == of(giver);
      if (like && (!same_function || calls[call].arguments == calls[giver].arguments)) {
        looked_at_from_.insert(call);
      }
    }
  };
  for (const Term& term : check_.terms) {
    if (!term.counts()) continue;
    add_like(term.place.call, false);
    const Place* const since = term.other();
    if (since == nullptr || !is_callback(calls[since->call].function)) continue;
    if (const auto giver = handed_over(calls, since->call)) {
      looked_at_from_.insert(*giver);
      functions_["on_free"] = {"told = 1;"};
    }
  }
  if (!callback_) return;
  giver_ = handed_over(calls, *callback_);
  if (giver_) add_like(*giver_, true);
  const Prototype& known = *prototype(calls[*callback_].function);
  for (std::size_t p = 0; p < known.parameters.size(); ++p) {
    written_[{*callback_, p}] = known.parameters[p].name;
  }
  variables_[{*callback_, 0}] = known.parameters[0].name;
}

Lines Statements::call(std::size_t at, const std::set<int>& looked_at) {
  const bool code = looked_at.contains(-1);
  const Call& call = plot_.calls[at];
  const std::string leave = callback_of(plot_.calls, at) ? "return;" : leave_;
  const Prototype& known = *prototype(call.function);
  Lines lines;
  std::string arguments;
  for (std::size_t p = 0; p < known.parameters.size(); ++p) {
    if (p > 0) arguments += ", ";
    const std::string written = argument(
        {at, p, known.parameters[p], call.arguments[p], looked_at.contains(static_cast<int>(p))},
        lines);
    written_[{at, p}] = written;
    arguments += written;
  }
  const std::string line = call.function + "(" + arguments + ")";
  if (code) {
    declare("int", "code");
    lines.push_back("code = " + line + ";");
  } else if (call.code == "MPI_SUCCESS" && !leave.empty()) {
    lines.push_back("if (" + line + " != MPI_SUCCESS) " + leave);
  } else if (call.returned() && call.code != "MPI_SUCCESS" && !leave.empty()) {
    lines.push_back("if (" + line + " == MPI_SUCCESS) " + leave);
  } else {
    lines.push_back(line + ";");
  }
  need_enumeration(at, leave, lines);
  remember(call);
  if (call.function.ends_with("_get_num") && call.returned()) {
    counted_[call.function] = {std::string(known.parameters[0].name), call.answers[0]};
  }
  if (call.function == "MPI_Waitall") requests_end(call);
  follow_life_cycle(call);
  return lines;
}

// Another library may have none there: later calls would be about nothing.
void Statements::need_enumeration(std::size_t at, const std::string& leave, Lines& lines) {
  const Prototype& known = *prototype(plot_.calls[at].function);
  const int parameter = known.find("enumtype");
  if (parameter < 0 || known.parameters[static_cast<std::size_t>(parameter)].type != "MPI_T_enum *")
    return;
  const Made made{at, static_cast<std::size_t>(parameter)};
  const bool is_used = std::ranges::any_of(plot_.chosen, [&](std::size_t call) {
    const std::vector<Made> used = plot_.objects.of(call);
    return std::ranges::find(used, made) != used.end();
  });
  if (is_used && !leave.empty()) {
    lines.push_back("if (" + variable_of(made) + " == MPI_T_ENUM_NULL) " + leave);
  }
}

// What lies in variables now that a later call may be given.
void Statements::remember(const Call& call) {
  const Prototype& known = *prototype(call.function);
  for (std::size_t p = 0; p < call.answers.size(); ++p) {
    const std::string_view type = known.parameters[p].type;
    const std::string_view name = known.parameters[p].name;
    const bool is_kept = type == "char *" || name == "source_index";
    if (is_kept && !call.answers[p].empty()) held_[std::string(name)] = call.answers[p];
  }
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
  if (it.text == "NULL" || it.text.ends_with("_IGNORE")) return it.text;
  if (type == "int") return number(it, before);
  if (type == "const char *") {
    const std::string literal = it.text.substr(0, it.text.rfind('"') + 1);
    for (const auto& [variable, text] : held_) {
      if (text == literal && text != "\"\"") return variable;
    }
    return literal;
  }
  if (type == "char *") return text_buffer(it, before);
  if (type.ends_with("_function")) return callback(it);
  if (name == "obj_handle") return object(it);
  if (name == "user_data") return user_data(it);
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
  if (type.ends_with("[]")) return array(it, before);
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
  if (it.parameter.name == "len" && is_compared_with(it.call, static_cast<int>(it.at))) {
    return "(int)earlier";
  }
  if (kind.empty()) return it.text;
  // A callback asks about the source that its event has.
  const auto held = held_.find(std::string(it.parameter.name));
  if (callback_of(plot_.calls, it.call) && held != held_.end() && held->second == it.text) {
    return held->first;
  }
  const int index = std::atoi(it.text.c_str());
  const Listed what{kind, index};
  if (const auto known = looked_up_.find(what); known != looked_up_.end()) return known->second;
  const Name* const name = plot_.objects.name(what);
  if (plot_.by_name && name != nullptr && tool_inits_ > 0 && kind != "source") {
    std::string variable = kind;
    const auto same_kind = std::ranges::count_if(
        looked_up_, [&](const auto& entry) { return entry.first.first == kind; });
    if (same_kind > 0) variable += std::to_string(same_kind + 1);
    declare("int", variable, "-1");  // for a look-up that succeeds and answers nothing
    const std::string in_class = kind == "pvar" ? ", " + name->pvar_class : "";
    before.push_back("if (MPI_T_" + kind + "_get_index(" + name->literal + in_class + ", &" +
                     variable + ") != MPI_SUCCESS) " + leave_anyway());
    return looked_up_[what] = variable;
  }
  if (!callback_of(plot_.calls, it.call)) need_index(what, it, before);
  const auto counted = counted_.find("MPI_T_" + kind + "_get_num");
  if (counted == counted_.end()) return it.text;
  const int beyond = index - std::atoi(counted->second[1].c_str());
  if (beyond < -1 || beyond > 64) return it.text;
  const std::string distance = std::to_string(std::abs(beyond));
  return counted->second[0] + (beyond == 0 ? "" : (beyond < 0 ? " - " : " + ") + distance);
}

bool Statements::is_compared_with(std::size_t number, int at) const {
  if (at < 0) return false;
  const Call& call = plot_.calls[number];
  return std::ranges::any_of(check_.terms, [&](const Term& term) {
    if (term.place.call != number || term.others.size() != 1) return false;
    const Place& other = term.others.front().place;
    return other.call < number && told(plot_.calls[other.call], other.output) ==
                                      call.arguments[static_cast<std::size_t>(at)];
  });
}

void Statements::need_index(const Listed& what, const Argument& it, Lines& before) {
  const std::string get_num = "MPI_T_" + what.first + "_get_num";
  int number = 0;
  for (std::size_t i = 0; i < it.call; ++i) {
    const Call& call = plot_.calls[i];
    if (call.function == get_num && call.code == "MPI_SUCCESS")
      number = std::atoi(call.answers[0].c_str());
  }
  const bool is_listed = what.second >= 0 && what.second < number;
  if (tool_inits_ == 0 || !is_listed || !counted_in_.insert(what).second) return;
  const std::string name = declare("int", std::string(prototype(get_num)->parameters[0].name));
  before.push_back("if (" + get_num + "(&" + name + ") != MPI_SUCCESS || " + name +
                   " <= " + it.text + ") " + leave_anyway());
}

std::string Statements::out_number(const Argument& it, Lines& before) {
  const std::string name = declare(base_type(it.parameter.type), std::string(it.parameter.name));
  const bool goes_in = name.ends_with("_len") || name == "num_elements";
  const Prototype& known = *prototype(plot_.calls[it.call].function);
  for (std::size_t text = 0; name.ends_with("_len") && text < known.parameters.size(); ++text) {
    if (length_of(known, static_cast<int>(text)) != static_cast<int>(it.at)) continue;
    const bool earlier = is_compared_with(it.call, static_cast<int>(it.at));
    before.push_back(name + " = " +
                     (earlier ? "(int)earlier" : join(room_for_text(it.call, text))) + ";");
    return "&" + name;
  }
  if (goes_in || (it.exact && it.text == plot_.calls[it.call].answers[it.at]))
    before.push_back(name + " = " + it.text + ";");
  return "&" + name;
}

bool Statements::has_room(std::size_t call) const {
  const auto is_code = [](const Term& term) { return term.place.output == Output{}; };
  if (call == check_.judged && std::ranges::all_of(check_.terms, is_code)) return false;
  for (const Term& term : check_.terms) {
    for (const Place& place : term.places()) {
      if (place.call != call) continue;
      const Output& output = place.output;
      if (output.parameter == code_of_call) continue;
      const auto& [type, name] = prototype(plot_.calls[call].function)
                                     ->parameters[static_cast<std::size_t>(output.parameter)];
      const bool is_part = output.element >= 0 || output.length || output.extent;
      if ((type == "char *" && is_part) || name.ends_with("_len")) return false;
    }
  }
  return true;
}

// The recorded one, or more where that does not matter.
int Statements::room_for_text(std::size_t number, std::size_t text) const {
  const Call& call = plot_.calls[number];
  const int length = length_of(*prototype(call.function), static_cast<int>(text));
  const int size =
      length < 0 ? 0 : std::atoi(call.arguments[static_cast<std::size_t>(length)].c_str());
  if (call.arguments[text] != "NULL" && is_compared_with(number, length)) {
    return room_for_any_length;
  }
  // A text that is measured here for a later call has to be there as a whole.
  const auto is_measured = [&](const Addend& addend) {
    const auto& [place, output] = addend.place;
    return place == number && output.parameter == static_cast<int>(text) && output.length;
  };
  if (number != check_.judged && std::ranges::any_of(check_.terms, [&](const Term& term) {
        return std::ranges::any_of(term.others, is_measured);
      })) {
    return room_for_any_length;
  }
  const bool reads_all = size > 0 && call.arguments[text] != "NULL" && has_room(number) &&
                         !parse_values(call.answers[text]).odd();
  return reads_all ? std::max(size, room_for_any_text) : size;
}

std::string Statements::text_buffer(const Argument& it, Lines& before) {
  const std::string name(it.parameter.name);
  const Call& call = plot_.calls[it.call];
  const int size = room_for_text(it.call, it.at);
  reserve("char", name, static_cast<std::size_t>(std::clamp(size, 0, 1 << 20)) + spare_bytes);
  const std::string held = filling(it, "0");
  if (!held.empty()) {
    before.push_back("memset(" + name + ", " + held + ", sizeof " + name + ");");
  } else if (it.exact && parse_values(call.answers[it.at]).odd()) {
    before.push_back("memset(" + name + ", '#', sizeof " + name + " - 1);");
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
  const std::string held = filling(it, "165");
  const bool filled = held == extent_filling;
  if (!held.empty() && !filled && values.datatype.empty()) {
    before.push_back("memset(value, " + held + ", sizeof value);");
  }
  const std::size_t count = std::max(
      {values.elements.size(), answer.elements.size(), answer.text.size(), values.text.size()});
  reserve("long long", "value", count + spare_bytes);
  if (filled || (it.exact && answer.odd())) {
    before.push_back(
        join("memset(value, ", extent_filling, ", sizeof value", filled ? "" : " - 1", ");"));
  }
  if (it.exact && !filled && !type.empty()) {
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

std::string Statements::filling(const Argument& it, const std::string& other) const {
  const auto is_here = [&](const Place& place) {
    return place.call == it.call && place.output.parameter == static_cast<int>(it.at);
  };
  for (const Term& term : check_.terms) {
    if (is_here(term.place) && term.place.output.extent) return extent_filling;
    const bool in_part = term.place.output.element >= 0;
    if (is_here(term.place) && term.other() != nullptr && !in_part) return other;
    if (!in_part || std::ranges::none_of(term.places(), is_here)) continue;
    if (term.other() == nullptr) return term.value;
    const Values values = parse_values(it.text);  // as in the story, for both
    if (!values.elements.empty() && !is_handle(values.elements[0])) return values.elements[0];
    if (is_here(term.place)) return other;
  }
  return {};
}

bool Statements::compares_elements(const Argument& it) const {
  return std::ranges::any_of(check_.terms, [&](const Term& term) {
    return term.place.call == it.call && term.place.output.parameter == static_cast<int>(it.at) &&
           term.place.output.element >= 0 && term.others.size() == 1 &&
           term.others.front().place.call == it.call;
  });
}

std::string Statements::array(const Argument& it, Lines& before) {
  const Call& call = plot_.calls[it.call];
  const int length = length_of(*prototype(call.function), static_cast<int>(it.at));
  const int size =
      length < 0 ? 0 : std::atoi(call.arguments[static_cast<std::size_t>(length)].c_str());
  const std::string name(it.parameter.name);
  const std::size_t elements =
      is_compared_with(it.call, length)
          ? room_for_any_length
          : static_cast<std::size_t>(std::clamp(size, 0, 1 << 16)) + spare_bytes;
  reserve(base_type(it.parameter.type), name, elements);
  const std::string held =
      filling(it, it.parameter.type.starts_with("MPI_Datatype") ? "MPI_DATATYPE_NULL" : "-1");
  if (compares_elements(it)) {
    before.push_back("for (int i = 0; i < " + std::to_string(elements) + "; ++i) " + name +
                     "[i] = -1 - i;  /* no two alike */");
  } else if (held == extent_filling) {
    before.push_back("memset(" + name + ", " + held + ", sizeof " + name + ");");
  } else if (!held.empty()) {
    before.push_back("for (int i = 0; i < " + std::to_string(elements) + "; ++i) " + name +
                     "[i] = " + held + ";");
  }
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
  const Values waited = parse_values(it.text);
  const auto first = waited.elements.empty()
                         ? requests_.end()
                         : std::ranges::find(requests_, waited.elements.front());
  if (first == requests_.end() || first == requests_.begin()) return "requests";
  return "requests + " + std::to_string(first - requests_.begin());
}

// They are outstanding no longer.
void Statements::requests_end(const Call& wait) {
  const Values waited = parse_values(wait.arguments[1]);
  for (std::string& request : requests_) {
    if (std::ranges::find(waited.elements, request) != waited.elements.end()) request.clear();
  }
  while (!requests_.empty() && requests_.back().empty()) requests_.pop_back();
}

std::string Statements::callback(const Argument& it) {
  const bool other = !looked_at_from_.empty() && !looked_at_from_.contains(it.call);
  const std::string name =
      std::string(other ? "on_other_" : "on_") + (it.parameter.type == event_callback  ? "event"
                                                  : it.parameter.type == free_callback ? "free"
                                                                                       : "dropped");
  Lines& body = functions_[name];
  for (const Term& term : check_.terms) {
    if (!term.counts() || !body.empty()) continue;
    const Call& giver = plot_.calls[term.place.call];
    if (giver.function != plot_.calls[it.call].function) continue;
    declare("int", "told", term.other() != nullptr ? "" : "1");
    declare("int", "calls");
    declare("int", "others");
    body = {other ? "++others;" : "if (told) ++calls; else ++others;"};
  }
  return name;
}

std::string Statements::user_data(const Argument& it) {
  const bool judged = std::ranges::any_of(check_.terms, [&](const Term& term) {
    return plot_.calls[term.place.call].function.ends_with("_function") && !term.counts() &&
           answer(term.place) == "user_data";
  });
  if (!judged) return "NULL";
  const auto known = std::ranges::find(own_, it.text);
  const std::string index = std::to_string(known - own_.begin());
  if (known == own_.end()) own_.push_back(it.text);
  reserve("char", "own", own_.size());
  return "&own[" + index + "]";
}

bool Statements::waits(const Term& term) const {
  const Place* const other = term.other();
  if (other == nullptr || callback_of(plot_.calls, other->call)) return false;
  return term.counts() || (callback_ && giver_ && other->call > *giver_);
}

std::string Statements::end_of_wait() {
  declare("int", "told");
  return "told = 1;";
}

void Statements::callback_does(const Lines& lines) {
  const std::string_view type = plot_.calls[*callback_].function;
  functions_[type == event_callback  ? "on_event"
             : type == free_callback ? "on_free"
                                     : "on_dropped"] = lines;
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
  std::map<std::string, std::string> arrays;  // by type
  for (const auto& [name, array] : arrays_) {
    std::string& line = arrays[array.first];
    line += (line.empty() ? "static " + array.first + " " : ", ") + name + "[" +
            std::to_string(array.second) + "]";
  }
  for (const auto& [type, line] : arrays) lines.push_back(line + ";");
  return lines;
}

}  // namespace mpitcheck::evidence
