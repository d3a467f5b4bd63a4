#include "bfs/validate/distributed/cuda/peer_validator.hpp"

#include <algorithm>
#include <string>

#include "bfs/validate/distributed/cuda/tree_kernels.cuh"
#include "comm/agreement.hpp"
#include "comm/peer_memory.hpp"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr unsigned many_blocks = 4096;

std::uint64_t largest_block(const vertex_blocks& blocks, int ranks) {
  std::uint64_t largest = 1;
  for (int r = 0; r < ranks; ++r) largest = std::max(largest, blocks.block(r).last - blocks.block(r).first);
  return largest;
}

}  // namespace

class peer_validator::state {
 public:
  state(communicator& ranks, const vertex_blocks& blocks, const device_edge_slice& share, const cuda::stream& s)
      : ranks_(ranks),
        blocks_(blocks),
        own_(blocks.block(ranks.rank())),
        share_(share),
        stream_(s),
        seen_words_(blocks.num_vertices() / 32 + 1),
        distances_at_(largest_block(blocks, ranks.size()) * sizeof(std::uint32_t)),
        seen_at_(distances_at_ + (share.weighted ? largest_block(blocks, ranks.size()) * sizeof(float) : 0)) {
    const std::uint64_t n = blocks.num_vertices(), own = own_.last - own_.first;
    const std::uint64_t shared = seen_at_ + seen_words_ * sizeof(unsigned), with_distances = share.weighted ? n : 0;
    on_all_processes(ranks, [&] {
      cuda::require_device_memory(shared + n * (sizeof(std::uint32_t) + sizeof(hop_count) + 1) + with_distances * sizeof(float) +
                                      own * sizeof(std::int64_t),
                                  "validating trees of " + std::to_string(n) + " vertices");
      parents_ = cuda::buffer<std::uint32_t>(n, s);
      levels_ = cuda::buffer<hop_count>(n, s);
      narrow_levels_ = cuda::buffer<std::uint32_t>(n / levels_per_word + 1, s);
      distances_ = cuda::buffer<float>(with_distances, s);
      given_ = cuda::buffer<std::int64_t>(std::max<std::uint64_t>(1, own), s);
      found_ = cuda::buffer<tree_findings>(1, s);
      s.wait("preparing validation");
    });
    memory_ = std::make_unique<peer_memory>(ranks, shared);
  }

  /// Copies results from host memory to the device; returns the predecessors there.
  const std::int64_t* take(std::span<const std::int64_t> predecessors, std::span<const float> distances = {}) {
    on_all_processes(ranks_, [&] {
      cuda::copy_to_device(given_.data(), predecessors.data(), predecessors.size_bytes(), stream_);
      cuda::copy_to_device(distances_of(ranks_.rank()), distances.data(), distances.size_bytes(), stream_);
    });
    return given_.data();
  }
  void take_distances(const float* there) {
    on_all_processes(ranks_, [&] {
      cuda::check(
          cudaMemcpyAsync(distances_of(ranks_.rank()), there, own_size() * sizeof(float), cudaMemcpyDeviceToDevice, stream_.get()),
          "copying distances");
    });
  }

  /// Validates predecessors in device memory, all ones for none; with weights, against the distances that were taken before.
  template <class Name>
  rank_verdict check(global_vertex source, const Name* predecessors, bool along_weights) {
    source_ = source;
    along_weights_ = along_weights;
    tree_findings found;
    const auto validate_given = [&](const tree_validator& validator) { this->validate_given(predecessors, validator); };
    on_all_processes(ranks_, [&] {
      cuda::check(cudaMemsetAsync(seen_of(ranks_.rank()), 0, seen_words_ * sizeof(unsigned), stream_.get()), "clearing marks");
      forget();
      validate_given(first_pass());
      found = read_findings();
    });
    rank_verdict verdict = agree_on(found, validate_given);
    if (!verdict.valid) return verdict;  // invalid vertex ids have no level
    on_all_processes(ranks_, [&] { find_tree(); });
    on_all_processes(ranks_, [&] {
      forget();
      validate_slice(first_pass());
      stream_.wait("validating edges");
    });
    on_all_processes(ranks_, [&] {
      validate_own(first_pass());
      found = read_findings();
    });
    return agree_on(found, [&](const tree_validator& again) {
      validate_slice(again);
      validate_own(again);
    });
  }

 private:
  [[nodiscard]] std::uint32_t* parents_of(int r) const {
    return reinterpret_cast<std::uint32_t*>(memory_->of_ranks()[static_cast<std::size_t>(r)]);
  }
  [[nodiscard]] float* distances_of(int r) const {
    return reinterpret_cast<float*>(memory_->of_ranks()[static_cast<std::size_t>(r)] + distances_at_);
  }
  [[nodiscard]] unsigned* seen_of(int r) const {
    return reinterpret_cast<unsigned*>(memory_->of_ranks()[static_cast<std::size_t>(r)] + seen_at_);
  }
  [[nodiscard]] std::uint64_t own_size() const { return own_.last - own_.first; }
  [[nodiscard]] tree_validator first_pass() const { return {found_.data(), ~0ull}; }

