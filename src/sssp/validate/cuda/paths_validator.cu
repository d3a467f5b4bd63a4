#include "sssp/validate/cuda/paths_validator.hpp"

#include "bfs/validate/cuda/edges.cuh"
#include "sssp/validate/cuda/paths.cuh"
#include "bfs/validate/cuda/validated_graph.hpp"
#include "fathom/error.hpp"

namespace fathom::validate_engine {
namespace {

using cuda::buffer;

// Marks, copies of both arrays, and links in case a tree edge joins vertices at the same distance.
constexpr std::uint64_t bytes_a_vertex = sizeof(std::uint8_t) + sizeof(double) + sizeof(vertex_id) + sizeof(tree_link);

}  // namespace

struct paths_judge::state {
  state(const graph& g, device where) : judged(g, where, true, bytes_a_vertex), directed(g.directed()) {
    has_parent = buffer<std::uint8_t>(g.num_vertices(), judged.stream());
  }

  verdict judge(const paths_to_judge& asked) {
    const device_rows& rows = judged.rows();
    const paths_claim c{judged.on_device(asked.distances, distances), judged.on_device(asked.predecessors, predecessors),
                        asked.source, asked.cutoff};
    judged.forget_findings();
    paths_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, judged.stream().get()>>>(rows, c, has_parent.data(),
                                                                                             judged.found());
    const findings vertices = judged.what_was_found();
    if (vertices.wrong != 0) return {};
    if (vertices.unfinished != 0 && !judged.lead_to_source(c.source, c.predecessors, links)) return {};
    judged.forget_findings();
    if (directed) {
      judge_edges(paths_pass<true>{rows, c, has_parent.data()}, judged.found(), judged.stream());
    } else {
      judge_edges(paths_pass<false>{rows, c, has_parent.data()}, judged.found(), judged.stream());
    }
    path_marks_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, judged.stream().get()>>>(
        rows.num_vertices, c, has_parent.data(), judged.found());
    return {judged.what_was_found().wrong == 0, vertices.reached, vertices.edges};
  }

  const judged_graph judged;
  const bool directed;
  buffer<std::uint8_t> has_parent;
  buffer<double> distances;        ///< copy; allocated on first use
  buffer<vertex_id> predecessors;  ///< copy; allocated on first use
  buffer<tree_link> links;
};

paths_judge::paths_judge(const graph& g, device where) : device_(where.index) {
  const cuda::current_device here(device_);
  state_ = std::make_unique<state>(g, where);
}

paths_judge::~paths_judge() {
  try {
    const cuda::current_device here(device_);
    state_.reset();
  } catch (const error&) {  // a lost device has freed its memory
  }
}

verdict paths_judge::judge(const paths_to_judge& claimed) {
  const cuda::current_device here(device_);
  return state_->judge(claimed);
}

}  // namespace fathom::validate_engine
