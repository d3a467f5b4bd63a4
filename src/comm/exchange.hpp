// All-to-all exchange of trivially copyable values.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "comm/agreement.hpp"
#include "fathom/array.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

template <class T>
struct exchanged {
  array<T> values;                    ///< those from rank 0, then those from rank 1, and so on
  std::vector<std::uint64_t> counts;  ///< number of values from each rank
};

/// Collective: the first counts[0] of `values` go to rank 0, the next counts[1] to rank 1, and so on. If a process has no memory
/// for what it receives, throws a rank_error on all processes of `all`, of which `ranks` may be a subset.
template <class T>
[[nodiscard]] exchanged<T> exchange(communicator& ranks, std::span<const T> values, std::span<const std::uint64_t> counts,
                                    communicator& all) {
  static_assert(std::is_trivially_copyable_v<T>);
  exchanged<T> theirs;
  theirs.counts.resize(counts.size());
  ranks.all_to_all(counts, theirs.counts);
  on_all_processes(
      all, [&] { theirs.values = array<T>(std::accumulate(theirs.counts.begin(), theirs.counts.end(), std::uint64_t{0})); });
  std::vector<std::uint64_t> my_sizes, their_sizes;
  for (const std::uint64_t count : counts) my_sizes.push_back(count * sizeof(T));
  for (const std::uint64_t count : theirs.counts) their_sizes.push_back(count * sizeof(T));
  ranks.all_to_all(std::as_bytes(values), my_sizes, std::as_writable_bytes(theirs.values.view()), their_sizes);
  return theirs;
}

template <class T>
[[nodiscard]] exchanged<T> exchange(communicator& ranks, std::span<const T> values, std::span<const std::uint64_t> counts) {
  return exchange<T>(ranks, values, counts, ranks);
}

/// The start of each of consecutive parts, followed by the end of the last.
[[nodiscard]] inline std::vector<std::uint64_t> starts_of(std::span<const std::uint64_t> counts) {
  std::vector<std::uint64_t> starts(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), starts.begin() + 1);
  return starts;
}

/// Collective: the sum over all processes.
[[nodiscard]] inline std::uint64_t sum_of(communicator& ranks, std::uint64_t mine) {
  ranks.all_reduce(reduction::sum, std::span(&mine, 1));
  return mine;
}

/// Collective: the maximum over all processes.
[[nodiscard]] inline std::uint64_t largest_of(communicator& ranks, std::uint64_t mine) {
  ranks.all_reduce(reduction::max, std::span(&mine, 1));
  return mine;
}

/// Collective: gathers one trivially copyable value per process, by rank.
template <class T>
[[nodiscard]] std::vector<T> gather_from_all(communicator& ranks, const T& mine) {
  std::vector<T> all(static_cast<std::size_t>(ranks.size()));
  const std::vector<std::uint64_t> sizes(all.size(), sizeof(T));
  ranks.all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all)));
  return all;
}

/// Collective: the longest time over all processes.
[[nodiscard]] inline double longest(communicator& ranks, double seconds) {
  return static_cast<double>(largest_of(ranks, static_cast<std::uint64_t>(seconds * 1e9))) * 1e-9;
}

}  // namespace fathom
