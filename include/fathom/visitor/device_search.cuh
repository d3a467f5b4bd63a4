// Search of a user program by one thread block of a CUDA device: the counterpart of cpu_search, with the same members.
//
// All threads of the thread block call init, prior, post and finalize. once(), for_each_at(), for_each_reached(), retrace() and
// retrace_sums() are collective and end with a barrier: all threads must reach them. Other code runs in every thread, so it may
// read, call stop(), or write one value that is the same in all threads. Change scalars in once(), or with add(), lower() and
// raise(). visit_vertex and the functions passed to the operations above are called by one thread for one edge or vertex and must
// not call collective operations. stopped() has the same value in all threads from the next callback on.
#pragma once

#include "fathom/visitor/concepts.hpp"
#include "fathom/visitor/device_access.cuh"
#include "fathom/visitor/device_job.hpp"
#include "fathom/visitor/directions.hpp"

namespace fathom {

namespace multi_search_engine {

inline constexpr unsigned block_threads = 256, warp_threads = 32, all_lanes = 0xffffffffu;
inline constexpr std::size_t most_state_bytes = 8192;

// Thread blocks on a multiprocessor: up to the limit of its threads, because searches wait for loads most of the time.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ / 100 == 9 || __CUDA_ARCH__ / 100 == 10
inline constexpr unsigned blocks_together = 8;
#elif __CUDA_ARCH__ > 800
inline constexpr unsigned blocks_together = 6;
#else
inline constexpr unsigned blocks_together = 4;
#endif

/// The two queues of vertices that joined, each with all levels consecutively: vertices for threads and vertices for warps.
enum queue_kind { for_threads, for_warps };

/// State of a search in the thread block's shared memory.
struct block_state {
  // Number of vertices per level and queue that are stored here in addition to global memory.
  static constexpr std::uint32_t short_rows = 1024, long_rows = 128;
  __device__ static constexpr std::uint32_t window_size(queue_kind q) { return q == for_threads ? short_rows : long_rows; }
  // Levels whose sums of degrees are stored. Deeper graphs have no hubs, so the sums would make no difference.
  static constexpr hop_count known_levels = 64;

  std::uint32_t search;  // index in the batch
  vertex_id source, caller_source;
  std::uint32_t begin[2], end[2], tail[2];  // in each queue: begin and end of the frontier, and end of the vertices that joined
  std::uint32_t work[2], next_word;         // work counters for warps
  int stopped;
  hop_count depth;
  unsigned long long frontier_out, next_out, next_in, settled_in;  // sums of degrees
  unsigned long long inspected, traversed;
  unsigned long long level_out[known_levels], level_in[known_levels];
  vertex_id window[2][short_rows + long_rows];  // of this level and the next, alternating
};

}  // namespace multi_search_engine

/// The search object that is passed to callbacks on a device.
template <class Program>
class device_search {
 public:
  state_of<Program>& state;          ///< of this search, shared by the thread block
  const totals_of<Program>& totals;  ///< of all searches

  [[nodiscard]] __device__ vertex_id source() const { return s_.source; }
  [[nodiscard]] __device__ std::size_t index() const { return job_.numbers.first + (job_.first + s_.search) * job_.numbers.step; }
  [[nodiscard]] __device__ hop_count level() const { return level_; }
  [[nodiscard]] __device__ hop_count depth() const { return s_.depth; }
  [[nodiscard]] __device__ vertex_id reached() const { return now(s_.tail[0]) + now(s_.tail[1]); }
  [[nodiscard]] __device__ vertex_id reached_at(hop_count at) const {
    return end_of(queue(0), at) - begin_of(queue(0), at) + end_of(queue(1), at) - begin_of(queue(1), at);
  }
  [[nodiscard]] __device__ vertex_id found() const { return reached() - s_.end[0] - s_.end[1]; }
  [[nodiscard]] __device__ bool has_joined(vertex_id v) const { return test(joined_, v); }
  [[nodiscard]] __device__ edge_offset out_degree(vertex_id v) const { return v < g_.n ? g_.offsets[v + 1] - g_.offsets[v] : 0; }
  [[nodiscard]] __device__ vertex_id caller_id(vertex_id v) const {
    if (v >= g_.n) return s_.caller_source;  // an isolated source: the layout does not have this vertex, or has no vertices at all
    return g_.to_caller ? g_.to_caller[v] : v;
  }
  __device__ void stop() { *const_cast<volatile int*>(&s_.stopped) = 1; }
  [[nodiscard]] __device__ bool stopped() const { return *const_cast<const volatile int*>(&s_.stopped) != 0; }

