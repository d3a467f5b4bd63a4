#include "fathom/visitor/device_superstep_graph.hpp"
#include "fathom/visitor/device_superstep_ranks.hpp"
#include "gpu/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/device_array.hpp"
#include "graph/build/cuda/cut_rows.hpp"
#include "graph/layout/cuda/approximate_sort.hpp"
#include "graph/layout/cuda/invert_order.hpp"
#include "visitor/supersteps/cuda/message_slots.hpp"
#include "visitor/supersteps/cuda/rows.hpp"

namespace fathom {
namespace {

using edge_vertex_engine::device_row_arrays;
using edge_vertex_engine::device_rows;

// Minimum chunk of a long row, in edges. In a small graph a superstep waits for its longest row: chunks of 1,024 edges took two to
// three times as long.
constexpr unsigned least_piece = 64;

struct kept_rows {
  device_row_arrays arrays;
  cut_rows_on cut;

  [[nodiscard]] device_rows view() const { return {arrays.offsets.data(), arrays.ends.data(), arrays.weights.data(), cut.view()}; }
};

struct resident_arrays {
  kept_rows out, in;
  array<vertex_id> to_caller;
  array<edge_offset> in_offsets;  // of the whole graph, for a part of one
};

std::uint64_t bytes_of_rows(const edge_vertex_graph& g) {
  const std::uint64_t n = g.num_vertices, m = g.num_edges;
  const std::uint64_t rows = (n + 1) * sizeof(edge_offset) + m * (sizeof(vertex_id) + (g.out.weights ? sizeof(edge_weight) : 0));
  return (g.in.offsets == g.out.offsets ? 1 : 2) * (rows + cut_rows_on::bytes(g.num_vertices, m, least_piece));
}

void check_where(const edge_vertex_options& options) {
  if (options.where.kind == device_kind::cuda) return;
  throw error(error_category::usage,
              fmt::format("edge_vertex_on_device() is for CUDA devices, not for {}; use edge_vertex()", to_string(options.where)));
}

device_row_arrays upload_rows(const edge_vertex_rows& from, const edge_vertex_graph& g, device where, const cuda::stream& s) {
  device_row_arrays rows;
  rows.offsets = cuda::upload_array(from.offsets, std::size_t{g.num_vertices} + 1, where, s);
  rows.ends = cuda::upload_array(from.ends, g.num_edges, where, s);
  if (from.weights) rows.weights = cuda::upload_array(from.weights, g.num_edges, where, s);
  return rows;
}

/// Prepares a graph: copies it, sorts its vertices and cuts its rows into chunks.
class preparation {
 public:
  preparation(const edge_vertex_graph& host, const edge_vertex_options& options, const device_room& room)
      : host_(host), options_(options), where_(room.where()), s_(room.in_order()), kept_(std::make_shared<resident_arrays>()) {}

  void copy() {
    kept_->out.arrays = upload_rows(host_.out, host_, where_, s_);
    if (directed()) kept_->in.arrays = upload_rows(host_.in, host_, where_, s_);
    if (host_.to_caller) kept_->to_caller = cuda::upload_array(host_.to_caller, host_.num_vertices, where_, s_);
    s_.wait("copying the graph to the device");
  }

  /// In-degrees of the whole graph, of which `host` is a part.
  const edge_offset* copy_in_offsets(const edge_offset* offsets) {
    kept_->in_offsets = cuda::upload_array(offsets, std::size_t{host_.num_vertices} + 1, where_, s_);
    return kept_->in_offsets.data();
  }

  /// Returns the description of the order; sorts the vertices if one was requested.
  std::string sort() {
    const vertex_id n = host_.num_vertices;
    if (options_.order == edge_vertex_order::automatic || options_.order == edge_vertex_order::caller) return host_.order;
    const cuda::buffer<std::uint32_t> keys(n, s_);
    degree_keys((directed() ? kept_->in : kept_->out).arrays.offsets.data(), n, keys.data(), s_);
    kept_->to_caller = cuda::device_array<vertex_id>(n, where_, s_);
    const key_range range = options_.order == edge_vertex_order::exact_sort
                                ? edge_vertex_engine::exact_sort_on(keys.data(), n, kept_->to_caller.data(), s_)
                                : sort_approximately(keys.data(), n);
    if (range.min == range.max) kept_->to_caller = {};
    s_.wait("sorting vertices");
    return edge_vertex_engine::order_in_words(options_, range.min, range.max);
  }

