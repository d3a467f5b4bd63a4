#include "fathom/neighbors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "fathom/sinks.hpp"
#include "multi_bfs/distance_row_batches.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t entry_bytes = sizeof(vertex_id) + sizeof(hop_count);

// On the processes of `exec`, if there are several: if `work` throws on one of them, all throw.
template <class F>
void on_processes_of(const execution& exec, F&& work) {
  if (exec.ranks == nullptr)
    work();
  else
    on_all_processes(*exec.ranks, work);
}

multi_bfs_options searching(hop_count k, const multi_bfs_options& options, const execution& exec) {
  on_processes_of(exec, [&] {
    if (k < 0) throw error(error_category::usage, fmt::format("k is {}; give the number of hops, 0 or more", k));
  });
  multi_bfs_options searches = options;
  searches.depth_limit = k;
  return searches;
}

// The rows of one group, one per search, in the order of its searches.
struct group_rows {
  std::vector<std::vector<std::size_t>> positions;  // of each search's source in the given list
  std::vector<std::uint64_t> begin;                 // start of each search's row, and the end of the last row
  array<vertex_id> vertices;
  array<hop_count> distances;
};

class neighbor_rows final : public multi_bfs_sink {
 public:
  explicit neighbor_rows(int threads) : threads_(threads) {}

  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true, .distances = true}; }

  void begin(const multi_bfs_plan& plan) override {
    num_vertices_ = plan.num_vertices;
    lengths_.assign(plan.sources.size(), 0);
    batches_ = distance_row_batches(plan.num_vertices, threads_);
  }

  void take(const finished_group& group) override {
    group_rows& rows = groups_.emplace_back();
    rows.begin.push_back(0);
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::uint64_t length = 0;
      for (hop_count level = 1; level <= group.depth(); ++level) length += group.found(i, level);
      rows.begin.push_back(rows.begin.back() + length);
      rows.positions.emplace_back(group.positions(i).begin(), group.positions(i).end());
      for (const std::size_t at : group.positions(i)) lengths_[at] = length;
    }
    const std::uint64_t entries = rows.begin.back();
    require_host_memory(entries * entry_bytes,
                        fmt::format("{} of {}", counted(entries, "neighbor"), counted(group.size(), "source")));
    rows.vertices = array<vertex_id>(entries);
    rows.distances = array<hop_count>(entries);
    batches_.visit(group, [&](std::size_t search, const auto* distances) {
      std::uint64_t at = rows.begin[search];
      for_each_reached(distances, num_vertices_, [&](std::uint64_t v) {
        if (distances[v] == 0) return;  // the source
        rows.vertices[at] = static_cast<vertex_id>(v);
        rows.distances[at++] = distances[v];
      });
    });
  }

  void merge(communicator& ranks) override {
    ranks.all_reduce(reduction::sum, lengths_);
    is_shared_ = true;
  }

  /// Assembles the rows in the order of the sources. Copied groups are freed one by one, and the operating system commits pages on
  /// first write, so that this takes little more extra memory than one group's rows.
  void assemble(k_hop_neighbors_result& result) {
    batches_ = distance_row_batches(0, 1);
    result.offsets = array<std::uint64_t>(lengths_.size() + 1);
    result.offsets[0] = 0;
    for (std::size_t i = 0; i < lengths_.size(); ++i) result.offsets[i + 1] = result.offsets[i] + lengths_[i];
    const std::uint64_t entries = result.offsets[lengths_.size()];
    const std::uint64_t kept = is_shared_ ? 0 : all_kept();  // zeros take memory, too
    require_host_memory((entries - kept + largest_group()) * entry_bytes, counted(entries, "neighbor"));
    result.vertices = array<vertex_id>(entries);
    result.distances = array<hop_count>(entries);
    if (is_shared_) {  // the rows of other processes are added later
      std::fill(result.vertices.begin(), result.vertices.end(), vertex_id{0});
      std::fill(result.distances.begin(), result.distances.end(), hop_count{0});
    }
    for (group_rows& rows : groups_) {
      for (std::size_t search = 0; search < rows.positions.size(); ++search) {
        for (const std::size_t at : rows.positions[search]) {
          const std::uint64_t from = rows.begin[search];
          std::copy_n(rows.vertices.data() + from, lengths_[at], result.vertices.data() + result.offsets[at]);
          std::copy_n(rows.distances.data() + from, lengths_[at], result.distances.data() + result.offsets[at]);
        }
      }
      rows = {};
    }
  }

 private:
  // Fewer than the final number of entries if a source is given repeatedly.
  [[nodiscard]] std::uint64_t all_kept() const {
    std::uint64_t sum = 0;
    for (const group_rows& rows : groups_) sum += rows.begin.back();
    return sum;
  }
  [[nodiscard]] std::uint64_t largest_group() const {
    std::uint64_t largest = 0;
    for (const group_rows& rows : groups_) largest = std::max(largest, rows.begin.back());
    return largest;
  }

  int threads_;
  vertex_id num_vertices_ = 0;
  std::vector<std::uint64_t> lengths_;  // row length per given source
  bool is_shared_ = false;              // by several processes, of which each has some of the groups
  std::vector<group_rows> groups_;
  distance_row_batches batches_{0, 1};
};

layout prepared_for(const graph& g, std::size_t sources, const execution& exec) {
  const prepare_options preparing{
      .where = layout_device(exec), .control = exec.control, .searches = kind_of_searches(sources, search_kind::joined)};
  layout prepared;
  on_processes_of(exec, [&] { prepared = prepare(g, preparing); });
  return prepared;
}

}  // namespace

k_hop_counts_result k_hop_counts(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                 const multi_bfs_options& options, const execution& exec) {
  source_totals totals;
  k_hop_counts_result result;
  result.report = multi_bfs(prepared, sources, totals, searching(k, options, exec), exec);
  result.k = k;
  result.at = std::move(totals.histogram);
  return result;
}

k_hop_counts_result k_hop_counts(const graph& g, std::span<const vertex_id> sources, hop_count k, const multi_bfs_options& options,
                                 const execution& exec) {
  return k_hop_counts(prepared_for(g, sources.size(), exec), sources, k, options, exec);
}

k_hop_neighbors_result k_hop_neighbors(const layout& prepared, std::span<const vertex_id> sources, hop_count k,
                                       const multi_bfs_options& options, const execution& exec) {
  neighbor_rows rows(thread_count(exec.control));
  k_hop_neighbors_result result;
  result.report = multi_bfs(prepared, sources, rows, searching(k, options, exec), exec);
  result.k = k;
  on_processes_of(exec, [&] { rows.assemble(result); });
  if (exec.ranks == nullptr || exec.ranks->size() == 1) return result;
  // Each row comes from one process; the others have zeros.
  exec.ranks->all_reduce(reduction::sum, result.vertices.view());
  exec.ranks->all_reduce(reduction::sum, result.distances.view());
  return result;
}

k_hop_neighbors_result k_hop_neighbors(const graph& g, std::span<const vertex_id> sources, hop_count k,
                                       const multi_bfs_options& options, const execution& exec) {
  return k_hop_neighbors(prepared_for(g, sources.size(), exec), sources, k, options, exec);
}

}  // namespace fathom
