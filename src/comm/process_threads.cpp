#include "comm/process_threads.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <tuple>

namespace fathom {
namespace {

constexpr int most = static_cast<int>(std::tuple_size_v<processor_counts>);

void add(processor_counts& counts, int processor) noexcept {
  if (processor >= 0 && processor < most) counts[static_cast<std::size_t>(processor)] = 1;
}

// Hardware threads of OpenMP's places. OMP_PROC_BIND binds the calling thread to one of them, and then only OpenMP knows the
// others.
void add_places(processor_counts& counts) noexcept {
  std::array<int, std::tuple_size_v<processor_counts>> ids{};
  for (int place = 0; place < omp_get_num_places(); ++place) {
    const int number = omp_get_place_num_procs(place);
    if (number > most) continue;
    omp_get_place_proc_ids(place, ids.data());
    for (int i = 0; i < number; ++i) add(counts, ids[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

processor_counts own_processors() noexcept {
  static_assert(most <= CPU_SETSIZE);
  processor_counts counts{};
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (int i = 0; i < most; ++i) {
      if (CPU_ISSET(static_cast<unsigned>(i), &allowed)) add(counts, i);
    }
  }
  add_places(counts);
  return counts;
}

// The margin covers sums such as three thirds.
int shared_processors(const processor_counts& own, const processor_counts& users) noexcept {
  constexpr double rounding = 1e-6;
  double share = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] != 0) share += 1.0 / std::max(1, users[i]);
  }
  return std::max(1, static_cast<int>(share + rounding));
}

int communicator::processors() const noexcept { return std::max(1, omp_get_num_procs() / ranks_on_host()); }

run_control with_threads(const communicator& ranks, run_control control) {
  if (control.threads != 0) return control;
  const int by_openmp = thread_count(control);
  if (ranks.in_one_process()) {
    control.threads = std::max(1, by_openmp / ranks.size());
    return control;
  }
  const bool is_chosen = by_openmp != omp_get_num_procs();  // by OMP_NUM_THREADS, a limit of this process, or omp_set_num_threads()
  control.threads = is_chosen ? by_openmp : std::min(by_openmp, ranks.processors());
  return control;
}

}  // namespace fathom