  void rename() {
    if (kept_->to_caller.empty()) return;
    const cuda::buffer<vertex_id> to_internal(host_.num_vertices, s_);
    invert_order(kept_->to_caller.data(), host_.num_vertices, to_internal.data(), s_);
    rename(kept_->out.arrays, to_internal.data());
    if (directed()) rename(kept_->in.arrays, to_internal.data());
  }

  void cut() {
    cut(kept_->out);
    if (directed()) cut(kept_->in);
    s_.wait("preparing the graph on the device");
  }

  void put_into(edge_vertex_device_graph& made) {
    made.out = kept_->out.view();
    made.in = directed() ? kept_->in.view() : made.out;
    made.to_caller = kept_->to_caller.data();
    made.with_out_edges = edge_vertex_engine::rows_with_edges(made.out.offsets, host_.num_vertices, s_);
    made.keeper = std::move(kept_);
  }

 private:
  [[nodiscard]] bool directed() const { return host_.in.offsets != host_.out.offsets; }

  key_range sort_approximately(const std::uint32_t* keys, vertex_id n) {
    device_approximate_sort sort(static_cast<std::uint32_t>(options_.buckets), s_);
    sort.sort(keys, n, kept_->to_caller.data());
    return sort.range();
  }

  void rename(device_row_arrays& rows, const vertex_id* to_internal) {
    rows = edge_vertex_engine::renamed_rows({rows.offsets.data(), rows.ends.data(), rows.weights.data()}, host_.num_vertices,
                                            host_.num_edges, kept_->to_caller.data(), to_internal, where_, s_);
  }

  void cut(kept_rows& rows) {
    rows.cut = cut_rows_on(host_.num_vertices, host_.num_edges, rows.arrays.offsets.data(), least_piece, where_, s_);
  }

