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

struct paths_validator_cuda::state {
  state(const graph& g, device where) : validated(g, where, true, bytes_per_vertex), directed(g.directed()) {
    has_parent = buffer<std::uint8_t>(g.num_vertices(), validated.stream());
  }

  verdict validate(const sssp_claim& asked) {
    const device_rows& rows = validated.rows();
    const paths_claim c{validated.on_device(asked.distances, distances), validated.on_device(asked.predecessors, predecessors),
                        asked.source, asked.cutoff};
    validated.clear_findings();
    paths_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(rows, c, has_parent.data(),
                                                                                                validated.found());
    const findings vertices = validated.read_findings();
    if (vertices.wrong != 0) return {};
    if (vertices.unfinished != 0 && !validated.lead_to_source(c.source, c.predecessors, links)) return {};
    validated.clear_findings();
    if (directed) {
      validate_edges(paths_pass<true>{rows, c, has_parent.data()}, validated.found(), validated.stream());
    } else {
      validate_edges(paths_pass<false>{rows, c, has_parent.data()}, validated.found(), validated.stream());
    }
    path_marks_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(
        rows.num_vertices, c, has_parent.data(), validated.found());
    return {validated.read_findings().wrong == 0, vertices.reached, vertices.edges};
  }

  const validated_graph validated;
  const bool directed;
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
