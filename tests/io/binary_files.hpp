// Small graphs in files for the tests of the binary formats, and functions that corrupt them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "base/checksum.hpp"
#include "base/output_file.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "io/formats/fathom_format.hpp"
#include "io/formats/formats.hpp"
#include "temporary_folder.hpp"

namespace fathom::test {

/// Returns the bytes that `writer` writes.
inline std::string written_by(const std::function<void(output_file&)>& writer) {
  const temporary_folder folder;
  output_file out(folder / "out");
  writer(out);
  out.commit();
  return content_of(folder / "out");
}

/// Copy of the bytes in a buffer of their exact size, so that AddressSanitizer detects reads past the end. `shift` misaligns them.
inline io::byte_source source_of(std::string_view bytes, std::size_t shift = 0, std::filesystem::path name = "test.file") {
  std::shared_ptr<char[]> memory(new char[bytes.size() + shift]);
  if (!bytes.empty()) std::memcpy(memory.get() + shift, bytes.data(), bytes.size());
  return {std::move(name), std::as_bytes(std::span<const char>(memory.get() + shift, bytes.size())), memory};
}

struct weighted_pair {
  vertex_id from, to;
  float weight;
};

inline edge_list edges_of(std::uint64_t n, const std::vector<weighted_pair>& pairs, bool directed, bool weighted) {
  edge_list edges;
  edges.num_vertices = n;
  edges.directed = directed;
  edges.sources = array<vertex_id>(pairs.size());
  edges.targets = array<vertex_id>(pairs.size());
  if (weighted) edges.weights = array<edge_weight>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    edges.sources[i] = pairs[i].from;
    edges.targets[i] = pairs[i].to;
    if (weighted) edges.weights[i] = pairs[i].weight;
  }
  return edges;
}

/// Ten vertices, one of them isolated and one a hub, with integer weights.
inline graph small_graph(bool directed, bool weighted) {
  const std::vector<weighted_pair> pairs{{0, 1, 3},  {0, 2, 1}, {0, 3, 4}, {0, 4, 1}, {0, 5, 5}, {1, 2, 9},
                                         {2, 6, -2}, {6, 7, 6}, {7, 8, 5}, {8, 2, 3}, {3, 0, 5}, {5, 6, 8}};
  return build(edges_of(10, pairs, directed, weighted)).g;
}

/// Three vertices with the original ids 7, 5000000000 and 2^40, and names.
inline graph named_graph() {
  edge_list edges = edges_of(3, {{0, 1, 1}, {1, 2, 2}}, true, false);
  const std::uint64_t ids[] = {7, 5000000000, std::uint64_t{1} << 40};
  edges.original_ids = array<std::uint64_t>(3);
  std::ranges::copy(ids, edges.original_ids.begin());
  const std::string text = "sevenfivebig";
  const std::uint64_t ends[] = {0, 5, 9, 12};
  edges.labels.offsets = array<std::uint64_t>(4);
  std::ranges::copy(ends, edges.labels.offsets.begin());
  edges.labels.text = array<char>(text.size());
  std::ranges::copy(text, edges.labels.text.begin());
  return build(std::move(edges)).g;
}

/// The graph that read_graph() would build from a reader's result.
inline graph finished(io::parsed found, build_options options = {}) {
  options.control.threads = 1;  // enough for ten vertices
  if (found.finished) return *found.finished;
  if (found.rows) return from_csr(std::move(*found.rows), found.rows_directed, options).g;
  return build(std::move(*found.edges), options).g;
}

template <class T>
std::vector<T> listed(const T* first, std::uint64_t count) {
  return first == nullptr ? std::vector<T>() : std::vector<T>(first, first + count);
}

inline void expect_same_side(const adjacency_view& a, const adjacency_view& b, std::uint64_t n, std::uint64_t m) {
  EXPECT_EQ(listed(a.offsets, n + 1), listed(b.offsets, n + 1));
  EXPECT_EQ(listed(a.targets, m), listed(b.targets, m));
  EXPECT_EQ(listed(a.weights, m), listed(b.weights, m));
  EXPECT_EQ(listed(a.wide_weights, m), listed(b.wide_weights, m));
}

inline void expect_same_graph(const graph& a, const graph& b) {
  ASSERT_EQ(a.num_vertices(), b.num_vertices());
  ASSERT_EQ(a.num_edges(), b.num_edges());
  EXPECT_EQ(a.directed(), b.directed());
  expect_same_side(a.view().out, b.view().out, a.num_vertices(), a.num_edges());
  expect_same_side(a.view().in, b.view().in, a.num_vertices(), a.num_edges());
  for (vertex_id v = 0; v < a.num_vertices(); ++v) {
    EXPECT_EQ(a.original_id(v), b.original_id(v));
    EXPECT_EQ(a.name(v), b.name(v));
  }
  const graph_properties &p = a.properties(), &q = b.properties();
  EXPECT_EQ(
      std::tuple(p.self_loops, p.duplicates, p.isolated, p.max_out_degree, p.max_out_degree_vertex, p.max_in_degree, p.sorted),
      std::tuple(q.self_loops, q.duplicates, q.isolated, q.max_out_degree, q.max_out_degree_vertex, q.max_in_degree, q.sorted));
  EXPECT_EQ(p.out_degree_histogram, q.out_degree_histogram);
}

/// Returns the message of the fathom::error that `work` must throw.
inline std::string error_of(const std::function<void()>& work, error_category expected = error_category::input) {
  return expect_error(expected, work);
}

/// Writes a value of type T at an offset of the file.
template <class T>
void poke(std::string& bytes, std::size_t place, T value) {
  ASSERT_LE(place + sizeof value, bytes.size());
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

}  // namespace fathom::test
