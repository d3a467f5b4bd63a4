#include "betweenness/cuda/grid_memory.hpp"

#include <algorithm>

#include "betweenness/extended_number.hpp"
#include "gpu/transfer.hpp"

namespace fathom::betweenness_engine {
namespace {

using cuda::buffer;
using cuda::check;

bool is_on_device(const layout& l) { return l.where.kind == device_kind::cuda; }

bool has_in_edges(const layout& l) { return l.in.offsets != l.out.offsets; }

/// Upper bound on the number of adjacency rows with more than part_edges edges.
std::size_t most_long(const layout& l) {
  return std::min<std::uint64_t>(l.num_vertices, l.num_edges / part_edges * (has_in_edges(l) ? 2 : 1)) + 1;
}

template <class T>
const T* on_device(const layout& l, const T* from, std::size_t size, buffer<T>& copy, const cuda::stream& s) {
  if (is_on_device(l)) return from;
  copy = cuda::upload(from, size, s);
  return copy.data();
}

template <class T>
void set_to_zero(const buffer<T>& memory, const cuda::stream& s) {
  if (memory.size() > 0) check(cudaMemsetAsync(memory.data(), 0, memory.bytes(), s.get()), "clearing device memory");
}

template <class T>
buffer<T> zeros(std::size_t size, const cuda::stream& s) {
  buffer<T> memory(size, s);
  set_to_zero(memory, s);
  return memory;
}

std::size_t value_bytes(const grid_request& r) { return r.wide ? sizeof(extended_number) : sizeof(double); }

}  // namespace

grid_rows::grid_rows(const layout& l, const cuda::stream& s) : kinds(l.num_vertices, s), long_vertices(most_long(l), s) {
  const std::size_t n = l.num_vertices;
  out = {on_device(l, l.out.offsets, n + 1, out_offsets_, s), on_device(l, l.out.targets, l.num_edges, out_targets_, s)};
  in = out;
  if (has_in_edges(l)) {
    in = {on_device(l, l.in.offsets, n + 1, in_offsets_, s), on_device(l, l.in.targets, l.num_edges, in_targets_, s)};
  }
  counts = sort_vertices(l.num_vertices, out, in, kinds.data(), long_vertices.data(), s);
}

std::uint64_t grid_rows::bytes(const layout& l) {
  const std::uint64_t n = l.num_vertices;
  const std::uint64_t rows = (n + 1) * sizeof(edge_offset) + l.num_edges * sizeof(vertex_id);
  return (is_on_device(l) ? 0 : rows * (has_in_edges(l) ? 2 : 1)) + n * sizeof(std::uint32_t) + most_long(l) * sizeof(long_vertex);
}

search_bytes bytes_of(const layout& l, const kind_counts& counts, const grid_request& r) {
  const std::uint64_t n = l.num_vertices;
  search_bytes bytes;
  bytes.fixed = n * (1 + word_levels) * sizeof(std::uint32_t) + (n + 1) * sizeof(list_positions) + n * sizeof(double) +
                (r.edges ? l.num_edges * sizeof(double) : 0) + counts.long_vertices * sizeof(std::uint32_t) + sizeof(grid_counts);
  bytes.fixed += l.caller_vertices * sizeof(double) + (l.to_caller && !is_on_device(l) ? n * sizeof(vertex_id) : 0);  // the result
  // Each search discovers a vertex once, so this suffices even if no two searches discover a vertex at the same level.
  bytes.each =
      (n + counts.slots) * value_bytes(r) + counts.narrow * sizeof(uint2) + counts.parts * (sizeof(uint2) + sizeof(std::uint32_t));
  return bytes;
}

search_bytes most_bytes_of(const layout& l, const grid_request& r) {
  const std::uint64_t rows = l.num_edges * (has_in_edges(l) ? 2 : 1), long_vertices = most_long(l);
  const std::uint64_t slots = rows / part_edges + long_vertices;
  return bytes_of(l, {0, l.num_vertices + slots, static_cast<unsigned>(long_vertices), static_cast<unsigned>(slots)}, r);
}

grid_memory::grid_memory(const layout& l, const grid_rows& rows, const grid_request& r, unsigned row_bits, const cuda::stream& s)
    : stream_(s) {
  const std::size_t n = l.num_vertices, width = std::size_t{1} << row_bits;
  seen_ = buffer<std::uint32_t>(n, s), words_ = buffer<std::uint32_t>(n * word_levels, s);
  arrived_ = zeros<std::uint32_t>(rows.counts.long_vertices, s);
  values_ = buffer<std::byte>(n * width * value_bytes(r), s);
  slots_ = buffer<std::byte>(rows.counts.slots * width * value_bytes(r), s);
  narrow_ = buffer<uint2>(rows.counts.narrow * width, s), wide_ = buffer<uint2>(rows.counts.parts * width, s);
  parts_ = buffer<std::uint32_t>(rows.counts.parts * width, s);
  begins_ = buffer<list_positions>(n + 1, s), found_ = buffer<unsigned long long>(3, s);
  vertices_ = zeros<double>(n, s), edges_ = zeros<double>(r.edges ? l.num_edges : 0, s);
  counts_ = buffer<grid_counts>(1, s);

  search.num_vertices = l.num_vertices;
  search.directed = has_in_edges(l), search.has_wide = rows.counts.parts > 0, search.endpoints = r.endpoints;
  search.out = rows.out, search.in = rows.in;
  search.kinds = rows.kinds.data(), search.long_vertices = rows.long_vertices.data();
  search.most_paths = r.most_paths;
  search.seen = seen_.data(), search.words = words_.data();
  search.values = values_.data(), search.row_bits = row_bits;
  search.arrived = arrived_.data(), search.slots = slots_.data();
  search.narrow = narrow_.data(), search.wide = wide_.data(), search.parts = parts_.data();
  search.begins = begins_.data(), search.found = found_.data();
  search.vertices = vertices_.data(), search.edges = edges_.data(), search.counts = counts_.data();
}

void grid_memory::clear() {
  set_to_zero(seen_, stream_), set_to_zero(words_, stream_);
  set_to_zero(found_, stream_), set_to_zero(counts_, stream_);
}

grid_counts grid_memory::counts() const { return cuda::read_one(counts_.data(), stream_); }

}  // namespace fathom::betweenness_engine
