// Routing of entries to the processes that they belong to.
#pragma once

#include <omp.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/array.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// Entries grouped by destination rank, in ascending order.
template <class Entry>
struct routed {
  array<Entry> entries;
  std::vector<std::uint64_t> counts;
};

/// Calls visit(first, last, emit) twice for parts of [0, items) on several threads: emit(rank, entry) must be called for the same
/// entries both times. The result is in the order of items, regardless of the number of threads.
template <class Entry, class Visit>
routed<Entry> route(std::uint64_t items, int ranks, int threads, const Visit& visit) {
  constexpr std::uint64_t items_per_thread = 1u << 14;
  const int parts = useful_threads(items, items_per_thread, threads);
  std::vector<std::vector<std::uint64_t>> at(static_cast<std::size_t>(parts),
                                             std::vector<std::uint64_t>(static_cast<std::size_t>(ranks)));
  const auto part_range = [&](int part) {
    return part_of(items, static_cast<std::uint64_t>(parts), static_cast<std::uint64_t>(part));
  };
  exception_capture thrown;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
  for (int part = 0; part < parts; ++part) {
    thrown.run([&] {
      std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks));
      const index_range range = part_range(part);
      visit(range.first, range.last, [&counts](int rank, const Entry&) { ++counts[static_cast<std::size_t>(rank)]; });
      at[static_cast<std::size_t>(part)] = std::move(counts);
    });
  }
  thrown.rethrow();
  routed<Entry> result;
  std::uint64_t total = 0;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
    const std::uint64_t first = total;
    for (auto& counts : at) total += std::exchange(counts[rank], total);
    result.counts.push_back(total - first);
  }
  result.entries = array<Entry>(total);
  Entry* const entries = result.entries.data();
#pragma omp parallel for num_threads(parts) schedule(static, 1)
  for (int part = 0; part < parts; ++part) {
    thrown.run([&] {
      std::vector<std::uint64_t> next = at[static_cast<std::size_t>(part)];
      const index_range range = part_range(part);
      visit(range.first, range.last,
            [&next, entries](int rank, const Entry& entry) { entries[next[static_cast<std::size_t>(rank)]++] = entry; });
    });
  }
  thrown.rethrow();
  return result;
}

/// Collective: calls route() and returns the entries routed to this process. Adds the bytes sent to other processes to
/// `bytes_sent`. If a process runs out of memory or `visit` throws, throws a rank_error on all processes of `all`, of which `ranks`
/// may be a subset.
template <class Entry, class Visit>
exchanged<Entry> deliver(communicator& ranks, communicator& all, std::uint64_t items, int threads, std::uint64_t& bytes_sent,
                         const Visit& visit) {
  routed<Entry> mine;
  on_all_processes(all, [&] { mine = route<Entry>(items, ranks.size(), threads, visit); });
  if (ranks.size() == 1) return {std::move(mine.entries), std::move(mine.counts)};
  bytes_sent += (mine.entries.size() - mine.counts[static_cast<std::size_t>(ranks.rank())]) * sizeof(Entry);
  return exchange<Entry>(ranks, mine.entries.view(), mine.counts, all);
}

template <class Entry, class Visit>
exchanged<Entry> deliver(communicator& ranks, std::uint64_t items, int threads, std::uint64_t& bytes_sent, const Visit& visit) {
  return deliver<Entry>(ranks, ranks, items, threads, bytes_sent, visit);
}

}  // namespace fathom
