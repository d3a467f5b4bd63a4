#include "bfs/validate/device_validator.hpp"
#include "fathom/graph.hpp"
#include "gpu/backend.hpp"

#include "bfs/validate/cuda/edges.cuh"
#include "bfs/validate/cuda/level_pass.cuh"
#include "bfs/validate/cuda/validated_graph.hpp"
#include "bfs/validate/cuda/vertices.cuh"
#include "fathom/error.hpp"

namespace fathom::validate_engine {
namespace {

using cuda::buffer;
using cuda::check;

// Sufficient for any claim, so that no later one fails: marks, copies of both arrays, and links for claims with only predecessors.
constexpr std::uint64_t bytes_per_vertex = 2 * sizeof(std::uint8_t) + sizeof(hop_count) + sizeof(vertex_id) + sizeof(tree_link);

class validate_cuda final : public device_validator {
 public:
  validate_cuda(const graph& g, device where);
  ~validate_cuda() override;

  [[nodiscard]] verdict validate(const claim& c) override;
  [[nodiscard]] bool only_on_device(const void* address) const override;
  void copy_to_host(void* to, const void* from, std::size_t bytes) const override;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

struct validate_cuda::state {
  state(const graph& g, device where) : validated(g, where, false, bytes_per_vertex), directed(g.directed()) {
    bytes = buffer<std::uint8_t>(g.num_vertices(), validated.stream());
    has_parent = buffer<std::uint8_t>(g.num_vertices(), validated.stream());
  }

  verdict validate(const claim& requested) {
    const device_rows& rows = validated.rows();
    device_claim c{nullptr, validated.on_device(requested.predecessors, predecessors), requested.source, requested.depth_limit};
    if (!requested.distances && !find_tree_levels(c)) return {};
    c.levels = requested.distances ? validated.on_device(requested.distances, levels) : levels.data();
    validated.clear_findings();
    vertices_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(
        rows, c, bytes.data(), has_parent.data(), validated.found());
    const findings vertices = validated.read_findings();
    if (vertices.wrong != 0) return {};
    if (vertices.deepest <= deepest_in_bytes) {
      look_at_edges(bytes.data(), c);
    } else {
      look_at_edges(reinterpret_cast<const std::uint32_t*>(c.levels), c);
    }
    marks_kernel<<<blocks_for(rows.num_vertices), block_threads, 0, validated.stream().get()>>>(
        rows.num_vertices, c.levels, has_parent.data(), validated.found());
    return {validated.read_findings().wrong == 0, vertices.reached, vertices.edges};
  }

  /// Writes `levels`; returns whether all predecessors lead to the source.
  bool find_tree_levels(const device_claim& c) {
    if (!levels.data()) levels = buffer<hop_count>(validated.rows().num_vertices, validated.stream());
    if (!validated.lead_to_source(c.source, c.predecessors, links)) return false;
    validated.take_levels(c.source, links, levels.data());
    return true;
  }

  template <class Level>
  void look_at_edges(const Level* of, const device_claim& c) {
    if (directed) {
      c.predecessors ? search_rows<true, true>(of, c) : search_rows<true, false>(of, c);
    } else {
      c.predecessors ? search_rows<false, true>(of, c) : search_rows<false, false>(of, c);
    }
  }

  template <bool is_directed, bool has_predecessors, class Level>
  void search_rows(const Level* of, const device_claim& c) {
    validate_edges(level_pass<is_directed, has_predecessors, Level>{validated.rows(), of, c.predecessors,
                                                                    static_cast<std::uint32_t>(c.depth_limit), has_parent.data()},
                   validated.found(), validated.stream());
  }

  const validated_graph validated;
  const bool directed;
  buffer<std::uint8_t> bytes, has_parent;
  buffer<hop_count> levels;        ///< copied, or of the tree; allocated on first use
  buffer<vertex_id> predecessors;  ///< copied; allocated on first use
  buffer<tree_link> links;
};

validate_cuda::validate_cuda(const graph& g, device where) : device_(where.index) {
  const cuda::current_device here(device_);
  state_ = std::make_unique<state>(g, where);
}

validate_cuda::~validate_cuda() {
  try {
    const cuda::current_device here(device_);
    state_.reset();
  } catch (const error&) {  // a lost device has freed its memory
  }
}

verdict validate_cuda::validate(const claim& c) {
  const cuda::current_device here(device_);
  return state_->validate(c);
}

bool validate_cuda::only_on_device(const void* address) const {
  const cuda::current_device here(device_);
  return address && attributes_of(address).type == cudaMemoryTypeDevice;
}

void validate_cuda::copy_to_host(void* to, const void* from, std::size_t bytes) const {
  const cuda::current_device here(device_);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, state_->validated.stream().get()), "copying from the device");
  state_->validated.stream().wait("copying from the device");
}

}  // namespace

std::unique_ptr<device_validator> make_validator_cuda(const graph& g, device where) {
  return std::make_unique<validate_cuda>(g, where);
}

}  // namespace fathom::validate_engine