  void forget() const {
    const tree_findings none;
    cuda::copy_to_device(found_.data(), &none, sizeof none, stream_);
  }
  [[nodiscard]] tree_findings read_findings() const {
    cuda::check_launch("validating");
    return cuda::read_one(found_.data(), stream_);
  }

  template <class Name>
  void validate_given(const Name* predecessors, const tree_validator& validator) const {
    validate_vertices<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(
        predecessors, own_size(), own_.first, source_, blocks_.num_vertices(), parents_of(ranks_.rank()), validator);
    if (!along_weights_) return;
    validate_distances<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(predecessors, distances_of(ranks_.rank()), own_size(),
                                                                            own_.first, source_, validator);
  }

  // All processes have written their predecessors to shared memory by now.
  void find_tree() {
    const std::uint64_t n = blocks_.num_vertices();
    for (int r = 0; r < ranks_.size(); ++r) {
      take_block(r, parents_of(r), parents_);
      if (along_weights_) take_block(r, distances_of(r), distances_);
    }
    begin_levels<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(n, source_, levels_.data());
    do {
      forget();
      find_levels<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(parents_.data(), n, levels_.data(), found_.data());
    } while (read_findings().changed != 0);
    forget();
    narrow_levels<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(levels_.data(), n, narrow_levels_.data(), found_.data());
    are_narrow_ = read_findings().changed == 0;
  }

  template <class T>
  void take_block(int r, const T* theirs, const cuda::buffer<T>& all) const {
    const index_range block = blocks_.block(r);
    cuda::check(
        cudaMemcpyAsync(all.data() + block.first, theirs, (block.last - block.first) * sizeof(T), cudaMemcpyDefault, stream_.get()),
        "copying results between devices");
  }

  [[nodiscard]] tree_claim tree() const { return {static_cast<std::uint32_t>(source_), parents_.data(), levels_.data()}; }

  void validate_slice(const tree_validator& validator) const {
    if (along_weights_) return validate_slice(weights_along{distances_.data(), share_.weights.data()}, validator);
    validate_slice(hops_along{levels_.data(), are_narrow_ ? narrow_levels_.data() : nullptr}, validator);
  }

  template <class Along>
  void validate_slice(const Along& along, const tree_validator& validator) const {
    validate_edges<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(share_.edges.data(), share_.edges.size(), along,
                                                                        parents_.data(), seen_of(ranks_.rank()), validator);
  }

  void validate_own(const tree_validator& validator) const {
    seen_by_ranks seen{};
    seen.ranks = static_cast<unsigned>(ranks_.size());
    for (int r = 0; r < ranks_.size(); ++r) seen.of[r] = seen_of(r);
    validate_tree<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(own_.first, own_.last - own_.first, tree(), seen, validator);
  }

  // If there is a violation, a second pass finds the source of the edge of the worst one over all processes.
  template <class Again>
  rank_verdict agree_on(const tree_findings& found, const Again& again) {
    const unsigned long long worst = smallest(ranks_, found.worst);
    offence mine;
    if (worst != ~0ull) {
      tree_findings second;
      on_all_processes(ranks_, [&] {
        forget();
        again(tree_validator{found_.data(), worst});
        second = read_findings();
      });
      if (found.worst == worst) mine = {static_cast<bfs_rule>(worst >> 48), second.from, worst & ((1ull << 48) - 1)};
    }
    return agree(ranks_, mine, found.reached, found.edges);
  }

  communicator& ranks_;
  const vertex_blocks blocks_;
  const index_range own_;
  const device_edge_slice& share_;
  const cuda::stream& stream_;
  const std::uint64_t seen_words_;
  const std::size_t distances_at_, seen_at_;  ///< in each process's shared memory, after its predecessors
  global_vertex source_ = 0;
  bool along_weights_ = false, are_narrow_ = false;
  cuda::buffer<std::uint32_t> parents_;  ///< of all vertices
  cuda::buffer<hop_count> levels_;
  cuda::buffer<std::uint32_t> narrow_levels_;
  cuda::buffer<float> distances_;  ///< of all vertices, with weights
  cuda::buffer<std::int64_t> given_;
  cuda::buffer<tree_findings> found_;
  std::unique_ptr<peer_memory> memory_;
};

peer_validator::peer_validator(communicator& ranks, const vertex_blocks& blocks, const device_edge_slice& share,
                               const cuda::stream& s)
    : state_(std::make_unique<state>(ranks, blocks, share, s)) {}

peer_validator::~peer_validator() = default;

rank_verdict peer_validator::check(global_vertex source, std::span<const std::int64_t> predecessors) {
  return state_->check(source, state_->take(predecessors), false);
}

rank_verdict peer_validator::check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) {
  return state_->check(source, state_->take(predecessors, distances), true);
}

rank_verdict peer_validator::check_on_device(global_vertex source, const std::uint32_t* predecessors) {
  return state_->check(source, predecessors, false);
}

rank_verdict peer_validator::check_paths_on_device(global_vertex source, const std::int64_t* predecessors, const float* distances) {
  state_->take_distances(distances);
  return state_->check(source, predecessors, true);
}

}  // namespace fathom::ranks_engine
