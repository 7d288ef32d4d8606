// SPDX-License-Identifier: BSD-3-Clause
// Event sources.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/hints.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::Code;

extern "C" {

MPIT_API(int, MPI_T_source_get_num, (int* num_sources)) {
  return to_int(engine().source_get_num(num_sources));
}

MPIT_API(int, MPI_T_source_get_info,
         (int source_index, char* name, int* name_len, char* desc, int* desc_len,
          MPI_T_source_order* ordering, MPI_Count* ticks_per_second, MPI_Count* max_ticks,
          MPI_Info* info)) {
  InfoArgument hints(info);
  int order = 0;
  const Code code = engine().source_get_info(source_index, name, name_len, desc, desc_len, &order,
                                             ticks_per_second, max_ticks, hints.get());
  if (code == Code::success && ordering) *ordering = static_cast<MPI_T_source_order>(order);
  return hints.deliver(code);
}

MPIT_API(int, MPI_T_source_get_timestamp, (int source_index, MPI_Count* timestamp)) {
  return to_int(engine().source_get_timestamp(source_index, timestamp));
}

}  // extern "C"
