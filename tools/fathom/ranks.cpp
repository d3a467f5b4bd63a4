#include "ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "complain.hpp"

namespace fathom::program {
namespace {

// Set by the launchers of Open MPI, and of MPICH and its relatives.
constexpr const char* size_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

bool is_one_of_many() {
  return std::any_of(std::begin(size_variables), std::end(size_variables), [](const char* name) {
    const char* const size = std::getenv(name);
    return size != nullptr && std::atoi(size) > 1;
  });
}

// Says whose failure it is.
std::exception_ptr with_rank(const std::exception_ptr& thrown, int rank) {
  try {
    std::rethrow_exception(thrown);
  } catch (const error& e) {
    return std::make_exception_ptr(error(e.category(), "rank " + std::to_string(rank) + ": " + e.what()));
  } catch (...) {
    return thrown;
  }
}

}  // namespace

int run_on_ranks(const std::function<int(communicator* ranks)>& command) {
  if (!is_one_of_many()) return command(nullptr);
  const std::unique_ptr<communicator> ranks = mpi_communicator();
  std::int32_t code = 0;
  try {
    code = command(ranks.get());
  } catch (const rank_error&) {
    const std::exception_ptr thrown = std::current_exception();
    code = prints(ranks.get()) ? complain_about(thrown) : exit_code_of(thrown);
  } catch (...) {
    // The others may be waiting for this rank.
    ranks->end_all(complain_about(with_rank(std::current_exception(), ranks->rank())));
  }
  ranks->all_reduce(reduction::max, std::span(&code, 1));
  return code;
}

}  // namespace fathom::program
