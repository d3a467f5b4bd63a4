// A rank's block on a CUDA device, for a grid of ranks of any shape: the edges stay there, and bitmaps cross the bus once a level.
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/event.hpp"
#include "cuda/pinned_array.hpp"
#include "cuda/transfer.hpp"
#include "engine/ranks/device/device_part.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "engine/ranks/device/steps.hpp"

namespace fathom::ranks_engine {
namespace {

using host_word = std::uint64_t;

// The host's bitmaps are the device's: a word of the one are two of the other, the lower bits first in memory.
static_assert(sizeof(host_word) == 2 * sizeof(bit_word) && std::endian::native == std::endian::little);

struct block_arrays {
  block_arrays(const partitioned_graph& g, const cuda::stream& s)
      : out_offsets(cuda::upload(g.out.offsets.data(), g.out.offsets.size(), s)),
        in_offsets(cuda::upload(g.in.offsets.data(), g.in.offsets.size(), s)),
        out_ends(cuda::upload(g.out.ends.data(), g.out.ends.size(), s)),
        in_ends(cuda::upload(g.in.ends.data(), g.in.ends.size(), s)),
        head(cuda::upload(g.head.data(), g.head.size(), s)),
        visited_rows(g.row_ids() / bits_a_word, s),
        visited_columns(g.column_ids() / bits_a_word + 1, s),
        found(g.row_ids() / bits_a_word, s),
        parents(g.row_ids(), s),
        frontier(g.column_ids(), s),
        starts(g.column_ids() + 1, s),
        inspected(1, s) {
    cuda::check(cudaMemsetAsync(visited_columns.data(), 0, visited_columns.bytes(), s.get()), "clearing device memory");
  }

  // The bytes that the constructor asks for.
  static std::uint64_t planned_bytes(const partitioned_graph& g) {
    const std::uint64_t rows = g.row_ids(), columns = g.column_ids(), ends = g.out.ends.size() + g.in.ends.size();
    const std::uint64_t offsets = columns + 1 + rows + 1, ids = ends + 2 * rows + columns, sums = columns + 1;
    return offsets * sizeof(edge_offset) + ids * sizeof(local_vertex) + sums * sizeof(std::uint64_t) + (2 * rows + columns) / 8;
  }

  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends, head;
  cuda::buffer<bit_word> visited_rows, visited_columns, found;
  cuda::buffer<local_vertex> parents;
  cuda::buffer<local_vertex> frontier;  // column ids
  cuda::buffer<std::uint64_t> starts;   // as device_steps::top_down() has it
  cuda::buffer<unsigned long long> inspected;
};

class device_block_search final : public block_search {
 public:
  device_block_search(const partitioned_graph& g, device where)
      : where_(where),
        steps_(where),
        there_(g, stream_),
        visited_rows_(cuda::pinned_array<host_word>(g.row_ids() / bits_a_host_word)),
        visited_columns_(cuda::pinned_array<host_word>(g.column_ids() / bits_a_host_word)),
        found_(cuda::pinned_array<host_word>(g.row_ids() / bits_a_host_word)),
        parents_(g.row_ids()) {
    stream_.wait("copying a graph to the device");
  }

  std::span<host_word> visited_rows() override { return visited_rows_.view(); }
  std::span<host_word> visited_columns() override { return visited_columns_.view(); }
  std::span<host_word> found() override { return found_.view(); }

  step_counts top_down(std::span<const local_vertex> frontier) override {
    const cuda::current_device current(where_.index);
    begin_step();
    cuda::copy_to_device(there_.frontier.data(), frontier.data(), frontier.size_bytes(), stream_);
    steps_.top_down(view(), there_.frontier.data(), frontier.size(), there_.starts.data(), arrays(), stream_);
    read_found({0, found_.size()});
    return end_step();
  }

  // All pieces at once, so that the device goes on while the host sends.
  void begin_bottom_up(std::span<const index_range> pieces) override {
    const cuda::current_device current(where_.index);
    begin_step();
    send(visited_columns_, there_.visited_columns.data());
    while (piece_ends_.size() < pieces.size()) piece_ends_.push_back(std::make_unique<cuda::event>());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      steps_.bottom_up(view(), {pieces[i].first * 2, pieces[i].last * 2}, arrays(), stream_);
      read_found(pieces[i]);
      if (i + 1 < pieces.size()) piece_ends_[i]->record(stream_);
    }
    last_piece_ = pieces.size() - 1;
  }

  step_counts bottom_up(std::size_t piece) override {
    const cuda::current_device current(where_.index);
    if (piece == last_piece_) return end_step();
    piece_ends_[piece]->wait("searching");
    return {};
  }

  std::span<local_vertex> parents() override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_host(parents_.data(), there_.parents.data(), there_.parents.bytes(), stream_);
    return parents_.view();
  }

 private:
  static constexpr std::uint64_t bits_a_host_word = 64;

  [[nodiscard]] matrix_view view() const {
    return {there_.out_offsets.data(), there_.in_offsets.data(), there_.out_ends.data(),
            there_.in_ends.data(),     there_.head.data(),       static_cast<local_vertex>(there_.parents.size())};
  }
  [[nodiscard]] step_arrays arrays() const {
    return {there_.visited_rows.data(), there_.visited_columns.data(), there_.found.data(), there_.parents.data(),
            there_.inspected.data()};
  }

  void send(const array<host_word>& bits, bit_word* to) const {
    cuda::check(cudaMemcpyAsync(to, bits.data(), bits.view().size_bytes(), cudaMemcpyHostToDevice, stream_.get()),
                "sending a bitmap");
  }

  void begin_step() const {
    cuda::check(cudaMemsetAsync(there_.inspected.data(), 0, there_.inspected.bytes(), stream_.get()), "clearing device memory");
    send(visited_rows_, there_.visited_rows.data());
  }

  void read_found(index_range words) {
    cuda::check(cudaMemcpyAsync(found_.data() + words.first, there_.found.data() + 2 * words.first,
                                (words.last - words.first) * sizeof(host_word), cudaMemcpyDeviceToHost, stream_.get()),
                "reading what was found");
  }

  step_counts end_step() {
    cuda::check(cudaMemcpyAsync(inspected_.data(), there_.inspected.data(), there_.inspected.bytes(), cudaMemcpyDeviceToHost,
                                stream_.get()),
                "reading what was looked at");
    stream_.wait("searching");
    return {*inspected_.data()};
  }

  device where_;
  cuda::stream stream_;
  device_steps steps_;
  block_arrays there_;
  array<host_word> visited_rows_, visited_columns_, found_;  // pinned
  cuda::pinned<unsigned long long> inspected_;
  array<local_vertex> parents_;
  std::vector<std::unique_ptr<cuda::event>> piece_ends_;
  std::size_t last_piece_ = 0;
};

}  // namespace

std::unique_ptr<block_search> block_on_device(const partitioned_graph& g, device where) {
  require_memory_for(g, block_arrays::planned_bytes(g));
  return std::make_unique<device_block_search>(g, where);
}

}  // namespace fathom::ranks_engine
