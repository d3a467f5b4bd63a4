// Measured ceilings of the CPU for the speed of a search.
#include <omp.h>

#include <algorithm>
#include <cstdint>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/array.hpp"
#include "fathom/study.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t words = std::uint64_t{1} << 24;  // of 8 bytes: 128 MiB, more than the caches of most machines
constexpr std::uint64_t random_reads = std::uint64_t{1} << 21;
constexpr int passes = 3, joins = 200;

// The shortest of several runs: anything that interferes makes a run longer.
template <class Work>
double shortest(int runs, Work&& work) {
  double best = 0;
  for (int i = 0; i < runs; ++i) {
    const timer watch;
    work();
    const double seconds = watch.seconds();
    if (i == 0 || seconds < best) best = seconds;
  }
  return best;
}

}  // namespace

cpu_ceilings measure_ceilings(const run_control& control) {
  cpu_ceilings found;
  found.threads = thread_count(control);
  const int threads = found.threads;
  array<std::uint64_t> memory(words);
  std::uint64_t* const data = memory.data();
  std::uint64_t sum = 0;  // keeps the reads
#pragma omp parallel num_threads(threads)
  {
    const auto [first, last] = part_of(words, static_cast<std::uint64_t>(omp_get_num_threads()), omp_get_thread_num());
    for (std::uint64_t i = first; i < last; ++i) data[i] = i;
  }
  check_stop(control);
  const double in_order = shortest(passes, [&] {
#pragma omp parallel for num_threads(threads) reduction(+ : sum) schedule(static)
    for (std::uint64_t i = 0; i < words; ++i) sum += data[i];
  });
  check_stop(control);
  const double at_random = shortest(passes, [&] {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
      const auto here = static_cast<std::uint64_t>(omp_get_thread_num());
      const auto [first, last] = part_of(random_reads, static_cast<std::uint64_t>(omp_get_num_threads()), here);
      std::uint64_t place = 0x9e3779b97f4a7c15u * (here + 1);
      // The next place does not depend on the value read, so that several reads are under way at a time.
      for (std::uint64_t i = first; i < last; ++i) {
        place = place * 6364136223846793005u + 1442695040888963407u;  // Knuth, MMIX
        sum += data[place >> 40];                                     // 24 bits: one of `words`
      }
    }
  });
  static_assert(words == std::uint64_t{1} << 24);
  int joined = 0;
  const double joining = shortest(joins, [&] {
#pragma omp parallel num_threads(threads) reduction(+ : joined)
    joined += 1;
  });
  // The sums are used, so that no compiler drops the work.
  if (sum == 0 || joined == 0) return found;
  found.bytes_per_second = static_cast<double>(words * sizeof(std::uint64_t)) / std::max(in_order, 1e-9);
  found.reads_per_second = static_cast<double>(random_reads) / std::max(at_random, 1e-9);
  found.seconds_per_level = std::max(joining, 1e-9);
  return found;
}

}  // namespace fathom
