#include "ranks.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fathom/distributed/rank_threads.hpp"
#include "options/launcher.hpp"
#include "output/complain.hpp"

namespace fathom::program {
namespace {

// Prefixes the message with the rank of the process that failed.
std::exception_ptr with_rank(const std::exception_ptr& thrown, int rank) {
  try {
    try {
      std::rethrow_exception(thrown);
    } catch (const error& e) {
      return std::make_exception_ptr(error(e.category(), "rank " + std::to_string(rank) + ": " + e.what()));
    }
  } catch (...) {
    return thrown;  // not a fathom::error, or no memory for a longer message
  }
}

// Whether the launcher started several processes that MPI does not connect. Each would do all of the work and print all of the
// output.
bool are_disconnected(const communicator& ranks) { return ranks.size() == 1 && launched_processes() > 1; }

error disconnected() {
  const std::string library = mpi_library();
  const bool open_mpi = library.starts_with("Open MPI");
  const std::string_view on_debian = open_mpi                       ? " (on Debian mpirun.openmpi)"
                                     : library.starts_with("MPICH") ? " (on Debian mpirun.mpich)"
                                                                    : "";
  return {error_category::device,
          fmt::format("{} processes were started, but MPI connects none of them; this build uses {}: start it with that library's "
                      "mpirun{}, or with srun --mpi={}",
                      launched_processes(), library, on_debian, open_mpi ? "pmix" : "pmi2")};
}

}  // namespace

int run_on_processes(const std::function<int(communicator* ranks)>& command) {
  if (launched_processes() <= 1) return command(nullptr);
  const std::unique_ptr<communicator> ranks = mpi_communicator();
  if (are_disconnected(*ranks)) {
    if (launched_rank() == 0) throw disconnected();
    return exit_code_of(std::make_exception_ptr(disconnected()));
  }
  std::int32_t code = 0;
  try {
    code = command(ranks.get());
  } catch (const rank_error&) {
    const std::exception_ptr thrown = std::current_exception();
    code = prints(ranks.get()) ? report_error(thrown) : exit_code_of(thrown);
  } catch (...) {
    // The other processes may be waiting for this one.
    const int exit_code = report_error(with_rank(std::current_exception(), ranks->rank()));
    allow_exit();
    ranks->end_all(exit_code);
  }
  ranks->all_reduce(reduction::max, std::span(&code, 1));
  return code;
}

int run_with_ranks(const session& s, const std::function<int(const session&, communicator&)>& command) {
  return run_on_processes([&](communicator* many) {
    const std::unique_ptr<communicator> one = many == nullptr ? single_process_communicator() : nullptr;
    return command(prints(many) ? s : s.silent(), many != nullptr ? *many : *one);
  });
}

int run_on_devices(const std::vector<device>& devices, const std::function<int(communicator* ranks)>& command) {
  rank_threads threads(devices);
  std::int32_t largest = 0;
  threads.run([&](communicator& ranks) {
    std::int32_t code = command(&ranks);
    ranks.all_reduce(reduction::max, std::span(&code, 1));
    if (ranks.rank() == 0) largest = code;
  });
  return largest;
}

}  // namespace fathom::program
