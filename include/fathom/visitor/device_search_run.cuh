// Loops over sources and levels of a thread block. All threads of the thread block call every function here.
#pragma once

#include "fathom/visitor/device_search.cuh"

namespace fathom {

template <class P>
__device__ device_search<P>::device_search(const P& program, const totals_of<P>& all, const multi_search_engine::device_job& job,
                                           multi_search_engine::block_state& shared, state_of<P>& state_memory)
    : state(state_memory),
      totals(all),
      program_(program),
      job_(job),
      g_(job.graph),
      s_(shared),
      joined_(own<word>(job.joined)),
      settled_(own<word>(job.settled)),
      marks_(own<word>(job.marks)),
      queue_(own<vertex_id>(job.queue)),
      begins_(own<std::uint32_t>(job.begins)) {}

// This thread block's bytes of a part.
template <class P>
template <class T>
__device__ T* device_search<P>::own(const multi_search_engine::block_part& part) const {
  return reinterpret_cast<T*>(job_.memory + gridDim.x * part.at + blockIdx.x * part.bytes);
}

template <class P>
__device__ void device_search<P>::run_all() {
  clear(true);
  while (take_next()) {
    begin();
    search_levels();
    if constexpr (!multi_search_engine::leaves_finalize_out<P>) program_.finalize(*this);
    save();
    clear(false);
  }
}

// Dynamic scheduling: thread blocks take searches as they finish, so that a deep search does not delay others.
template <class P>
__device__ bool device_search<P>::take_next() {
  __syncthreads();
  if (threadIdx.x == 0) s_.search = *job_.stop != 0 ? job_.count : atomicAdd(job_.next, 1u);
  __syncthreads();
  return s_.search < job_.count;
}

template <class P>
__device__ void device_search<P>::begin() {
  level_ = 0;
  joined_out_ = joined_in_ = inspected_ = 0;
  const std::byte* const fresh = job_.fresh_states + blockIdx.x * job_.state_bytes;
  for (std::size_t i = threadIdx.x; i < sizeof(state); i += blockDim.x) reinterpret_cast<std::byte*>(&state)[i] = fresh[i];
  if (threadIdx.x == 0) {
    // An isolated source that the layout does not have uses an extra entry after the layout's vertices, one per thread block.
    const vertex_id known = job_.sources[s_.search];
    const vertex_id source = known != no_vertex ? known : g_.n + blockIdx.x;
    s_.source = source, s_.caller_source = job_.caller_sources[s_.search];
    s_.next_out = out_degree(source);
    s_.next_in = g_.in_offsets && source < g_.n ? g_.in_offsets[source + 1] - g_.in_offsets[source] : 0;
    s_.traversed = s_.level_out[0] = s_.next_out, s_.level_in[0] = s_.next_in;
    s_.settled_in = s_.inspected = 0;
    s_.stopped = 0, s_.depth = 0;
    const queue_kind q = queue(s_.next_out >= job_.warp_from);
    for (int i = 0; i < 2; ++i) s_.begin[i] = begins_[i] = 0, s_.end[i] = s_.tail[i] = i == q;
    in_queue(q, 0) = window(q, 0)[0] = source;
    joined_[source / 32] |= word{1} << (source % 32);
  }
  __syncthreads();
}

// Barrier after which all threads agree on the result, even if one calls stop() afterward.
template <class P>
__device__ bool device_search<P>::ended() const {
  return __syncthreads_or(stopped()) != 0;
}

template <class P>
__device__ void device_search<P>::search_levels() {
  if constexpr (!multi_search_engine::leaves_init_out<P>) program_.init(*this);
  if (ended()) return;
  while (level_ < job_.depth_limit) {
    open_level();
    if constexpr (!multi_search_engine::leaves_prior_out<P>) {
      program_.prior(*this);
      if (ended()) break;
    }
    visit_frontier();
    close_level();
    if (ended()) break;
    if constexpr (!multi_search_engine::leaves_post_out<P>) program_.post(*this);
    const bool last = found() == 0, stops = ended();
    if (last) break;
    ++level_;
    if (stops) break;
  }
  __syncthreads();
}

template <class P>
__device__ void device_search<P>::open_level() {
  if (threadIdx.x == 0) {
    for (int q = 0; q < 2; ++q) {
      s_.begin[q] = begin_of(queue(q), level_);
      s_.end[q] = s_.tail[q];
      s_.work[q] = 0;
    }
    s_.next_word = 0;
    s_.frontier_out = s_.next_out;
    s_.settled_in += s_.next_in;
    s_.next_out = s_.next_in = 0;
    if (level_ % levels_per_poll == levels_per_poll - 1 && *job_.stop != 0) stop();
  }
  __syncthreads();
}

template <class P>
__device__ void device_search<P>::close_level() {
  for (int distance = 16; distance > 0; distance /= 2) {
    joined_out_ += __shfl_xor_sync(all_lanes, joined_out_, distance);
    joined_in_ += __shfl_xor_sync(all_lanes, joined_in_, distance);
  }
  if (lane() == 0 && joined_out_ > 0) atomicAdd(&s_.next_out, joined_out_);
  if (lane() == 0 && joined_in_ > 0) atomicAdd(&s_.next_in, joined_in_);
  joined_out_ = joined_in_ = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s_.traversed += s_.next_out;
    if (found() > 0) {
      const hop_count next = level_ + 1;
      for (int q = 0; q < 2; ++q) begins_[2 * static_cast<std::size_t>(next) + q] = s_.end[q];
      if (next < multi_search_engine::block_state::known_levels) s_.level_out[next] = s_.next_out, s_.level_in[next] = s_.next_in;
      s_.depth = next;
    }
  }
  __syncthreads();
}

