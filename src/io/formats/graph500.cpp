// Packed edges of the Graph500 reference code (generator/graph_generator.h), 12 bytes per edge with 48-bit signed ids:
//   u32 v0_low; u32 v1_low; u32 high, whose low half holds bits 32 to 47 of v0 and whose high half holds those of v1
// Edges are undirected. Optional weights are in FILE.weights, one float32 per edge.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/mapped_file.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/input_error.hpp"
#include "io/vertices/renumber.hpp"

namespace fathom::io {
namespace {

struct packed_edge {
  std::uint32_t v0_low;
  std::uint32_t v1_low;
  std::uint32_t high;
};
static_assert(sizeof(packed_edge) == 12);

constexpr std::uint64_t id_limit = std::uint64_t{1} << 47;  // bit 47 is the sign
constexpr std::uint64_t no_edge = std::numeric_limits<std::uint64_t>::max();
// Edges per write: a buffer of 48 KiB.
constexpr std::size_t chunk_edges = 4096;

packed_edge load_edge(std::span<const std::byte> bytes, std::uint64_t index) noexcept {
  packed_edge edge;
  std::memcpy(&edge, bytes.data() + index * sizeof edge, sizeof edge);
  return edge;
}

std::uint64_t first_id(const packed_edge& edge) noexcept { return edge.v0_low | std::uint64_t{edge.high & 0xFFFF} << 32; }
std::uint64_t second_id(const packed_edge& edge) noexcept { return edge.v1_low | std::uint64_t{edge.high >> 16} << 32; }

// Returns the largest id; throws for a negative id.
std::uint64_t scan(const byte_source& source, index_range edges, int threads) {
  std::uint64_t largest = 0;
  std::uint64_t bad = no_edge;  // the first edge with a negative id
#pragma omp parallel for num_threads(threads) reduction(max : largest) reduction(min : bad)
  for (std::uint64_t e = edges.first; e < edges.last; ++e) {
    const packed_edge edge = load_edge(source.bytes, e);
    const std::uint64_t larger = std::max(first_id(edge), second_id(edge));
    largest = std::max(largest, larger);
    if (larger >= id_limit) bad = std::min(bad, e);
  }
  if (bad == no_edge) return largest;
  const packed_edge edge = load_edge(source.bytes, bad);
  const std::uint64_t id = first_id(edge) >= id_limit ? first_id(edge) : second_id(edge);
  bad_input(source.file, "edge {} (byte {}) contains the negative vertex id {}", bad, bad * sizeof edge,
            static_cast<std::int64_t>(id) - static_cast<std::int64_t>(2 * id_limit));
}

template <class Id>
void unpack(const byte_source& source, index_range edges, int threads, edge_columns<Id>& columns) {
  const std::uint64_t count = edges.last - edges.first;
  columns.sources.resize(count);
  columns.targets.resize(count);
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t e = 0; e < count; ++e) {
    const packed_edge edge = load_edge(source.bytes, edges.first + e);
    columns.sources[e] = static_cast<Id>(first_id(edge));
    columns.targets[e] = static_cast<Id>(second_id(edge));
  }
}

std::filesystem::path weights_beside(const std::filesystem::path& file) { return file.string() + ".weights"; }

array<edge_weight> read_weights(const std::filesystem::path& file, std::uint64_t all, index_range edges) {
  const mapped_file mapped = mapped_file::open(file);
  if (mapped.bytes.size() != all * sizeof(edge_weight)) {
    bad_input(file, "is {} bytes long, but {} edges need {}; it belongs to another graph or is truncated", mapped.bytes.size(), all,
              all * sizeof(edge_weight));
  }
  const std::uint64_t count = edges.last - edges.first;
  const auto mine = mapped.bytes.subspan(edges.first * sizeof(edge_weight), count * sizeof(edge_weight));
  read_ahead(mine);
  array<edge_weight> weights(count);
  if (count > 0) std::memcpy(weights.data(), mine.data(), weights.bytes());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t e = edges.first + i;
    if (!std::isfinite(weights[i]))
      bad_input(file, "weight {} (byte {}) is {}; weights must be finite", e, e * sizeof(edge_weight), weights[i]);
  }
  return weights;
}

}  // namespace

