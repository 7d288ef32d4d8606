// SPDX-License-Identifier: BSD-3-Clause
// Event types.
#include <algorithm>
#include <array>

#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/hints.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::Behaviour;
using mpit::Code;
using mpit::Datatype;
using mpit::EnumType;

extern "C" {

MPIT_API(int, MPI_T_event_get_num, (int* num_events)) {
  return to_int(engine().event_get_num(num_events));
}

MPIT_API(int, MPI_T_event_get_info,
         (int event_index, char* name, int* name_len, int* verbosity,
          MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int* num_elements,
          MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len, int* bind)) {
  WordArgument<EnumType, MPI_T_enum> enum_word(enumtype);
  // E7: the hints of an event type may be left out.
  const bool has_hints = engine().behaviour().event_hints == Behaviour::EventHints::object;
  InfoArgument hints(has_hints ? info : nullptr);
  std::array<Datatype, mpit::max_event_elements> datatypes;
  const int room = num_elements ? *num_elements : 0;
  const Code code = engine().event_get_info(event_index, name, name_len, verbosity,
                                            datatypes.data(), array_of_displacements, num_elements,
                                            enum_word.get(), hints.get(), desc, desc_len, bind);
  if (code == Code::success && num_elements && array_of_datatypes) {
    std::transform(datatypes.begin(), datatypes.begin() + std::clamp(room, 0, *num_elements),
                   array_of_datatypes, to_handle<MPI_Datatype, Datatype>);
  }
  if (code == Code::success && info && !has_hints) *info = MPI_INFO_NULL;
  return hints.deliver(code);
}

MPIT_API(int, MPI_T_event_get_index, (const char* name, int* event_index)) {
  return to_int(engine().event_get_index(name, event_index));
}

}  // extern "C"
