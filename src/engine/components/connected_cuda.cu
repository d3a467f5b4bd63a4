#include "engine/components/connected_cuda.hpp"

#include <string>

#include "cuda/transfer.hpp"
#include "engine/components/connected_kernels.cuh"
#include "graph/graph_on_device.hpp"

namespace fathom::components_engine {
namespace {

constexpr unsigned piece_blocks = 1024;  // few pieces are the rule
constexpr vertex_id first_share = 64;

// Each row, in either direction, may end in a piece that is not full.
std::uint64_t most_pieces(const graph& g) { return 4 * (g.num_edges() / piece_edges + 1); }

std::uint64_t planned_bytes(const graph& g, device where) {
  return graph_on_device::bytes(g, where) + g.num_vertices() * sizeof(vertex_id) + most_pieces(g) * sizeof(row_piece);
}

}  // namespace

struct connected_cuda::state {
  state(const graph& g, device where)
      : rows(g, where, stream),
        parent(g.num_vertices(), stream),
        frequent(1, stream),
        pieces(most_pieces(g), stream),
        num_pieces(1, stream) {
    stream.wait("copying the graph to the device");
  }

  double run() {
    const graph_view& g = rows.view();
    const unsigned blocks = cuda::wide_grid(g.num_vertices);
    const piece_list list{pieces.data(), num_pieces.data()};
    watch.start(stream);
    cuda::check(cudaMemsetAsync(num_pieces.data(), 0, num_pieces.bytes(), stream.get()), "clearing a list");
    first_links_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g, parent.data());
    shorten_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g.num_vertices, parent.data());
    // Some vertices first: what they join nobody tries to join again, and the roots of large trees are not fought for by all at
    // once.
    second_links_kernel<<<cuda::wide_grid(g.num_vertices / first_share), cuda::wide_block, 0, stream.get()>>>(g, parent.data(),
                                                                                                              first_share);
    shorten_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g.num_vertices, parent.data());
    second_links_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g, parent.data(), 1);
    flatten_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g.num_vertices, parent.data());
    frequent_label_kernel<<<1, samples, 0, stream.get()>>>(g.num_vertices, parent.data(), frequent.data());
    remaining_links_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g, parent.data(), frequent.data(), list);
    pieces_kernel<<<piece_blocks, cuda::wide_block, 0, stream.get()>>>(g, parent.data(), list);
    flatten_kernel<<<blocks, cuda::wide_block, 0, stream.get()>>>(g.num_vertices, parent.data());
    cuda::check(cudaGetLastError(), "finding components");
    watch.stop(stream);
    stream.wait("finding components");
    return watch.seconds();
  }

  cuda::stream stream;  // before what is allocated in its order
  graph_on_device rows;
  cuda::buffer<vertex_id> parent, frequent;
  cuda::buffer<row_piece> pieces;
  cuda::buffer<unsigned long long> num_pieces;
  cuda::stopwatch watch;
};

connected_cuda::connected_cuda(const graph& g, device where) : device_(where.index) {
  const cuda::current_device here(device_);
  cuda::require_capability(where);
  if (g.num_vertices() == 0) return;  // nothing to find
  cuda::require_device_memory(planned_bytes(g, where), "finding the components of " + std::to_string(g.num_vertices()) +
                                                           " vertices and " + std::to_string(g.num_edges()) + " edges");
  state_ = std::make_unique<state>(g, where);
}

connected_cuda::~connected_cuda() {
  const cuda::current_device here(device_);
  state_.reset();
}

double connected_cuda::run() {
  if (!state_) return 0;
  const cuda::current_device here(device_);
  return state_->run();
}

void connected_cuda::take(vertex_id* labels) const {
  if (!state_) return;
  const cuda::current_device here(device_);
  cuda::copy_to_host(labels, state_->parent.data(), state_->parent.bytes(), state_->stream);
}

}  // namespace fathom::components_engine
