// SPDX-License-Identifier: BSD-3-Clause
// The small readers that the draft's tests share.
#include "conformance/draft2011/suite/draft.hpp"

#include "conformance/harness/facts/names.hpp"

namespace mpitcheck::draft {

std::string code_name(int code) {
  switch (code) {
    case MPIT_ERR_PREDEFINED:
      return "MPIT_ERR_PREDEFINED";
    case MPIT_ERR_INVALIDDATATYPE:
      return "MPIT_ERR_INVALIDDATATYPE";
    case MPIT_ERR_INVALIDVAR:
      return "MPIT_ERR_INVALIDVAR";
    case MPIT_ERR_INVALIDCATEGORY:
      return "MPIT_ERR_INVALIDCATEGORY";
    default:
      return mpitcheck::code_name(code);
  }
}

std::string text_of(const std::function<int(char*, int*)>& get) {
  int length = 0;
  if (get(nullptr, &length) != MPIT_SUCCESS || length < 1) return "";
  std::string text(static_cast<std::size_t>(length), '\0');
  if (get(text.data(), &length) != MPIT_SUCCESS) return "";
  return text.c_str();
}

std::string Controlvar::label() const { return join("controlvar ", index, " ", in_quotes(name)); }

std::string Perfvar::label() const { return join("perfvar ", index, " ", in_quotes(name)); }

std::vector<Controlvar> controlvars() {
  std::vector<Controlvar> variables;
  int num = 0;
  MPITCHECK_DRAFT(MPIT_Controlvar_get_num(&num));
  for (int index = 0; index < num; ++index) {
    Controlvar v{index, "", 0, 0, 0, {}};
    int length = 0;
    v.name = text_of([&](char* name, int* name_len) {
      return MPITCHECK_DRAFT(MPIT_Controlvar_get_info(index, name, name_len, &v.verbosity,
                                                      &v.datatype, nullptr, nullptr, &length,
                                                      &v.bind, &v.attributes));
    });
    if (!v.name.empty()) variables.push_back(v);
  }
  return variables;
}

std::vector<Perfvar> perfvars() {
  std::vector<Perfvar> variables;
  int num = 0;
  MPITCHECK_DRAFT(MPIT_Perfvar_get_num(&num));
  for (int index = 0; index < num; ++index) {
    Perfvar v{index, "", 0, 0, 0, 0, {}};
    int length = 0;
    v.name = text_of([&](char* name, int* name_len) {
      return MPITCHECK_DRAFT(MPIT_Perfvar_get_info(index, name, name_len, &v.verbosity, &v.varclass,
                                                   &v.datatype, nullptr, nullptr, &length, &v.bind,
                                                   &v.attributes));
    });
    if (!v.name.empty()) variables.push_back(v);
  }
  return variables;
}

int reported_count(const Controlvar& v) {
  int count = -1;
  int name_len = 0;
  int desc_len = 0;
  MPITCHECK_DRAFT(MPIT_Controlvar_get_info(v.index, nullptr, &name_len, nullptr, nullptr, &count,
                                           nullptr, &desc_len, nullptr, nullptr));
  return count;
}

int reported_count(const Perfvar& v) {
  int count = -1;
  int name_len = 0;
  int desc_len = 0;
  MPITCHECK_DRAFT(MPIT_Perfvar_get_info(v.index, nullptr, &name_len, nullptr, nullptr, nullptr,
                                        &count, nullptr, &desc_len, nullptr, nullptr));
  return count;
}

std::size_t size_of(MPIT_Datatype datatype) {
  int size = 0;
  MPITCHECK_DRAFT(MPIT_Datatype_get_size(datatype, &size));
  return static_cast<std::size_t>(size);
}

std::string datatype_name(MPIT_Datatype datatype) {
  static constexpr const char* names[] = {"MPIT_LOGICAL", "MPIT_BYTE",  "MPIT_SHORT",
                                          "MPIT_INT",     "MPIT_LONG",  "MPIT_LONG_LONG",
                                          "MPIT_CHAR",    "MPIT_FLOAT", "MPIT_DOUBLE"};
  if (datatype < 0 && datatype >= MPIT_DOUBLE) return names[-datatype - 1];
  return "an enumeration";
}

}  // namespace mpitcheck::draft
