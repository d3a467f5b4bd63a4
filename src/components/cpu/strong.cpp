#include "components/cpu/strong.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/bitmap.hpp"
#include "components/cpu/depth_first_search.hpp"
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

// The vertices that may be in a component with others, one bit each, and the most likely member of a giant component.
struct candidates {
  array<std::uint64_t> bits;
  vertex_id pivot = no_vertex;
};

// Labels vertices without in-edges or without out-edges as components of their own. The pivot is the vertex of largest in-degree
// times out-degree.
candidates label_ends(const graph_view& g, vertex_id* labels, int threads) {
  candidates found{array<std::uint64_t>(bfs_engine::words_for(g.num_vertices))};
  double largest = 0;
#pragma omp parallel num_threads(threads)
  {
    double my_largest = 0;
    vertex_id my_pivot = no_vertex;
#pragma omp for schedule(static) nowait
    for (std::size_t word = 0; word < found.bits.size(); ++word) {
      std::uint64_t bits = 0;
      const std::uint64_t first = word * bfs_engine::word_bits;
      for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + bfs_engine::word_bits, g.num_vertices); ++i) {
        const auto v = static_cast<vertex_id>(i);
        const double product = static_cast<double>(g.out.degree(v)) * static_cast<double>(g.in.degree(v));
        labels[v] = product > 0 ? no_vertex : v;
        if (product > 0) bits |= bfs_engine::bit_of(v);
        if (product > my_largest) my_largest = product, my_pivot = v;
      }
      found.bits[word] = bits;
    }
#pragma omp critical
    if (my_largest > largest || (my_largest == largest && my_pivot < found.pivot)) largest = my_largest, found.pivot = my_pivot;
  }
  return found;
}

// The members of the pivot's component, one bit each: the vertices that it reaches and that reach it.
std::vector<std::uint64_t> find_giant(const graph_view& g, const candidates& open, int threads, const std::stop_token& stop) {
  const std::span<const std::uint64_t> all(open.bits.data(), open.bits.size());
  reach forward(g, threads);
  forward.begin(g.out, g.in, all, open.pivot);
  if (forward.run(stop, threads > 1)) {
    // A path from a member to the pivot stays among the vertices that the pivot reaches: the backward search needs no others.
    const std::vector<std::uint64_t> reached(forward.visited().begin(), forward.visited().end());
    forward.begin(g.in, g.out, reached, open.pivot);
    forward.run(stop);
    return {forward.visited().begin(), forward.visited().end()};
  }
  // Neither search occupies two threads: run both at the same time.
  reach backward(g, threads);
  backward.begin(g.in, g.out, all, open.pivot);
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
  const auto vertex_of = [](std::size_t word, std::uint64_t bits) {
    return static_cast<vertex_id>(word * bfs_engine::word_bits + static_cast<std::uint64_t>(std::countr_zero(bits)));
  };
  std::size_t first = 0;
  while (members[first] == 0) ++first;
  const vertex_id smallest = vertex_of(first, members[first]);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t word = first; word < members.size(); ++word) {
    for (std::uint64_t left = members[word]; left != 0; left &= left - 1) labels[vertex_of(word, left)] = smallest;
  }
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

}  // namespace fathom::components_engine
