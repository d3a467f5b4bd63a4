// measure(): graph_properties, computed in one parallel pass over the adjacency rows.
#include <algorithm>
#include <bit>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/build.hpp"

namespace fathom {
namespace {

constexpr int rows_per_step = 4096;

bool same_weights(const adjacency_view& a, const adjacency_view& b, edge_offset edges) {
  if (a.wide_weights && b.wide_weights) return std::equal(a.wide_weights, a.wide_weights + edges, b.wide_weights);
  if (!a.weights || !b.weights) return a.weights == b.weights;
  return std::equal(a.weights, a.weights + edges, b.weights);
}

// Whether `in`, the sorted rows of the reversed edges, equals `out`.
bool same_rows(const adjacency_view& out, const adjacency_view& in, vertex_id n) {
  if (out.targets == in.targets) return true;
  return std::equal(out.offsets, out.offsets + n + 1, in.offsets) &&
         std::equal(out.targets, out.targets + out.offsets[n], in.targets) && same_weights(out, in, out.offsets[n]);
}

bool has_edge(const adjacency_view& rows, vertex_id u, vertex_id v, bool sorted) {
  return sorted ? std::binary_search(rows.begin(u), rows.end(u), v) : std::find(rows.begin(u), rows.end(u), v) != rows.end(u);
}

bool every_reverse_is_there(const adjacency_view& out, vertex_id n, bool sorted, int threads) {
  bool all = true;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_step) reduction(&& : all)
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = out.begin(u); all && v != out.end(u); ++v) all = has_edge(out, *v, u, sorted);
  }
  return all;
}

struct row_facts {
  edge_offset loops = 0, duplicates = 0;
  bool sorted = true;
};

row_facts facts_of_row(const adjacency_view& rows, vertex_id v) {
  row_facts facts;
  for (const vertex_id* t = rows.begin(v); t != rows.end(v); ++t) {
    facts.loops += *t == v;
    if (t == rows.begin(v)) continue;
    facts.duplicates += t[-1] == t[0];
    facts.sorted &= t[-1] <= t[0];
  }
  return facts;
}

// One thread's measurements. They are merged in thread order, so that ties always resolve the same way.
struct tally {
  graph_properties p;

  void add_row(const adjacency_view& out, const adjacency_view* in, vertex_id v) {
    const row_facts facts = facts_of_row(out, v);
    const edge_offset degree = out.degree(v);
    p.self_loops += facts.loops;
    p.duplicates += facts.duplicates;
    p.sorted &= facts.sorted;
    ++p.out_degree_histogram[std::bit_width(degree)];
    if (p.max_out_degree_vertex == no_vertex || degree > p.max_out_degree) p.max_out_degree = degree, p.max_out_degree_vertex = v;
    const edge_offset in_degree = in ? in->degree(v) : degree;
    p.max_in_degree = std::max(p.max_in_degree, in_degree);
    p.isolated += degree == facts.loops && in_degree == facts.loops;
  }

  void merge(const tally& other) {
    p.self_loops += other.p.self_loops;
    p.duplicates += other.p.duplicates;
    p.sorted &= other.p.sorted;
    p.isolated += other.p.isolated;
    p.max_in_degree = std::max(p.max_in_degree, other.p.max_in_degree);
    if (p.max_out_degree_vertex == no_vertex || other.p.max_out_degree > p.max_out_degree) {
      if (other.p.max_out_degree_vertex != no_vertex) {
        p.max_out_degree = other.p.max_out_degree, p.max_out_degree_vertex = other.p.max_out_degree_vertex;
      }
    }
    for (int b = 0; b < graph_properties::histogram_bins; ++b) p.out_degree_histogram[b] += other.p.out_degree_histogram[b];
  }
};

// Counts isolated vertices without in-edges: a vertex of out-degree 0 is isolated if no edge leads to it.
vertex_id count_isolated(const adjacency_view& out, vertex_id n) {
  std::vector<bool> touched(n);
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = out.begin(u); v != out.end(u); ++v) {
      if (*v != u) touched[u] = touched[*v] = true;
    }
  }
  return static_cast<vertex_id>(std::count(touched.begin(), touched.end(), false));
}

}  // namespace

graph_properties measure(const adjacency_view& out, vertex_id num_vertices, const adjacency_view* in, const run_control& control) {
  const int threads = useful_threads(num_vertices, rows_per_step, thread_count(control));
  std::vector<tally> parts(threads);
#pragma omp parallel num_threads(threads)
  {
    tally mine;
    const index_range rows = part_of(num_vertices, threads, omp_get_thread_num());
    for (std::uint64_t v = rows.first; v < rows.last; ++v) mine.add_row(out, in, static_cast<vertex_id>(v));
    parts[omp_get_thread_num()] = std::move(mine);
  }
  tally all;
  for (const tally& part : parts) all.merge(part);
  graph_properties& p = all.p;
  p.directed = in ? !same_rows(out, *in, num_vertices) : !every_reverse_is_there(out, num_vertices, p.sorted, threads);
  if (p.directed && !in) {
    p.max_in_degree = 0;
    p.isolated = count_isolated(out, num_vertices);
  }
  return p;
}

}  // namespace fathom
