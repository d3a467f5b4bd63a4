// Shortest-path validator on one CUDA device.
#include "bfs/validate/cuda/edges.cuh"
#include "bfs/validate/cuda/validated_graph.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "sssp/validate/cuda/paths.cuh"
#include "sssp/validate/paths_validator.hpp"

namespace fathom::validate_engine {
namespace {

using cuda::buffer;

// Marks, copies of both arrays, and links in case a tree edge joins vertices at the same distance.
constexpr std::uint64_t bytes_per_vertex = sizeof(std::uint8_t) + sizeof(double) + sizeof(vertex_id) + sizeof(tree_link);

class paths_validator_cuda final : public paths_validator {
 public:
  paths_validator_cuda(const graph& g, device where);
  ~paths_validator_cuda() override;

  [[nodiscard]] verdict validate(const sssp_claim& claimed) override;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

// Weights in double precision are copied in place of those in single precision.
std::uint64_t bytes_per_vertex_of(const graph& g) {
  const std::uint64_t n = g.num_vertices(), wide = g.has_wide_weights() ? g.num_edges() * sizeof(double) : 0;
  return bytes_per_vertex + (n > 0 ? (wide + n - 1) / n : 0);
}

struct paths_validator_cuda::state {
  state(const graph& g, device where)
      : validated(g, where, !g.has_wide_weights(), bytes_per_vertex_of(g)), directed(g.directed()), wide(g.has_wide_weights()) {
    has_parent = buffer<std::uint8_t>(g.num_vertices(), validated.stream());
    if (wide) wide_weights = cuda::upload(g.view().out.wide_weights, g.num_edges(), validated.stream());
  }

  verdict validate(const sssp_claim& requested) {
    const device_rows& rows = validated.rows();
    const paths_claim c{validated.on_device(requested.distances, distances),
                        validated.on_device(requested.predecessors, predecessors), requested.source, requested.cutoff};
    validated.clear_findings();
    paths_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(rows, c, has_parent.data(),
                                                                                                validated.found());
    const findings vertices = validated.read_findings();
    if (vertices.wrong != 0) return {};
    if (vertices.unfinished != 0 && !validated.lead_to_source(c.source, c.predecessors, links)) return {};
    validated.clear_findings();
    if (wide)
      validate_edges_with(wide_weights.data(), c);
    else
      validate_edges_with(rows.weights, c);
    path_marks_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(
        rows.num_vertices, c, has_parent.data(), validated.found());
    return {validated.read_findings().wrong == 0, vertices.reached, vertices.edges};
  }

  template <class Weight>
  void validate_edges_with(const Weight* weights, const paths_claim& c) {
    const device_rows& rows = validated.rows();
    if (directed)
      validate_edges(paths_pass<true, Weight>{rows, weights, c, has_parent.data()}, validated.found(), validated.stream());
    else
      validate_edges(paths_pass<false, Weight>{rows, weights, c, has_parent.data()}, validated.found(), validated.stream());
  }

  const validated_graph validated;
  const bool directed, wide;
  buffer<double> wide_weights;
  buffer<std::uint8_t> has_parent;
  buffer<double> distances;        ///< copy; allocated on first use
  buffer<vertex_id> predecessors;  ///< copy; allocated on first use
  buffer<tree_link> links;
};

paths_validator_cuda::paths_validator_cuda(const graph& g, device where) : device_(where.index) {
  const cuda::current_device here(device_);
  state_ = std::make_unique<state>(g, where);
}

paths_validator_cuda::~paths_validator_cuda() {
  try {
    const cuda::current_device here(device_);
    state_.reset();
  } catch (const error&) {  // a lost device has freed its memory
  }
}

verdict paths_validator_cuda::validate(const sssp_claim& claimed) {
  const cuda::current_device here(device_);
  return state_->validate(claimed);
}

}  // namespace

std::unique_ptr<paths_validator> make_paths_validator_cuda(const graph& g, device where) {
  return std::make_unique<paths_validator_cuda>(g, where);
}

}  // namespace fathom::validate_engine
