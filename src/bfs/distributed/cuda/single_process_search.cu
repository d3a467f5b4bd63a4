#include "bfs/distributed/cuda/single_process_search.hpp"

#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "bfs/cuda/searcher.hpp"
#include "bfs/distributed/cuda/take_predecessors.hpp"
#include "gpu/kernel.cuh"

namespace fathom::ranks_engine {
namespace {

/// First entry of each adjacency row; no row may be empty.
__global__ void take_heads(const edge_offset* offsets, const local_vertex* ends, std::uint64_t rows, local_vertex* heads) {
  for (std::uint64_t v = cuda::grid_thread(); v < rows; v += cuda::grid_threads()) heads[v] = ends[offsets[v]];
}

/// With a single process, column ids are local ids, in descending order of degree: a layout in degree order.
layout layout_of(const partitioned_graph& g, device where, const peer_part& part, const local_vertex* heads) {
  layout l;
  l.where = where;
  l.num_vertices = static_cast<vertex_id>(g.own_vertices);
  l.caller_vertices = static_cast<vertex_id>(g.to_local.size());
  l.num_edges = g.num_edges;
  l.order = vertex_order::degree;
  l.head_width = 1;
  l.out = l.in = {part.in_offsets.data(), part.in_ends.data()};
  l.heads = heads;
  l.to_caller = part.vertices.data();
  l.to_internal = g.to_local.data();
  l.hub_degree = ~edge_offset{0};  // the caller needs no hubs
  return l;
}

bfs_engine::request engine_request(const search_request& request, local_vertex source) {
  bfs_engine::request r{.source = source, .options = request.options, .estimates = request.options.alpha == 0};
  r.options.root = root_parent::self;
  if (r.options.alpha == 0) r.options.alpha = bfs_engine::usual_alpha_hubs_first_on_gpu;
  return r;
}

class single_process_searcher final : public searcher {
 public:
  single_process_searcher(const partitioned_graph& g, device where, peer_part part)
      : g_(g), where_(where), part_(std::move(part)), heads_(g.own_vertices, stream_) {
    take_heads<<<cuda::wide_grid(g.own_vertices), cuda::wide_block, 0, stream_.get()>>>(
        part_.in_offsets.data(), part_.in_ends.data(), g.own_vertices, heads_.data());
    cuda::check_launch("copying first neighbors");
    stream_.wait("copying first neighbors");
    const bfs_options planned{.return_distances = false, .report_levels = true, .keep_on_device = true};
    engine_ = std::make_unique<bfs_engine::bfs_cuda>(layout_of(g, where, part_, heads_.data()), where, planned);
  }

  search_outcome run(const search_request& request) override {
    const timer all;
    found_ = {};  // if held here, the engine would treat these buffers as kept by the caller and allocate others
    search_outcome outcome;
    const local_vertex source = g_.to_local[request.source];
    if (source == no_local_vertex) {
      engine_->reach_only_source(static_cast<vertex_id>(request.source), static_cast<vertex_id>(request.source));
      outcome.reached = 1;
    } else {
      const bfs_engine::outcome o = engine_->run(engine_request(request, source));
      outcome.reached = o.reached, outcome.depth = o.depth;
      outcome.seconds_result = engine_->seconds_map_back();
      for (const level_report& l : o.levels) {
        outcome.levels.push_back(
            {.level = l.level, .way = l.way, .frontier = l.frontier, .inspected = l.edges_inspected, .seconds_search = l.seconds});
      }
    }
    engine_->take_results(found_);
    outcome.seconds = all.seconds();
    return outcome;
  }

  void take_results(const search_request& request) override {
    if (request.predecessors.empty()) return;
    const cuda::current_device current(where_.index);
    take_predecessors(found_.predecessors.data(), request.predecessors, narrow_, stream_);
  }

  const std::uint32_t* predecessors_on_device() const override { return found_.predecessors.data(); }

 private:
  const partitioned_graph& g_;
  device where_;
  cuda::stream stream_;
  peer_part part_;
  cuda::buffer<local_vertex> heads_;
  std::unique_ptr<bfs_engine::bfs_cuda> engine_;
  bfs_result found_;
  std::vector<std::uint32_t> narrow_;
};

}  // namespace

std::unique_ptr<searcher> make_single_process_search(const partitioned_graph& g, device where, peer_part part) {
  return std::make_unique<single_process_searcher>(g, where, std::move(part));
}

}  // namespace fathom::ranks_engine