template <class P>
__device__ void device_search<P>::save() {
  if (inspected_ > 0) atomicAdd(&s_.inspected, inspected_);
  __syncthreads();
  std::byte* const ended = job_.ended_states + s_.search * job_.state_bytes;
  for (std::size_t i = threadIdx.x; i < sizeof(state); i += blockDim.x) ended[i] = reinterpret_cast<const std::byte*>(&state)[i];
  std::byte* const row = job_.rows + s_.search * job_.row_bytes;
  using piece = multi_search_engine::cell_bits<16>::type;
  for (int a = 0; a < job_.arrays.count; ++a) {
    const multi_search_engine::device_array& array = job_.arrays.list[a];
    if (!array.kept) continue;
    const piece* const from = own<piece>(array.part);
    piece* const to = reinterpret_cast<piece*>(row + array.row_at);
    const std::size_t pieces =
        (array.size * job_.slots + sizeof(piece) - 1) / sizeof(piece);  // arrays are padded to at least this size
    for (std::size_t i = threadIdx.x; i < pieces; i += blockDim.x) to[i] = from[i];
  }
  if (threadIdx.x == 0) {
    job_.sources[s_.search] = s_.source;
    multi_search_engine::device_counts& counts = job_.counts[blockIdx.x];
    counts.stopped += s_.stopped != 0, counts.reached += reached();
    counts.edges_inspected += s_.inspected, counts.edges_traversed += s_.traversed;
    counts.depth = s_.depth > counts.depth ? s_.depth : counts.depth;
    // Reset the entry, which the thread block's next isolated source will reuse.
    for (int a = 0; s_.source >= g_.n && a < job_.totals.count; ++a) {
      const multi_search_engine::device_array& array = job_.totals.list[a];
      std::byte* const entry = job_.totals_memory + array.part.at + static_cast<std::size_t>(s_.source) * array.size;
      for (std::uint32_t i = 0; i < array.size; ++i) {
        row[array.row_at + i] = entry[i];
        entry[i] = static_cast<std::byte>(array.blank[i]);
      }
    }
  }
  __syncthreads();
}

// Clears bitmaps and arrays. After a small search, only the entries of the vertices in its queue.
template <class P>
__device__ void device_search<P>::clear(bool all) {
  const bool few = !all && reached() < job_.words / 8;
  if (few) {
    for_each_reached([&](vertex_id v) { joined_[v / 32] = settled_[v / 32] = 0; });
  } else {
    for (std::size_t i = threadIdx.x; i < job_.words; i += blockDim.x) {
      joined_[i] = settled_[i] = 0;
      if (all) marks_[i] = 0;  // later always cleared after use
    }
  }
  for (int a = 0; a < job_.arrays.count; ++a) {
    clear_entries(job_.arrays.list[a], !(few && multi_search_engine::writes_reached_only<P>()));
  }
}

template <class P>
__device__ void device_search<P>::clear_entries(const multi_search_engine::device_array& a, bool all) {
  std::byte* const begin = own<std::byte>(a.part);
  if (!all) {
    for_each_reached([&](vertex_id v) {
      for (std::uint32_t i = 0; i < a.size; ++i)
        begin[static_cast<std::size_t>(v) * a.size + i] = static_cast<std::byte>(a.blank[i]);
    });
  } else if (16 % a.size == 0) {
    using piece = multi_search_engine::cell_bits<16>::type;
    piece blank{0, 0};
    for (std::uint32_t i = 0; i < 8; ++i) {
      blank.low |= static_cast<unsigned long long>(a.blank[i % a.size]) << (8 * i);
      blank.high |= static_cast<unsigned long long>(a.blank[(i + 8) % a.size]) << (8 * i);
    }
    const std::size_t pieces = (a.size * job_.slots + sizeof(piece) - 1) / sizeof(piece);
    for (std::size_t i = threadIdx.x; i < pieces; i += blockDim.x) reinterpret_cast<piece*>(begin)[i] = blank;
  } else {
    const std::size_t bytes = a.size * job_.slots;
    for (std::size_t i = threadIdx.x; i < bytes; i += blockDim.x) begin[i] = static_cast<std::byte>(a.blank[i % a.size]);
  }
}

}  // namespace fathom
