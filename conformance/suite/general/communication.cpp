// SPDX-License-Identifier: BSD-3-Clause
// Messages and collectives that report what failed.
#include "conformance/suite/general/communication.hpp"

#include <exception>
#include <string>

#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/test/traffic.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"

namespace mpitcheck {

std::optional<Fact> odd_collective(MPI_Comm comm) {
  std::optional<Fact> odd;
  const auto delivers = [&odd](const char* function, int code, int wanted, int got) {
    if (code != MPI_SUCCESS) {
      odd = Fact{function,
                 join("code of ", function),
                 Relation::one_of,
                 {"MPI_SUCCESS"},
                 mpi_code_text(code)};
    } else if (got != wanted) {
      odd = equals(join("result of ", function), got, wanted).of(function).fact();
    }
    return !odd;
  };
  int size = 0;
  int rank = 0;
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &rank);
  constexpr int token = 4711;
  int broadcast = rank == 0 ? token : 0;
  const int one = 1;
  int sum_in_first = 0;
  int sum = 0;
  int code = recorded("MPI_Barrier(comm)", [&] { return MPI_Barrier(comm); });
  if (!delivers("MPI_Barrier", code, 0, 0)) return odd;
  code = recorded("MPI_Bcast(buffer, 1, MPI_INT, 0, comm)",
                  [&] { return MPI_Bcast(&broadcast, 1, MPI_INT, 0, comm); });
  if (!delivers("MPI_Bcast", code, token, broadcast)) return odd;
  code = recorded("MPI_Reduce(sendbuf, recvbuf, 1, MPI_INT, MPI_SUM, 0, comm)",
                  [&] { return MPI_Reduce(&one, &sum_in_first, 1, MPI_INT, MPI_SUM, 0, comm); });
  if (!delivers("MPI_Reduce", code, rank == 0 ? size : 0, sum_in_first)) return odd;
  code = recorded("MPI_Allreduce(sendbuf, recvbuf, 1, MPI_INT, MPI_SUM, comm)",
                  [&] { return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm); });
  delivers("MPI_Allreduce", code, size, sum);
  return odd;
}

std::optional<Fact> odd_communication() {
  try {
    self_traffic(4, 64);
  } catch (const std::exception& failure) {
    return deviates("self messages", "that arrive as they were sent", failure.what()).fact();
  }
  return odd_collective(MPI_COMM_WORLD);
}

const Baseline plain_communication("self messages and collectives", [] {
  if (const int code = MPI_Init(nullptr, nullptr); code != MPI_SUCCESS) {
    return join("MPI_Init returns ", code);
  }
  const std::optional<Fact> odd = odd_communication();
  return odd ? join(odd->output, ": ", odd->seen) : std::string();
});

}  // namespace mpitcheck
