#include "components/distributed/component_sizes.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>

#include "base/parallel.hpp"
#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "fathom/array.hpp"
#include "graph/partition/block_values.hpp"

namespace fathom {
namespace {

void unite_equal(std::vector<rank_component>& parts) {
  std::sort(parts.begin(), parts.end(), [](const rank_component& a, const rank_component& b) { return a.label < b.label; });
  std::size_t kept = 0;
  for (const rank_component& part : parts) {
    if (kept > 0 && parts[kept - 1].label == part.label)
      parts[kept - 1].size += part.size;
    else
      parts[kept++] = part;
  }
  parts.resize(kept);
}

/// Counts vertices by label. Most have the label of the largest component, so runs of equal labels are accumulated locally first.
class label_counter {
 public:
  label_counter(std::span<std::uint64_t> own_sizes, std::uint64_t first_own) : own_(own_sizes), first_(first_own) {}

  void add(std::uint64_t label) {
    if (label != run_.label) end_run(label);
    ++run_.size;
  }
  void end_run(std::uint64_t next = 0) {
    const std::uint64_t at = run_.label - first_;
    if (run_.size > 0 && at < own_.size())
      std::atomic_ref(own_[at]).fetch_add(run_.size, std::memory_order_relaxed);
    else if (run_.size > 0)
      others_.push_back(run_);
    run_ = {next, 0};
  }
  [[nodiscard]] std::vector<rank_component>& others() { return others_; }

 private:
  std::span<std::uint64_t> own_;
  std::uint64_t first_;
  rank_component run_;
  std::vector<rank_component> others_;
};

// Counts the vertices with each label. Labels that this process owns, from `first` on, are counted in `own`; returns the others.
std::vector<rank_component> count_labels(std::span<const std::uint64_t> labels, std::uint64_t first, int threads,
                                         std::span<std::uint64_t> own) {
  std::vector<rank_component> others;
  exception_capture keeper;
  std::mutex merging;
#pragma omp parallel num_threads(threads)
  keeper.run([&] {
    const auto team = static_cast<std::uint64_t>(omp_get_num_threads());
    const index_range mine = part_of(labels.size(), team, static_cast<std::uint64_t>(omp_get_thread_num()));
    label_counter counter(own, first);
    for (std::uint64_t i = mine.first; i < mine.last; ++i) {
      if (labels[i] == first + i)
        std::atomic_ref(own[i]).fetch_add(1, std::memory_order_relaxed);
      else
        counter.add(labels[i]);
    }
    counter.end_run();
    unite_equal(counter.others());
    const std::lock_guard lock(merging);
    others.insert(others.end(), counter.others().begin(), counter.others().end());
  });
  keeper.rethrow();
  unite_equal(others);
  return others;
}

// Sizes of the components whose smallest vertex this process owns, indexed by that vertex; 0 elsewhere. Their vertices may lie on
// any process.
array<std::uint64_t> own_sizes(const partitioned_graph& g, std::span<const std::uint64_t> labels, int threads,
                               std::uint64_t& bytes_sent) {
  const std::uint64_t first = g.own_block().first;
  array<std::uint64_t> sizes;
  std::vector<rank_component> others;
  on_all_processes(*g.ranks, [&] {
    sizes = array<std::uint64_t>(labels.size());
#pragma omp parallel for num_threads(threads)
    for (std::uint64_t i = 0; i < sizes.size(); ++i) sizes[i] = 0;
    others = count_labels(labels, first, threads, sizes.view());
  });
  const exchanged<rank_component> theirs = deliver<rank_component>(*g.ranks, others.size(), 1, bytes_sent,
                                                                   [&](std::uint64_t begin, std::uint64_t end, const auto& emit) {
                                                                     for (std::uint64_t i = begin; i < end; ++i)
                                                                       emit(g.blocks.owner(others[i].label), others[i]);
                                                                   });
  for (const rank_component& part : theirs.values) sizes[part.label - first] += part.size;
  return sizes;
}

/// The `most` largest of the added components.
class largest_components {
 public:
  explicit largest_components(std::size_t most) : most_(most) {}

  void add(const rank_component& c) {
    if (heap_.size() == most_ && (most_ == 0 || !goes_first(c, heap_.front()))) return;
    heap_.push_back(c);
    std::push_heap(heap_.begin(), heap_.end(), goes_first);
    if (heap_.size() <= most_) return;
    std::pop_heap(heap_.begin(), heap_.end(), goes_first);
    heap_.pop_back();
  }
  void add(std::span<const rank_component> components) {
    for (const rank_component& c : components) add(c);
  }

  [[nodiscard]] std::vector<rank_component> in_order() const {
    std::vector<rank_component> sorted = heap_;
    std::sort(sorted.begin(), sorted.end(), goes_first);
    return sorted;
  }

 private:
  static bool goes_first(const rank_component& a, const rank_component& b) {
    return a.size != b.size ? a.size > b.size : a.label < b.label;
  }

  std::size_t most_;
  std::vector<rank_component> heap_;  // the last in order is on top
};

// Summary of the components whose smallest vertex this process owns; its vertices begin at `first`.
component_sizes summed_up(std::span<const std::uint64_t> sizes, std::uint64_t first, std::size_t most, int threads) {
  component_sizes all;
  largest_components largest(most);
  exception_capture keeper;
  std::mutex merging;
#pragma omp parallel num_threads(threads)
  keeper.run([&] {
    const auto team = static_cast<std::uint64_t>(omp_get_num_threads());
    const index_range mine = part_of(sizes.size(), team, static_cast<std::uint64_t>(omp_get_thread_num()));
    std::uint64_t count = 0;
    largest_components here(most);
    for (std::uint64_t i = mine.first; i < mine.last; ++i) {
      if (sizes[i] > 0) ++count, here.add({first + i, sizes[i]});
    }
    const std::lock_guard lock(merging);
    all.count += count, largest.add(here.in_order());
  });
  keeper.rethrow();
  all.largest = largest.in_order();
  return all;
}

// The largest among the largest components of all processes: one per vertex at most.
std::vector<rank_component> largest_of_all(communicator& ranks, std::span<const rank_component> mine, std::size_t most) {
  std::vector<std::uint64_t> sizes = gather_from_all(ranks, std::uint64_t{mine.size_bytes()});
  std::vector<rank_component> of_all, sorted;
  on_all_processes(ranks,
                   [&] { of_all.resize(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) / sizeof(rank_component)); });
  ranks.all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(std::span(of_all)));
  on_all_processes(ranks, [&] {
    largest_components all(most);
    all.add(of_all);
    sorted = all.in_order();
  });
  return sorted;
}

}  // namespace

component_sizes sizes_of_components(const partitioned_graph& g, std::span<const std::uint64_t> labels, std::size_t most,
                                    int threads, std::uint64_t& bytes_sent) {
  const array<std::uint64_t> sizes = own_sizes(g, labels, threads, bytes_sent);
  component_sizes all;
  on_all_processes(*g.ranks, [&] { all = summed_up(sizes.view(), g.own_block().first, most, threads); });
  all.count = sum_of(*g.ranks, all.count);
  all.largest = largest_of_all(*g.ranks, all.largest, most);
  return all;
}

}  // namespace fathom
