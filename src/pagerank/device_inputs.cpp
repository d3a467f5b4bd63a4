#include "pagerank/device_inputs.hpp"

#include <fmt/format.h>

#include "fathom/error.hpp"
#include "fathom/visitor/searches.hpp"
#include "pagerank/degree_start.hpp"

namespace fathom {
namespace {

void check_layout(const graph& g, const layout& prepared, device where) {
  multi_search_engine::check_graph(prepared, &g, false);
  if (prepared.where.kind == device_kind::cpu || prepared.where == where) return;
  throw error(error_category::usage,
              fmt::format("the layout was prepared for {} and cannot be read by {}; prepare it for that device, or for the cpu",
                          to_string(prepared.where), to_string(where)));
}

}  // namespace

device_inputs::device_inputs(const graph& g, const layout* prepared, const pagerank_options& o, search_kind searches)
    : weighted(o.weighted && g.weighted()) {
  if (prepared) check_layout(g, *prepared, o.where);
  if (weighted)
    read_graph(g, o.control);
  else
    read_layout(prepared ? *prepared : prepare(g, {.where = o.where, .control = o.control, .searches = searches}));
  request.caller_vertices = g.num_vertices(), request.num_edges = g.num_edges();
  request.damping = o.damping, request.tolerance = o.tolerance, request.max_iterations = o.max_iterations;
  request.single_precision = o.precision == pagerank_precision::automatic && rows_.allow_single_precision();
  request.may_start_by_degree = pagerank_engine::may_start_by_degree(o, weighted);
  request.control = o.control;
}

vertex_id device_inputs::row_of(vertex_id v) const { return layout_ && layout_->to_internal ? layout_->to_internal[v] : v; }

void device_inputs::read_layout(const layout& l) {
  layout_ = l;
  order = l.reason;
  request.num_vertices = l.num_vertices;
  request.on_device = l.where.kind == device_kind::cuda;
  request.in = l.in, request.out = l.out;
  request.to_caller = l.to_caller;
  request.blocks = l.blocks.get();
  request.hubs_first = l.order == vertex_order::degree;
}

void device_inputs::read_graph(const graph& g, const run_control& control) {
  order = "caller's order: the graph without a layout";
  pagerank_engine::pagerank_request r;
  rows_ = find_pagerank_rows(g, nullptr, true, control, r);
  request.num_vertices = r.num_vertices;
  request.in = {r.in_offsets, r.in_sources};
  request.in_weights = r.in_weights, request.out_strength = r.out_strength;
}

}  // namespace fathom
