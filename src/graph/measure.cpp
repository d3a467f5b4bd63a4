// measure(): graph_properties, computed in one parallel pass over the adjacency rows.
#include <algorithm>
#include <bit>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/build.hpp"

namespace fathom {
namespace {

constexpr int rows_per_step = 4096;

bool is_weighted(const adjacency_view& rows) { return rows.weights != nullptr || rows.wide_weights != nullptr; }

// Whether `size` edges of `a` from edge `i` on have the weights of those of `b` from `j` on, in any order: parallel edges have
// none.
bool same_weights(const adjacency_view& a, edge_offset i, const adjacency_view& b, edge_offset j, edge_offset size) {
  if (!is_weighted(a) || !is_weighted(b)) return is_weighted(a) == is_weighted(b);
  if (size == 1) return a.weight(i) == b.weight(j);
  std::vector<double> of_a(size), of_b(size);
  for (edge_offset e = 0; e < size; ++e) of_a[e] = a.weight(i + e), of_b[e] = b.weight(j + e);
  std::ranges::sort(of_a), std::ranges::sort(of_b);
  return of_a == of_b;
}

// The first edge behind `e` in the row of `u` that leads elsewhere.
edge_offset end_of_parallel_edges(const adjacency_view& rows, vertex_id u, edge_offset e) {
  const edge_offset first = e;
  while (e < rows.offsets[u + 1] && rows.targets[e] == rows.targets[first]) ++e;
  return e;
}

// Whether `in`, the sorted rows of the reversed edges, equals `out`.
bool same_rows(const adjacency_view& out, const adjacency_view& in, vertex_id n) {
  if (out.targets == in.targets) return true;
  if (!std::equal(out.offsets, out.offsets + n + 1, in.offsets)) return false;
  if (!std::equal(out.targets, out.targets + out.offsets[n], in.targets)) return false;
  if (!is_weighted(out) && !is_weighted(in)) return true;
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset e = out.offsets[u], next = e; e < out.offsets[u + 1]; e = next) {
      next = end_of_parallel_edges(out, u, e);
      if (!same_weights(out, e, in, e, next - e)) return false;
    }
  }
  return true;
}

// Whether the edges `first` to `last` - 1 from `u`, which are parallel, have reverse edges of the same number and weights.
bool has_reverse_edges(const adjacency_view& rows, vertex_id u, edge_offset first, edge_offset last) {
  const vertex_id v = rows.targets[first];
  const auto [begin, end] = std::equal_range(rows.begin(v), rows.end(v), u);
  return static_cast<edge_offset>(end - begin) == last - first &&
         same_weights(rows, first, rows, begin - rows.targets, last - first);
}

// Rows that are not sorted are measured only to be sorted and measured again, and multiplicity and weights are left to that.
bool every_reverse_is_there(const adjacency_view& out, vertex_id n, bool sorted, int threads) {
  bool all = true;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_step) reduction(&& : all)
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset e = out.offsets[u], next = e; all && e < out.offsets[u + 1]; e = next) {
      next = sorted ? end_of_parallel_edges(out, u, e) : e + 1;
      all = sorted ? has_reverse_edges(out, u, e, next)
                   : std::find(out.begin(out.targets[e]), out.end(out.targets[e]), u) != out.end(out.targets[e]);
    }
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