  template <class T>
  __device__ void add(T& cell, std::type_identity_t<T> value) const {
    device_access::add(cell, value);
  }
  template <class T>
  __device__ void lower(T& cell, std::type_identity_t<T> value) const {
    device_access::lower(cell, value);
  }
  template <class T>
  __device__ void raise(T& cell, std::type_identity_t<T> value) const {
    device_access::raise(cell, value);
  }
  template <class T>
  __device__ void add_total(T& cell, std::type_identity_t<T> value) const {
    device_access::add(cell, value);
  }
  template <class T>
  __device__ void lower_total(T& cell, std::type_identity_t<T> value) const {
    device_access::lower(cell, value);
  }
  template <class T>
  __device__ void raise_total(T& cell, std::type_identity_t<T> value) const {
    device_access::raise(cell, value);
  }
  template <class T>
  [[nodiscard]] __device__ T total(const T& cell) const {
    return device_access::load(cell);
  }

  template <class F>
  __device__ void once(F&& f) const {
    __syncthreads();
    if (threadIdx.x == 0) f();
    __syncthreads();
  }
  template <class F>
  __device__ void for_each_at(hop_count at, F&& f) const {
    each_at(at, f);
    __syncthreads();
  }
  template <class F>
  __device__ void for_each_reached(F&& f) const {
    for (int q = 0; q < 2; ++q) {
      for (std::uint32_t i = threadIdx.x; i < s_.tail[q]; i += blockDim.x) f(in_queue(queue(q), i));
    }
    __syncthreads();
  }
  template <class Edge, class Vertex>
  __device__ void retrace(Edge&& edge, Vertex&& vertex);
  template <class T, class Value, class Vertex>
  __device__ void retrace_sums(vertex_array<T> sums, Value&& value, Vertex&& vertex);

  // -- For the framework.
  __device__ device_search(const Program& program, const totals_of<Program>& all, const multi_search_engine::device_job& job,
                           multi_search_engine::block_state& shared, state_of<Program>& state_memory);
  /// Runs searches until no sources are left.
  __device__ void run_all();

 private:
  using word = std::uint32_t;
  using queue_kind = multi_search_engine::queue_kind;
  static constexpr queue_kind for_threads = multi_search_engine::for_threads, for_warps = multi_search_engine::for_warps;
  static constexpr unsigned warp_threads = multi_search_engine::warp_threads, all_lanes = multi_search_engine::all_lanes;
  static constexpr edge_visits visits = multi_search_engine::leaves_visit_vertex_out<Program>
                                            ? edge_visits::until_vertex_joins
                                            : multi_search_engine::visits_of<Program>();
  __device__ static constexpr bool visits_with_position() { return multi_search_engine::has_edge_visit<Program, device_search>; }
  static constexpr std::uint32_t none_left = 0xffffffffu;
  static constexpr unsigned edges_together = 4;     // of a row, whose loads a thread has under way at a time
  static constexpr unsigned least_share = 24;       // bottom-up from frontiers of at least a 24th of the vertices (Beamer's beta)
  static constexpr std::uint32_t long_row = 64;     // longer rows are inspected by a warp if they are not in the warps' queue
  static constexpr hop_count levels_per_poll = 64;  // of the stop flag, which is in host memory and slow to read

