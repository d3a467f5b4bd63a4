#include "engine/validate/validate_cuda.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "cuda/transfer.hpp"
#include "engine/validate/cuda_edges.cuh"
#include "engine/validate/cuda_tree_levels.cuh"
#include "engine/validate/cuda_vertices.cuh"
#include "fathom/error.hpp"

namespace fathom::validate_engine {
namespace {

using cuda::buffer;
using cuda::check;

cudaPointerAttributes attributes_of(const void* address) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, address), "asking where an array lies");
  return attributes;
}

unsigned blocks_for(std::uint64_t threads) {
  constexpr std::uint64_t most = 1u << 12;  // some waves on any device; the rest is loops
  return static_cast<unsigned>(std::min((threads + block_threads - 1) / block_threads, most));
}

}  // namespace

struct validate_cuda::state {
  state(const graph& g, device where) : index(where.index), directed(g.directed()) {
    rows.num_vertices = g.num_vertices();
    rows.num_edges = g.num_edges();
    const std::size_t n = g.num_vertices();
    const rows_on_device& there = g.arrays().device_out;
    const bool is_there = !there.offsets.empty() && there.offsets.where() == where;
    if (n == 0) return;
    require_memory(g, !is_there);
    if (!is_there) {
      offsets = cuda::upload(g.view().out.offsets, n + 1, stream);
      targets = cuda::upload(g.view().out.targets, g.num_edges(), stream);
    }
    rows.offsets = is_there ? there.offsets.data() : offsets.data();
    rows.targets = is_there ? there.targets.data() : targets.data();
    bytes = buffer<std::uint8_t>(n, stream);
    has_parent = buffer<std::uint8_t>(n, stream);
    found = buffer<findings>(1, stream);
    stream.wait("copying the graph to the device");
  }

  // Those of any claim, so that no later one fails: copies of both arrays, and links where there are predecessors alone.
  static void require_memory(const graph& g, bool with_rows) {
    const std::uint64_t n = g.num_vertices(), m = g.num_edges();
    const std::uint64_t rows = with_rows ? (n + 1) * sizeof(edge_offset) + m * sizeof(vertex_id) : 0;
    const std::uint64_t working = n * (2 * sizeof(std::uint8_t) + sizeof(hop_count) + sizeof(vertex_id) + sizeof(tree_link));
    cuda::require_device_memory(rows + working,
                                "validating on a graph of " + std::to_string(n) + " vertices and " + std::to_string(m) + " edges");
  }

  /// The array where it lies, if this device can read it there, else its copy.
  template <class T>
  const T* on_device(const T* given, buffer<T>& copy) {
    if (!given) return nullptr;
    const cudaPointerAttributes at = attributes_of(given);
    if (at.type == cudaMemoryTypeManaged || (at.type == cudaMemoryTypeDevice && at.device == index)) return given;
    if (!copy.data()) copy = buffer<T>(rows.num_vertices, stream);
    if (at.type == cudaMemoryTypeDevice) {
      check(cudaMemcpyAsync(copy.data(), given, copy.bytes(), cudaMemcpyDefault, stream.get()), "copying between devices");
    } else {
      cuda::copy_to_device(copy.data(), given, copy.bytes(), stream);
    }
    return copy.data();
  }

  void forget_findings() { check(cudaMemsetAsync(found.data(), 0, sizeof(findings), stream.get()), "clearing what was found"); }

  findings what_was_found() {
    check(cudaGetLastError(), "validating");
    findings there{};
    check(cudaMemcpyAsync(&there, found.data(), sizeof there, cudaMemcpyDeviceToHost, stream.get()), "copying what was found");
    stream.wait("validating");
    return there;
  }

  verdict judge(const claim& asked) {
    const vertex_id n = rows.num_vertices;
    device_claim c{nullptr, on_device(asked.predecessors, predecessors), asked.source, asked.depth_limit};
    if (!asked.distances && !find_tree_levels(c)) return {};
    c.levels = asked.distances ? on_device(asked.distances, levels) : levels.data();
    forget_findings();
    vertices_kernel<<<blocks_for(n), block_threads, 0, stream.get()>>>(rows, c, bytes.data(), has_parent.data(), found.data());
    const findings vertices = what_was_found();
    if (vertices.wrong != 0) return {};
    if (vertices.deepest <= deepest_in_bytes) {
      look_at_edges(bytes.data(), c);
    } else {
      look_at_edges(reinterpret_cast<const std::uint32_t*>(c.levels), c);
    }
    marks_kernel<<<blocks_for(n), block_threads, 0, stream.get()>>>(n, c.levels, has_parent.data(), found.data());
    return {what_was_found().wrong == 0, vertices.reached, vertices.edges};
  }

  /// Into `levels`; whether all predecessors lead to the source.
  bool find_tree_levels(const device_claim& c) {
    const vertex_id n = rows.num_vertices;
    if (!levels.data()) levels = buffer<hop_count>(n, stream);
    if (!links.data()) links = buffer<tree_link>(n, stream);
    const unsigned blocks = blocks_for(n);
    forget_findings();
    first_links_kernel<<<blocks, block_threads, 0, stream.get()>>>(n, c.source, c.predecessors, links.data(), found.data());
    findings now = what_was_found();
    if (now.wrong != 0) return false;
    for (int rounds = std::bit_width(n); now.unfinished != 0; --rounds) {
      if (rounds == 0) return false;  // a circle
      forget_findings();
      double_links_kernel<<<blocks, block_threads, 0, stream.get()>>>(n, c.source, links.data(), found.data());
      now = what_was_found();
    }
    tree_levels_kernel<<<blocks, block_threads, 0, stream.get()>>>(n, c.source, links.data(), levels.data());
    return true;
  }

  template <class Level>
  void look_at_edges(const Level* of, const device_claim& c) {
    if (rows.num_edges == 0) return;
    constexpr edge_offset block_edges = edge_offset{chunk_edges} * block_warps;
    const auto blocks = static_cast<unsigned>((rows.num_edges + block_edges - 1) / block_edges);
    const auto kernel = directed ? (c.predecessors ? edges_kernel<true, true, Level> : edges_kernel<true, false, Level>)
                                 : (c.predecessors ? edges_kernel<false, true, Level> : edges_kernel<false, false, Level>);
    kernel<<<blocks, block_threads, 0, stream.get()>>>(
        {rows, of, c.predecessors, static_cast<std::uint32_t>(c.depth_limit), has_parent.data(), found.data()});
    check(cudaGetLastError(), "validating the edges");
  }

  const int index;
  const bool directed;
  cuda::stream stream;
  device_rows rows{};
  buffer<edge_offset> offsets;  ///< empty where the graph's own are used
  buffer<vertex_id> targets;
  buffer<std::uint8_t> bytes, has_parent;
  buffer<findings> found;
  buffer<hop_count> levels;        ///< copied or of the tree; allocated when it is first needed
  buffer<vertex_id> predecessors;  ///< so are these
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
  } catch (const error&) {  // a lost device keeps nothing
  }
}

verdict validate_cuda::judge(const claim& c) {
  const cuda::current_device here(device_);
  return state_->judge(c);
}

bool validate_cuda::only_on_device(const void* address) const {
  const cuda::current_device here(device_);
  return address && attributes_of(address).type == cudaMemoryTypeDevice;
}

void validate_cuda::copy_to_host(void* to, const void* from, std::size_t bytes) const {
  const cuda::current_device here(device_);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, state_->stream.get()), "copying from the device");
  state_->stream.wait("copying from the device");
}

}  // namespace fathom::validate_engine
