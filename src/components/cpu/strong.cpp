#include "components/cpu/strong.hpp"

#include <algorithm>
#include <utility>

#include "base/bitmap.hpp"
#include "components/cpu/depth_first_search.hpp"
#include "components/cpu/giant.hpp"
#include "components/cpu/reach.hpp"
#include "fathom/array.hpp"

namespace fathom::components_engine {
namespace {

constexpr vertex_id trimmed_per_chunk = 1024;
constexpr vertex_id vertices_per_poll = 1u << 12;  // of the stop token
// Parallel passes over the remaining vertices. Each pass peels one layer; if there are many layers, as in a long chain, depth-first
// search is faster.
constexpr int most_trims = 4;
// A pass takes about a quarter of the time per vertex that depth-first search takes for a vertex that the pass would have peeled.
constexpr std::size_t searches_per_trim = 4;
constexpr std::size_t trim_samples = 1024;

// Labels vertices without in-edges or without out-edges as components of their own. The others are candidates; the pivot is the
// vertex of largest in-degree times out-degree.
candidates label_ends(const graph_view& g, vertex_id* labels, int threads) {
  candidates found = find_candidates(g.num_vertices, threads, [&g](vertex_id v) {
    return static_cast<double>(g.out.degree(v)) * static_cast<double>(g.in.degree(v));
  });
  label_members(found.all(), g.num_vertices, labels, no_vertex, threads);
  return found;
}

// The members of the pivot's component, one bit each: the vertices that it reaches and that reach it.
std::vector<std::uint64_t> find_giant(const graph_view& g, const candidates& open, int threads, const std::stop_token& stop) {
  const std::span<const adjacency_view> out(&g.out, 1), in(&g.in, 1);
  reach forward(g, threads);
  forward.begin(out, in, open.all(), open.pivot);
  if (forward.run(stop, threads > 1)) {
    // A path from a member to the pivot stays among the vertices that the pivot reaches: the backward search needs no others.
    const std::vector<std::uint64_t> reached(forward.visited().begin(), forward.visited().end());
    forward.begin(in, out, reached, open.pivot);
    forward.run(stop);
    return {forward.visited().begin(), forward.visited().end()};
  }
  // Neither search occupies two threads: run both at the same time.
  reach backward(g, threads);
  backward.begin(in, out, open.all(), open.pivot);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    forward.run(stop);
#pragma omp section
    backward.run(stop);
  }
  std::vector<std::uint64_t> members(forward.visited().begin(), forward.visited().end());
  for (std::size_t i = 0; i < members.size(); ++i) members[i] &= backward.visited()[i];
  return members;
}

void label_giant(const graph_view& g, const candidates& open, vertex_id* labels, int threads, const std::stop_token& stop) {
  const std::vector<std::uint64_t> members = find_giant(g, open, threads, stop);
  if (stop.stop_requested()) return;
  const vertex_id smallest = smallest_member(members);
  for_words(g.num_vertices, threads, [&](std::size_t word, vertex_id, vertex_id) {
    for (std::uint64_t left = members[word]; left != 0; left &= left - 1) labels[bfs_engine::vertex_of(word, left)] = smallest;
  });
}

// Whether a neighbor of v other than v itself is open.
bool has_open(const adjacency_view& rows, vertex_id v, const vertex_id* labels) {
  return std::any_of(rows.begin(v), rows.end(v), [&](vertex_id w) { return w != v && labels[w] == no_vertex; });
}

bool is_end(const graph_view& g, vertex_id v, const vertex_id* labels) {
  return !has_open(g.out, v, labels) || !has_open(g.in, v, labels);
}

// Whether a pass saves more of the serial search than it takes, by a sample of the open vertices.
bool trim_pays(const graph_view& g, const vertex_id* labels, const std::vector<vertex_id>& open, int threads) {
  if (threads == 1 || open.empty()) return false;
  const std::size_t step = std::max<std::size_t>(1, open.size() / trim_samples);
  std::size_t sampled = 0, ends = 0;
  for (std::size_t i = 0; i < open.size(); i += step, ++sampled) ends += is_end(g, open[i], labels);
  return ends * searches_per_trim * static_cast<std::size_t>(threads) > sampled;
}

// Labels vertices without open in-neighbors or without open out-neighbors as components of their own. Marks are kept in a
// separate array, so that the result does not depend on the order of threads.
void trim(const graph_view& g, vertex_id* labels, std::vector<vertex_id>& open, int threads) {
  std::vector<std::uint8_t> trimmed(open.size());
#pragma omp parallel for num_threads(threads) schedule(dynamic, trimmed_per_chunk)
  for (std::size_t i = 0; i < open.size(); ++i) {
    trimmed[i] = is_end(g, open[i], labels);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (trimmed[i])
      labels[open[i]] = open[i];
    else
      open[kept++] = open[i];
  }
  open.resize(kept);
}

std::vector<vertex_id> open_vertices(const vertex_id* labels, vertex_id n) {
  std::vector<vertex_id> open;
  for (vertex_id v = 0; v < n; ++v) {
    if (labels[v] == no_vertex) open.push_back(v);
  }
  return open;
}

void walk_rest(const graph_view& g, vertex_id* labels, std::span<const vertex_id> open, const std::stop_token& stop) {
  depth_first_search walk(g.out, {labels, g.num_vertices}, [labels](std::span<const vertex_id> members) {
    const vertex_id smallest = *std::min_element(members.begin(), members.end());
    for (const vertex_id v : members) labels[v] = smallest;
  });
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i % vertices_per_poll == 0 && stop.stop_requested()) return;
    if (walk.is_open(open[i])) walk.from(open[i]);
  }
}

}  // namespace

void strong_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  if (!g.in.offsets) {
    std::fill(labels, labels + g.num_vertices, no_vertex);
  } else {
    const candidates open = label_ends(g, labels, threads);
    if (open.pivot == no_vertex) return;
    label_giant(g, open, labels, threads, stop);
  }
  strong_rest_cpu(g, labels, threads, stop);
}

void strong_rest_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  std::vector<vertex_id> open = open_vertices(labels, g.num_vertices);
  for (int i = 0; g.in.offsets && i < most_trims && !stop.stop_requested() && trim_pays(g, labels, open, threads); ++i) {
    trim(g, labels, open, threads);
  }
  if (!open.empty() && !stop.stop_requested()) walk_rest(g, labels, open, stop);
}

std::vector<vertex_id> strong_among_cpu(const graph_view& g, std::span<const vertex_id> open, const std::stop_token& stop) {
  // The subgraph of the open vertices, each of which has its position in the list as its id.
  std::vector<edge_offset> offsets{0};
  std::vector<vertex_id> targets;
  for (const vertex_id v : open) {
    for (const vertex_id* w = g.out.begin(v); w != g.out.end(v); ++w) {
      const auto at = std::lower_bound(open.begin(), open.end(), *w);
      if (at != open.end() && *at == *w) targets.push_back(static_cast<vertex_id>(at - open.begin()));
    }
    offsets.push_back(targets.size());
  }
  graph_view among;
  among.num_vertices = static_cast<vertex_id>(open.size()), among.num_edges = targets.size(), among.directed = true;
  among.out = {offsets.data(), targets.data()};
  std::vector<vertex_id> labels(open.size(), no_vertex);
  strong_rest_cpu(among, labels.data(), 1, stop);
  for (vertex_id& label : labels) label = label == no_vertex ? no_vertex : open[label];
  return labels;
}

}  // namespace fathom::components_engine
