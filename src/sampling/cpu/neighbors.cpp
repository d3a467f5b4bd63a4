// Neighbor sampling, hop by hop. Threads choose the edges of a hop, each vertex by its own random stream; then one thread numbers
// the vertices that these edges lead to, in the order of the edges. Without replacement the positions in a row are chosen by
// Floyd's algorithm (Bentley, Floyd, "A sample of brilliance", Communications of the ACM 30(9), 1987).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/random.hpp"
#include "base/thread_team.hpp"
#include "fathom/report.hpp"
#include "sampling/draws.hpp"
#include "sampling/engines.hpp"

namespace fathom::sampling_engine {
namespace {

constexpr std::uint64_t vertices_per_chunk = 64;      // whose targets are prefetched together
constexpr std::uint64_t edges_per_thread = 1u << 13;  // one thread samples this many in about 0.1 ms
constexpr std::size_t prefetch_distance = 16;         // in vertices or edges: about the latency of memory
constexpr std::uint64_t edges_per_poll = 1u << 20;    // of the stop token

/// Hash table from vertices to local ids, with linear probing.
class numbering {
 public:
  /// Makes room for `size` vertices in all.
  void reserve(std::uint64_t size) {
    const std::uint64_t wanted = std::bit_ceil(std::max<std::uint64_t>(2 * size, 64));
    if (wanted <= entries_.size()) return;
    const std::vector<entry> old = std::exchange(entries_, std::vector<entry>(wanted));
    shift_ = 64 - std::countr_zero(wanted);
    for (const entry& one : old) {
      if (one.vertex != no_vertex) insert(one.vertex, one.number);
    }
  }

  [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t size) { return std::bit_ceil(2 * size) * sizeof(entry); }

  void prefetch(vertex_id v) const { __builtin_prefetch(&entries_[slot_of(v)]); }

  /// The number of v, which becomes `number` if it had none.
  vertex_id insert(vertex_id v, vertex_id number) {
    for (std::size_t i = slot_of(v);; i = (i + 1) & (entries_.size() - 1)) {
      entry& at = entries_[i];
      if (at.vertex == v) return at.number;
      if (at.vertex == no_vertex) {
        at = {v, number};
        return number;
      }
    }
  }

 private:
  struct entry {
    vertex_id vertex = no_vertex, number = 0;
  };

  // Fibonacci hashing: the high bits of a product with the golden ratio.
  [[nodiscard]] std::size_t slot_of(vertex_id v) const { return (v * 0x9E3779B97F4A7C15ull) >> shift_; }

  std::vector<entry> entries_;
  int shift_ = 0;
};

/// Chooses positions in rows for one thread.
class position_chooser {
 public:
  explicit position_chooser(bool replace) : replace_(replace) {}

  /// Writes positions below `degree` in ascending order; they are distinct unless `replace` was set.
  void choose(const draw_stream& draws, edge_offset degree, std::span<edge_offset> positions) {
    const edge_offset count = positions.size();
    if (replace_) {
      for (edge_offset i = 0; i < count; ++i) positions[i] = bounded(draws(0, static_cast<std::uint32_t>(i)), degree);
    } else if (count == degree) {
      for (edge_offset i = 0; i < count; ++i) positions[i] = i;
      return;
    } else {
      taken_.resize(std::max<std::size_t>(taken_.size(), degree / 64 + 1));
      for (edge_offset i = 0; i < count; ++i) {
        const edge_offset highest = degree - count + i;
        const edge_offset drawn = bounded(draws(0, static_cast<std::uint32_t>(i)), highest + 1);
        positions[i] = take(drawn) ? drawn : highest;
        if (positions[i] == highest) take(highest);
      }
      for (const edge_offset position : positions) taken_[position / 64] = 0;
    }
    std::sort(positions.begin(), positions.end());
  }

 private:
  // False if the position is taken already.
  bool take(edge_offset position) {
    const std::uint64_t bit = std::uint64_t{1} << (position % 64);
    const bool was_free = (taken_[position / 64] & bit) == 0;
    taken_[position / 64] |= bit;
    return was_free;
  }

  const bool replace_;
  std::vector<std::uint64_t> taken_;  // one bit per position; 0 between two calls
};

class sampler {
 public:
  sampler(const graph& g, const neighbor_sampling_options& options, sampled_neighbors_result& result, int threads,
          const run_control& control)
      : g_(g), rows_(g.view().out), options_(options), result_(result), threads_(threads), control_(control) {}

  void begin(std::span<const vertex_id> sources) {
    require_host_memory(numbering::bytes_for(sources.size()) + sources.size_bytes(),
                        fmt::format("sampling the neighborhood of {} sources", sources.size()));
    numbers_.reserve(sources.size());
    result_.nodes.reserve(sources.size());
    for (const vertex_id v : sources) {
      const auto number = static_cast<vertex_id>(result_.nodes.size());
      if (numbers_.insert(v, number) != number) fail_usage("source '{}' occurs twice; list each source once", g_.name(v));
      result_.nodes.push_back(v);
    }
    result_.nodes_per_hop.push_back(sources.size());
  }

