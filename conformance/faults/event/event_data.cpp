// SPDX-License-Identifier: BSD-3-Clause
// Faults of the data of event instances.
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/event/source_query.hpp"
#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {
namespace {

// answer(instance, element, buffer) reads and returns the code.
template <class Answer>
void answer_read(Interface& mpi, Answer) {
  mpi.MPI_T_event_read = [](MPI_T_event_instance instance, int element, void* buffer) {
    return Answer{}(instance, element, static_cast<char*>(buffer));
  };
}

// How many bytes a read of the element writes; 0 if it fails.
std::size_t width_of(MPI_T_event_instance instance, int element) {
  std::array<std::array<char, 16>, 2> probes;
  probes[0].fill('\0');
  probes[1].fill('\1');
  for (auto& probe : probes) {
    if (real.MPI_T_event_read(instance, element, probe.data()) != MPI_SUCCESS) return 0;
  }
  std::size_t width = 0;
  while (width < probes[0].size() && probes[0][width] == probes[1][width]) ++width;
  return width;
}

int element_num(MPI_T_event_instance instance) {
  int count = 0;
  while (count < 64 && width_of(instance, count) != 0) ++count;
  return count;
}

MPITCHECK_FAULT(event_read_last_fails, "the last element of an event cannot be read",
                clause::event_data_read) {
  answer_read(mpi, [](MPI_T_event_instance instance, int element, char* buffer) {
    return element == element_num(instance) - 1 ? MPI_T_ERR_INVALID_INDEX
                                                : real.MPI_T_event_read(instance, element, buffer);
  });
}

MPITCHECK_FAULT(event_read_first_for_all, "all reads give the first element",
                clause::event_data_copy_layout, clause::event_data_read) {
  answer_read(mpi, [](MPI_T_event_instance instance, int element, char* buffer) {
    std::array<char, 16> first{};
    const int code = real.MPI_T_event_read(instance, element, buffer);
    if (code == MPI_SUCCESS && element > 0) {
      real.MPI_T_event_read(instance, 0, first.data());
      std::memcpy(buffer, first.data(), width_of(instance, element));
    }
    return code;
  });
}

MPITCHECK_FAULT(event_read_once, "an element that was read before is 0", clause::event_data_read) {
  answer_read(mpi, [](MPI_T_event_instance instance, int element, char* buffer) {
    static std::set<std::pair<MPI_T_event_instance, int>> read;
    const int code = real.MPI_T_event_read(instance, element, buffer);
    if (code == MPI_SUCCESS && !read.emplace(instance, element).second) {
      std::memset(buffer, 0, width_of(instance, element));
    }
    return code;
  });
}

MPITCHECK_FAULT(event_read_too_wide, "a read writes one byte behind the element",
                clause::event_data_read_width) {
  answer_read(mpi, [](MPI_T_event_instance instance, int element, char* buffer) {
    const int code = real.MPI_T_event_read(instance, element, buffer);
    if (code == MPI_SUCCESS) buffer[width_of(instance, element)] = '\0';
    return code;
  });
}

MPITCHECK_FAULT(event_read_too_narrow, "a read leaves out the last byte of the element",
                clause::event_data_read) {
  answer_read(mpi, [](MPI_T_event_instance instance, int element, char* buffer) {
    std::array<char, 16> whole{};
    const int code = real.MPI_T_event_read(instance, element, whole.data());
    const std::size_t width = width_of(instance, element);
    if (code == MPI_SUCCESS) std::memcpy(buffer, whole.data(), width - 1);
    return code;
  });
}

MPITCHECK_FAULT(event_copy_fails, "an event cannot be copied", clause::event_data_copy_layout) {
  alter_code<&Interface::MPI_T_event_copy>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_copy_packed, "a copy has no gaps between the elements",
                clause::event_data_copy_layout) {
  mpi.MPI_T_event_copy = [](MPI_T_event_instance instance, void* buffer) {
    auto* to = static_cast<char*>(buffer);
    const int count = element_num(instance);
    for (int i = 0; i < count; ++i) {
      real.MPI_T_event_read(instance, i, to);
      to += width_of(instance, i);
    }
    return MPI_SUCCESS;
  };
}

// Copies into room of its own; the first byte that a copy does not write is the end.
struct Copy {
  explicit Copy(MPI_T_event_instance instance) {
    bytes.fill('\0');
    code = real.MPI_T_event_copy(instance, bytes.data());
    std::array<char, 2048> other;
    other.fill('\1');
    if (code == MPI_SUCCESS) real.MPI_T_event_copy(instance, other.data());
    end = bytes.size();
    while (end > 0 && bytes[end - 1] != other[end - 1]) --end;
  }

  std::array<char, 2048> bytes;
  std::size_t end;
  int code;
};

MPITCHECK_FAULT(event_copy_one_byte_beyond, "a copy writes one byte behind the last element",
                clause::event_data_copy_extent) {
  mpi.MPI_T_event_copy = [](MPI_T_event_instance instance, void* buffer) {
    const Copy copy(instance);
    const int code = real.MPI_T_event_copy(instance, buffer);
    if (code == MPI_SUCCESS) static_cast<char*>(buffer)[copy.end] = '\0';
    return code;
  };
}

MPITCHECK_FAULT(event_copy_one_byte_short, "a copy leaves out the last byte of the last element",
                clause::event_data_copy_layout) {
  mpi.MPI_T_event_copy = [](MPI_T_event_instance instance, void* buffer) {
    const Copy copy(instance);
    if (copy.code == MPI_SUCCESS && copy.end > 0) {
      std::memcpy(buffer, copy.bytes.data(), copy.end - 1);
    }
    return copy.code;
  };
}

MPITCHECK_FAULT(event_copy_of_the_one_before, "a copy holds the event before",
                clause::event_data_copy_layout) {
  mpi.MPI_T_event_copy = [](MPI_T_event_instance instance, void* buffer) {
    static std::map<std::size_t, std::array<char, 2048>> before;
    const Copy copy(instance);
    if (copy.code != MPI_SUCCESS) return copy.code;
    const auto old = before.emplace(copy.end, copy.bytes).first;
    std::memcpy(buffer, old->second.data(), copy.end);
    old->second = copy.bytes;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(event_source_unknown, "the source of an event is the number of sources",
                clause::event_data_source) {
  mpi.MPI_T_event_get_source = [](MPI_T_event_instance instance, int* source) {
    const int code = real.MPI_T_event_get_source(instance, source);
    if (code == MPI_SUCCESS && source != nullptr) *source = source_num();
    return code;
  };
}

MPITCHECK_FAULT(event_source_fails, "the source of an event cannot be asked for",
                clause::event_data_source) {
  alter_code<&Interface::MPI_T_event_get_source>(mpi, [](int) { return MPI_T_ERR_INVALID; });
}

MPITCHECK_FAULT(event_source_untouched, "the source of an event is not told",
                clause::event_data_source) {
  mpi.MPI_T_event_get_source = [](MPI_T_event_instance instance, int*) {
    int source = 0;
    return real.MPI_T_event_get_source(instance, &source);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