  [[nodiscard]] __device__ static queue_kind queue(int q) { return static_cast<queue_kind>(q); }
  [[nodiscard]] __device__ static std::uint32_t now(const std::uint32_t& x) {
    return *const_cast<const volatile std::uint32_t*>(&x);
  }
  [[nodiscard]] __device__ static unsigned lane() { return threadIdx.x % warp_threads; }
  [[nodiscard]] __device__ static bool test(const word* bits, vertex_id v) { return (bits[v / 32] >> (v % 32)) & 1; }
  __device__ static void set(word* bits, vertex_id v) { atomicOr(&bits[v / 32], word{1} << (v % 32)); }
  // One queue grows upward, the other downward, in one array with an entry per vertex.
  [[nodiscard]] __device__ vertex_id& in_queue(queue_kind q, std::uint32_t i) const {
    return queue_[q == for_threads ? i : g_.n - i];
  }
  [[nodiscard]] __device__ std::uint32_t begin_of(queue_kind q, hop_count at) const {
    return begins_[2 * static_cast<std::size_t>(at) + q];
  }
  [[nodiscard]] __device__ std::uint32_t end_of(queue_kind q, hop_count at) const {
    return at < s_.depth ? begin_of(q, at + 1) : now(s_.tail[q]);
  }
  [[nodiscard]] __device__ vertex_id* window(queue_kind q, hop_count of_level) const {
    return s_.window[of_level % 2] + (q == for_threads ? 0 : multi_search_engine::block_state::short_rows);
  }
  [[nodiscard]] __device__ vertex_id in_frontier(queue_kind q, std::uint32_t i) const {
    return i < multi_search_engine::block_state::window_size(q) ? window(q, level_)[i] : in_queue(q, s_.begin[q] + i);
  }

  // device_search_run.cuh
  template <class T>
  [[nodiscard]] __device__ T* own(const multi_search_engine::block_part& part) const;
  __device__ bool take_next();
  __device__ void begin();
  __device__ void search_levels();
  __device__ void open_level();
  __device__ void close_level();
  __device__ bool ended() const;
  __device__ void save();
  __device__ void clear(bool all);
  __device__ void clear_entries(const multi_search_engine::device_array& a, bool all);
  // device_search_steps.cuh
  __device__ void push(queue_kind q, vertex_id v);
  __device__ void join(vertex_id v);
  __device__ bool call_visit(vertex_id u, vertex_id v, edge_offset e);
  [[nodiscard]] __device__ bool sees(vertex_id v) const;
  template <class Wanted>
  [[nodiscard]] __device__ static unsigned wanted_edges(const vertex_id* ends, edge_offset e, edge_offset last, edge_offset step,
                                                        Wanted&& wanted);
  __device__ void visit_row(vertex_id u, edge_offset e, edge_offset last, edge_offset step);
  __device__ void visit_frontier();
  __device__ void visit_top_down();
  __device__ void inspect_all_edges();
  __device__ void visit_bottom_up();
  __device__ void inspect_in_edges(vertex_id v, edge_offset e, edge_offset last, edge_offset step);
  [[nodiscard]] __device__ bool uses_bottom_up() const;
  [[nodiscard]] __device__ std::uint32_t grab(std::uint32_t& counter, std::uint32_t items) const;
  [[nodiscard]] __device__ std::uint32_t grab_rows(std::uint32_t& counter, std::uint32_t items) const;
  template <class Row>
  __device__ void rows_of_lanes(bool has, vertex_id x, const edge_offset* offsets, Row&& row) const;
  template <class F>
  __device__ void each_at(hop_count at, F&& f) const;
  template <class Row>
  __device__ void rows_at(hop_count at, const edge_offset* offsets, Row&& row);
  template <class Above, class Below, class Vertex>
  __device__ void walk_back(bool may_use_in_edges, Above&& from_above, Below&& from_below, Vertex&& vertex);

  const Program& program_;
  const multi_search_engine::device_job& job_;
  const multi_search_engine::device_graph& g_;
  multi_search_engine::block_state& s_;
  word *const joined_, *const settled_, *const marks_;  // bitmaps: joined; joined before the next level; temporary marks
  vertex_id* const queue_;
  std::uint32_t* const begins_;  // start of each level in both queues

  hop_count level_ = 0;
  unsigned long long joined_out_ = 0, joined_in_ = 0, inspected_ = 0;  // of this thread
};

}  // namespace fathom