  void hop(std::int64_t fanout) {
    const std::size_t end = result_.nodes.size();
    count_edges(fanout, end);
    const edge_offset before = result_.edges.size(), added = first_edge_.back();
    reserve(before + added, end + std::min<std::uint64_t>(added, g_.num_vertices() - end));
    choose_edges(before, options_.replace && fanout != all_neighbors);
    number_targets(before);
    result_.nodes_per_hop.push_back(result_.nodes.size() - end);
    result_.edges_per_hop.push_back(added);
    frontier_ = end;
  }

  [[nodiscard]] int most_threads() const { return most_threads_; }

 private:
  // Fills first_edge_: the first edge of each vertex of the frontier, and the number of all edges.
  void count_edges(std::int64_t fanout, std::size_t end) {
    first_edge_.assign(end - frontier_ + 1, 0);
    for (std::size_t i = frontier_; i < end; ++i) {
      if (i + prefetch_distance < end) __builtin_prefetch(rows_.offsets + result_.nodes[i + prefetch_distance]);
      const edge_offset degree = rows_.degree(result_.nodes[i]);
      const bool all = fanout == all_neighbors || (!options_.replace && degree <= static_cast<edge_offset>(fanout)) || degree == 0;
      first_edge_[i - frontier_ + 1] = first_edge_[i - frontier_] + (all ? degree : static_cast<edge_offset>(fanout));
    }
  }

  void reserve(edge_offset edges, std::uint64_t nodes) {
    const std::uint64_t new_edges = edges - result_.edges.size();
    require_host_memory(new_edges * (sizeof(edge_offset) + 2 * sizeof(vertex_id)) + numbering::bytes_for(nodes) +
                            (nodes - result_.nodes.size()) * sizeof(vertex_id),
                        fmt::format("sampling {} edges", edges));
    result_.edges.resize(edges);
    result_.rows.resize(edges);
    result_.columns.resize(edges);
    numbers_.reserve(nodes);
  }

  // Columns are vertices of the graph until they are numbered.
  void choose_edges(edge_offset before, bool replace) {
    const std::uint64_t vertices = first_edge_.size() - 1;
    const int threads = useful_threads(first_edge_.back(), edges_per_thread, threads_);
    most_threads_ = std::max(most_threads_, threads);
    chunk_cursor cursor;
    run_team(threads, [&](int, int) {
      position_chooser chooser(replace);
      cursor.for_chunks(vertices, vertices_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
        check_stop(control_);
        for (std::uint64_t i = first; i < last; ++i) choose_edges_of(i, before, chooser);
        for (edge_offset e = before + first_edge_[first]; e < before + first_edge_[last]; ++e)
          result_.columns[e] = rows_.targets[result_.edges[e]];
      });
    });
  }

  void choose_edges_of(std::uint64_t i, edge_offset before, position_chooser& chooser) {
    const auto local = static_cast<vertex_id>(frontier_ + i);
    const vertex_id v = result_.nodes[local];
    const std::span<edge_offset> chosen{result_.edges.data() + before + first_edge_[i], first_edge_[i + 1] - first_edge_[i]};
    if (chosen.empty()) return;
    chooser.choose(draw_stream(options_.seed, local), rows_.degree(v), chosen);
    for (edge_offset& e : chosen) {
      e += rows_.offsets[v];
      __builtin_prefetch(rows_.targets + e);
    }
    std::fill_n(result_.rows.data() + before + first_edge_[i], chosen.size(), local);
  }

  void number_targets(edge_offset before) {
    std::vector<vertex_id>& columns = result_.columns;
    for (edge_offset e = before; e < columns.size(); ++e) {
      if (e % edges_per_poll == 0) check_stop(control_);
      if (e + prefetch_distance < columns.size()) numbers_.prefetch(columns[e + prefetch_distance]);
      const auto next = static_cast<vertex_id>(result_.nodes.size());
      const vertex_id v = columns[e];
      columns[e] = numbers_.insert(v, next);
      if (columns[e] == next) result_.nodes.push_back(v);
    }
  }

  const graph& g_;
  const adjacency_view& rows_;
  const neighbor_sampling_options& options_;
  sampled_neighbors_result& result_;
  const int threads_;
  const run_control& control_;
  numbering numbers_;
  std::size_t frontier_ = 0;             // first local id that the next hop samples
  std::vector<edge_offset> first_edge_;  // of each vertex of the frontier within the hop
  int most_threads_ = 1;
};

}  // namespace

int sample(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
           const neighbor_sampling_options& options, sampled_neighbors_result& result, int threads, const run_control& control) {
  sampler hops(g, options, result, threads, control);
  hops.begin(sources);
  for (const std::int64_t fanout : fanouts) hops.hop(fanout);
  return hops.most_threads();
}

}  // namespace fathom::sampling_engine