parsed read_graph500(const byte_source& source, const read_options& options) {
  const run_control& control = options.build.control;
  const int threads = thread_count(control);
  const std::uint64_t count = source.bytes.size() / sizeof(packed_edge);
  if (source.bytes.size() % sizeof(packed_edge) != 0) {
    bad_input(source.file,
              "is {} bytes long, which is not a multiple of the {} bytes of a packed edge; it is truncated or not a Graph500 file",
              source.bytes.size(), sizeof(packed_edge));
  }
  report_progress(control, "reading", 0, source.bytes.size());
  const index_range mine =
      part_of(count, static_cast<std::uint64_t>(source.part.count), static_cast<std::uint64_t>(source.part.index));
  read_ahead(source.bytes.subspan(mine.first * sizeof(packed_edge), (mine.last - mine.first) * sizeof(packed_edge)));
  line_edges edges;
  edges.largest = scan(source, mine, threads);
  edges.entries = mine.last - mine.first;
  edges.is_wide = edges.largest >= max_vertices;
  const std::uint64_t bytes_per_edge = 2 * (edges.is_wide ? sizeof(std::uint64_t) : sizeof(vertex_id));
  require_host_memory(edges.entries * bytes_per_edge, fmt::format("reading {} edges", edges.entries));
  if (edges.is_wide) {
    unpack(source, mine, threads, edges.wide);
  } else {
    unpack(source, mine, threads, edges.narrow);
  }
  parsed result;
  // Graph500 vertices are 0 to 2^SCALE - 1, so unused ids are isolated vertices.
  numbering_rules rules = numbering_rules::of(options);
  rules.keep_gaps = true;
  result.edges = source.part.is_whole() ? number_edge_list(source.file, std::move(edges), rules, control)
                                        : number_edge_list_part(std::move(edges), rules, result.part, control);
  result.edges->directed = false;
  const std::filesystem::path beside = weights_beside(source.file);
  std::error_code ignored;
  if (options.build.keep_weights && std::filesystem::exists(beside, ignored))
    result.edges->weights = read_weights(beside, count, mine);
  return result;
}

namespace {

// Calls `use` once for each undirected edge, at the entry stored with its smaller endpoint.
template <class Use>
void for_each_kept_edge(const graph& g, Use use) {
  if (g.directed()) {
    throw error(error_category::output,
                "cannot be written as Graph500 edges, which are undirected: the graph is directed; symmetrize it "
                "(--symmetrize) or write another format");
  }
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      if (u <= out.targets[e]) use(u, out.targets[e], e);
    }
  }
}

template <class T>
class chunked {
 public:
  explicit chunked(output_file& out) : out_(out) { chunk_.reserve(chunk_edges); }
  void add(const T& value) {
    chunk_.push_back(value);
    if (chunk_.size() == chunk_edges) flush();
  }
  void flush() {
    out_.write(chunk_.data(), chunk_.size() * sizeof(T));
    chunk_.clear();
  }

 private:
  output_file& out_;
  std::vector<T> chunk_;
};

}  // namespace

void write_graph500(output_file& out, const graph& g) {
  const std::uint64_t n = g.num_vertices();
  if (g.num_edges() == 0) {
    throw error(error_category::output,
                "cannot be written as Graph500 edges: the graph has no edges, and an empty file is taken for a damaged one; write "
                "another format");
  }
  if (n > 0 && g.original_id(static_cast<vertex_id>(n - 1)) >= id_limit) {
    throw error(error_category::output,
                fmt::format("cannot be written as Graph500 edges: vertex {} does not fit 48 bits; write .fathom",
                            g.original_id(static_cast<vertex_id>(n - 1))));
  }
  chunked<packed_edge> chunk(out);
  for_each_kept_edge(g, [&](vertex_id u, vertex_id v, edge_offset) {
    const std::uint64_t a = g.original_id(u), b = g.original_id(v);
    chunk.add({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(a >> 32 | b >> 32 << 16)});
  });
  chunk.flush();
}

void write_graph500_weights(output_file& out, const graph& g) {
  chunked<edge_weight> chunk(out);
  for_each_kept_edge(g, [&](vertex_id, vertex_id, edge_offset e) { chunk.add(g.view().out.weights[e]); });
  chunk.flush();
}

extern constinit const format_description graph500_format{
    .format = file_format::graph500,
    .names = {"graph500", "g500", "packed"},
    .suffixes = {".g500", ".packed"},
    .read_in_parts = true,
    .read_bytes = read_graph500,
    .write = [](output_file& out, const write_request& request) { write_graph500(out, request.g); },
    .write_weights = write_graph500_weights,
    .loses = {.wide_weights = true, .trailing_isolated = true, .unused_ids = true}};

}  // namespace fathom::io
