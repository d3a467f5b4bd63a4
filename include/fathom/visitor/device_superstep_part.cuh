// Superstep of one device of several, each with a part of the graph. As in cpu_superstep_exchange.hpp, edges of own vertices send
// messages, which are combined per target, and combined messages for mirrors go to the owners. The phases are those of a whole
// graph; the host exchanges messages between two launches.
#pragma once

#include "fathom/visitor/device_superstep_gather.cuh"
#include "fathom/visitor/device_superstep_phases.cuh"

namespace fathom::edge_vertex_engine {

/// Combined message for a vertex of another device.
template <class Program>
struct part_message {
  vertex_id to;  ///< the caller's id
  combined_of<Program> what;
};

enum class part_phase { begin, send, receive };

/// Arguments of a launch, as plain data.
template <class Program>
struct part_job {
  part_phase phase = part_phase::begin;
  bool along_active = false;
  superstep_state<Program> state;  ///< counts of the whole graph, except for `senders`
  unsigned ranks = 0;
  const vertex_id* mirrors = nullptr;    ///< by rank: the id of its first mirror; then the number of ids
  unsigned long long* sent = nullptr;    ///< number of messages by rank
  unsigned long long* placed = nullptr;  ///< those that have a place in `outgoing`
  part_message<Program>* outgoing = nullptr;
  const part_message<Program>* incoming = nullptr;
  const std::uint64_t* incoming_ends = nullptr;  ///< by rank: number of messages received from it and those before it
  vertex_id first_vertex = 0;                    ///< the caller's id of the first own vertex
};

template <class Program>
class device_superstep_part : public device_supersteps<Program, false> {
 public:
  using base = device_supersteps<Program, false>;
  using typename base::combined;
  using typename base::word;

  __device__ device_superstep_part(const Program& program, const superstep_job<Program>& job, const part_job<Program>& part,
                                   superstep_shared<Program>& shared)
      : base(program, job, shared), part_(part) {}

  /// Runs a phase; then the state has its counts. All threads of the grid must call this.
  __device__ void run() {
    if (part_.phase == part_phase::begin) this->begin();
    if (part_.phase == part_phase::send) send();
    if (part_.phase == part_phase::receive) receive();
    this->reduce_counts();
  }

 private:
  __device__ void send() {
    for (unsigned rank = base::thread(); rank < part_.ranks; rank += base::threads()) part_.sent[rank] = part_.placed[rank] = 0;
    if constexpr (changes_edges<Program>) {
      for (std::uint64_t w = base::thread(); w < this->words(); w += base::threads()) this->job_.updates[w] = 0;
    }
    if (part_.along_active) {
      this->template spread<true>();
      base::sync_grid();
      this->template gather<false>();
    } else {
      this->template gather<true>();
    }
    base::sync_grid();
    unite_long_rows();
    base::sync_grid();
    each_message([&](unsigned rank, vertex_id, bool, unsigned count) {
      if (lane_of_warp() == 0) atomicAdd(&part_.sent[rank], count);
    });
    base::sync_grid();
    place_messages();
  }

  __device__ void receive() {
    for (unsigned rank = 0; rank < part_.ranks; ++rank) {
      const std::uint64_t first = rank == 0 ? 0 : part_.incoming_ends[rank - 1], end = part_.incoming_ends[rank];
      if (first == end) continue;
      // A rank sends at most one message to a vertex.
      for (std::uint64_t i = first + base::thread(); i < end; i += base::threads()) deliver(part_.incoming[i]);
      base::sync_grid();
    }
    this->compute_received();
    if constexpr (changes_edges<Program>) {
      base::sync_grid();
      this->update_edges();
    }
  }

  /// Combines the chunks of the long rows that have gathered: then `arrived` and `received` are those of all vertices.
  __device__ void unite_long_rows() {
    // Several lanes per row, because a row may have many chunks.
    constexpr unsigned lanes = 8, at_once = warp_lanes / lanes;
    const row_parts& cut = this->job_.in.cut;
    const unsigned lane = lane_of_warp() % lanes;
    for (unsigned first = base::warp() * at_once; first < cut.num_long; first += base::warps() * at_once) {
      const unsigned i = first + lane_of_warp() / lanes;
      const bool has = i < cut.num_long && base::test(this->job_.received, cut.long_rows[i].v);
      const long_row row = has ? cut.long_rows[i] : long_row{};
      combined c;
      bool received = this->combine_pieces(row, lane, lanes, c);
      __syncwarp();
      this->combine_lanes(lanes, c, received);
      if (!has || lane > 0) continue;
      if (received) this->job_.arrived[row.v] = c;
      if (!received) atomicAnd(&this->job_.received[row.v / 32], ~(word{1} << (row.v % 32)));
    }
  }

  /// Calls visit(rank, mirror, whether this lane's mirror has a message, number of such lanes) in all lanes of a warp where any
  /// has.
  template <class Visit>
  __device__ void each_message(Visit&& visit) const {
    for (unsigned rank = 0; rank < part_.ranks; ++rank) {
      const std::uint64_t end = part_.mirrors[rank + 1];
      for (std::uint64_t first = part_.mirrors[rank] + std::uint64_t{base::warp()} * warp_lanes; first < end;
           first += std::uint64_t{base::warps()} * warp_lanes) {
        const std::uint64_t v = first + lane_of_warp();
        const bool has = v < end && base::test(this->job_.received, static_cast<vertex_id>(v));
        const unsigned all = __ballot_sync(all_lanes, has);
        if (all != 0) visit(rank, static_cast<vertex_id>(v), has, static_cast<unsigned>(__popc(all)));
      }
    }
  }

  /// Messages go to `outgoing` by ascending rank, those of a rank in any order.
  __device__ void place_messages() {
    each_message([&](unsigned rank, vertex_id v, bool has, unsigned count) {
      unsigned long long at = 0;
      if (lane_of_warp() == 0) {
        at = atomicAdd(&part_.placed[rank], count);
        for (unsigned before = 0; before < rank; ++before) at += part_.sent[before];
      }
      at = from_lane(at, 0);
      const unsigned below = __ballot_sync(all_lanes, has) & ((1u << lane_of_warp()) - 1);
      if (has) part_.outgoing[at + static_cast<unsigned>(__popc(below))] = {this->view_.caller_id(v), this->job_.arrived[v]};
    });
  }

  __device__ void deliver(const part_message<Program>& m) {
    const vertex_id v = m.to - part_.first_vertex;
    if (base::test(this->job_.received, v)) {
      base::combine(this->job_.arrived[v], m.what);
    } else {
      this->job_.arrived[v] = m.what;
      base::set(this->job_.received, v);
    }
  }

  const part_job<Program>& part_;
};

template <class Program>
__global__ void __launch_bounds__(superstep_threads, 4)
    superstep_part_kernel(const __grid_constant__ Program program, const __grid_constant__ superstep_job<Program> job,
                          const __grid_constant__ part_job<Program> part) {
  __shared__ superstep_shared<Program> shared;
  shared.begin(job, part.state);
  device_superstep_part<Program>(program, job, part, shared).run();
  if (blockIdx.x == 0 && threadIdx.x == 0) *job.state = shared.state();
}

}  // namespace fathom::edge_vertex_engine