  const edge_vertex_graph& host_;
  const edge_vertex_options& options_;
  const device where_;
  const cuda::stream& s_;
  std::shared_ptr<resident_arrays> kept_;
};

// Everything except the arrays, of a graph whose source is set.
void begin_graph(edge_vertex_device_graph& made, device where, bool sorted_rows) {
  made.where = where;
  made.num_vertices = made.source.num_vertices, made.num_edges = made.source.num_edges;
  made.sorted_rows = sorted_rows;
  made.order = made.source.order;
  made.bytes = bytes_of_rows(made.source);
}

void require(const device_room& room, const edge_vertex_device_graph& g, std::uint64_t bytes) {
  room.require(bytes, fmt::format("running programs on {} vertices and {} directed edges", g.num_vertices, g.num_edges).c_str());
}

}  // namespace

edge_vertex_device_graph prepare_edge_vertex_cuda(const graph& g, const edge_vertex_options& options) {
  check_where(options);
  edge_vertex_engine::check_numbers(options);
  const timer clock;
  edge_vertex_options in_place = options;
  in_place.where = {}, in_place.order = edge_vertex_order::automatic;
  edge_vertex_device_graph made;
  made.source = prepare_edge_vertex(g, in_place);
  const edge_vertex_graph& host = made.source;
  begin_graph(made, options.where, g.properties().sorted);
  const bool sorts = options.order != edge_vertex_order::automatic && options.order != edge_vertex_order::caller;
  if (sorts) made.bytes += host.num_vertices * sizeof(vertex_id);
  device_room room(options.where);
  require(room, made, sorts ? 2 * made.bytes : made.bytes);  // rows in both orders coexist for a while
  if (made.num_vertices == 0) return made;
  preparation p(host, options, room);
  const timer copying;
  p.copy();
  made.seconds_copy = copying.seconds();
  check_stop(options.control);
  const timer sorting;
  made.order = p.sort();
  made.seconds_sort = sorting.seconds();
  p.rename();
  p.cut();
  p.put_into(made);
  made.seconds = clock.seconds();
  return made;
}

void place_edge_vertex_cuda(rank_edge_vertex_device_graph& made, device where) {
  const timer clock;
  edge_vertex_device_graph& rows = made.rows;
  rows.source = made.part.rows;
  begin_graph(rows, where, true);
  rows.bytes += rows.num_vertices * sizeof(vertex_id) + (rows.num_vertices + std::uint64_t{1}) * sizeof(edge_offset);
  const device_room room(where);
  require(room, rows, rows.bytes);
  if (rows.num_vertices == 0) return;
  preparation p(rows.source, {}, room);
  p.copy();
  made.in_offsets = p.copy_in_offsets(made.part.in_offsets);
  rows.seconds_copy = clock.seconds();
  p.cut();
  p.put_into(rows);
}

namespace edge_vertex_engine {
namespace {

// Throws if positions of edges in rows can be found neither by binary search nor on the host.
void require_rows_in_order(const edge_vertex_device_graph& g, const char* what) {
  if (!g.to_caller) return;
  throw error(error_category::usage,
              fmt::format("{} on a GPU needs sorted adjacency rows unless vertices are in the caller's order; "
                          "build the graph with build(), or choose edge_vertex_order::caller",
                          what));
}

}  // namespace

device_slots make_device_slots(const edge_vertex_device_graph& g, vertex_id group_size, device_room& room,
                               const run_control& control) {
  if (!g.sorted_rows) {  // edges' positions in rows cannot be found by binary search
    require_rows_in_order(g, "a message buffer");
    const message_slots host = make_message_slots(g.source, group_size, control);
    return {host.count, host.stride, room.upload_copy(host.first.data(), host.first.size()),
            room.upload_copy(host.of_out_edge.data(), host.of_out_edge.size())};
  }
  const cuda::stream& s = room.in_order();
  device_slots slots{g.num_edges, group_size, g.in.offsets, nullptr};
  if (group_size > 1) {
    const std::uint64_t entries = groups_of(g.num_vertices, group_size) + 1;
    const cuda::buffer<std::uint64_t> groups(entries, s), offsets(entries, s);
    group_offsets_on(g.in.offsets, g.num_vertices, group_size, groups.data(), offsets.data(), s);
    auto* const first = room.allocate_for<std::uint64_t>(g.num_vertices);
    first_slots_on(offsets.data(), g.num_vertices, group_size, first, s);
    slots.first = first;
    slots.count = cuda::read_one(offsets.data() + entries - 1, s);
  }
  auto* const of_out_edge = room.allocate_for<std::uint64_t>(g.num_edges);
  slots_of_out_edges(g, slots.first, group_size, of_out_edge, s);
  slots.of_out_edge = of_out_edge;
  s.wait("laying out the message buffer");
  return slots;
}

const edge_offset* make_device_out_positions(const edge_vertex_device_graph& g, device_room& room, const run_control& control) {
  if (!g.sorted_rows) {
    require_rows_in_order(g, "a program that changes edge values");
    const array<edge_offset> host = make_out_positions(g.source, control);
    return room.upload_copy(host.data(), host.size());
  }
  const cuda::stream& s = room.in_order();
  const cuda::buffer<std::uint64_t> slots(g.num_edges, s);
  slots_of_out_edges(g, g.in.offsets, 1, slots.data(), s);
  auto* const positions = room.allocate_for<edge_offset>(g.num_edges);
  out_edges_of_slots(slots.data(), g.num_edges, positions, s);
  s.wait("finding values of edges");
  return positions;
}

void check_device_options(const edge_vertex_device_graph& g, const edge_vertex_options& options) {
  check_where(options);
  check_numbers(options);
  if (g.where == options.where) return;
  throw error(error_category::usage, fmt::format("the graph was prepared for {} and cannot be used on {}; prepare it for "
                                                 "that device",
                                                 to_string(g.where), to_string(options.where)));
}

void require_device_memory(const edge_vertex_device_graph& g, std::uint64_t bytes, const edge_vertex_options& options) {
  const std::uint64_t there = g.bytes + cuda::available_device_memory();
  const std::uint64_t most = options.memory_bytes > 0 ? std::min(options.memory_bytes, there) : there;
  if (bytes <= most) return;
  throw error(
      error_category::memory,
      fmt::format("a program on {} vertices and {} directed edges needs {} on {}, but {} may be used; {}", g.num_vertices,
                  g.num_edges, human_bytes(bytes), to_string(g.where), human_bytes(most),
                  options.messages == message_form::buffered ? "choose message_form::fused, or keep less data per vertex and edge"
                                                             : "keep less data per vertex and edge"));
}

edge_vertex_report begin_device_report(const edge_vertex_device_graph& g, bool buffered, bool same_for_all_edges,
                                       const edge_vertex_options& options) {
  edge_vertex_report report;
  report.engine = "CUDA, " + form_in_words(buffered, same_for_all_edges, options);
  report.order = g.order;
  report.where = g.where;
  return report;
}

}  // namespace edge_vertex_engine

}  // namespace fathom
