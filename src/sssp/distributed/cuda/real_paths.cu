// Distributed shortest paths in double precision on devices: delta-stepping without heavy edges, with the loop over rounds on the
// host. Predecessors are found at the end, among the edges on shortest paths.
#include "sssp/distributed/cuda/real_paths.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "bfs/distributed/cuda/neighbor_values.cuh"
#include "comm/agreement.hpp"

namespace fathom::ranks_engine {
namespace {

using cuda::buffer;
using word = edge_minima::value;  ///< bits of a double, which are ordered like the number, or a vertex in the caller's ids

constexpr word infinite_word = 0x7FF0000000000000u;

/// Best path of a vertex. A shortest path has growing pairs (distance, round), even along edges of weight 0: the round that lowers
/// a distance follows the one that lowered the predecessor's, unless that was lowered again, to below this distance.
struct real_path {
  word distance = infinite_word;
  word round = 0;  ///< in which the distance was found; 0 at the source
};

struct bucket_counts {
  unsigned long long active = 0;               ///< vertices of the bucket that have changed
  unsigned long long nearest = infinite_word;  ///< smallest distance of other vertices that have changed
};

/// Arrays by local id.
struct real_arrays {
  std::uint64_t own_vertices = 0;
  real_path* paths = nullptr;
  std::uint8_t* pending = nullptr;  ///< 1: improved since its edges were last relaxed
  word* values = nullptr;
};

__device__ inline word real_sum_along(word distance, edge_weight weight) {
  return static_cast<word>(
      __double_as_longlong(__longlong_as_double(static_cast<long long>(distance)) + static_cast<double>(weight)));
}

struct relax_edge {
  const edge_weight* weights;
  __device__ void operator()(local_vertex, local_vertex end, edge_offset e, word distance, word* all) const {
    edge_minima::lower(all + end, real_sum_along(distance, weights[e]));
  }
};

/// Offers a vertex to those whose shortest path can end with this edge.
struct offer_predecessor {
  const edge_weight* weights;
  const real_path *from_paths, *to_paths;
  __device__ void operator()(local_vertex from, local_vertex end, edge_offset e, word name, word* all) const {
    const real_path a = from_paths[from], b = to_paths[end];
    const bool precedes = a.distance < b.distance || a.round < b.round;
    if (precedes && real_sum_along(a.distance, weights[e]) == b.distance) edge_minima::lower(all + end, name);
  }
};

__global__ void start_real_paths(real_arrays a, local_vertex source) {
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads()) {
    a.paths[v] = {v == source ? 0 : infinite_word, 0};
    a.pending[v] = v == source ? 1 : 0;
  }
}

__global__ void __launch_bounds__(cuda::wide_block) take_bucket(real_arrays a, word limit, bucket_counts* counts) {
  std::uint64_t active = 0, nearest = infinite_word;
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads()) {
    const bool waits = a.pending[v] != 0;
    const word distance = a.paths[v].distance;
    const bool is_taken = waits && distance < limit;
    a.values[v] = is_taken ? distance : edge_minima::no_value;
    if (is_taken) {
      a.pending[v] = 0;
      ++active;
    } else if (waits) {
      nearest = min(nearest, static_cast<std::uint64_t>(distance));
    }
  }
  add_up(active, &counts->active);
  nearest = cuda::block_min<cuda::wide_block>(nearest);
  if (threadIdx.x == 0 && nearest < infinite_word) atomicMin(&counts->nearest, static_cast<word>(nearest));
}

__global__ void lower_paths(real_arrays a, const word* arrived, word round) {
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads()) {
    if (arrived[v] >= a.paths[v].distance) continue;
    a.paths[v] = {arrived[v], round};
    a.pending[v] = 1;
  }
}

/// The values of reached vertices become their names.
__global__ void name_reached(real_arrays a, const word* names) {
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads())
    a.values[v] = a.paths[v].distance < infinite_word ? names[v] : edge_minima::no_value;
}

std::uint64_t planned_bytes(const partitioned_graph& g) {
  const edge_direction along = along_edges(g);
  return neighbor_values<edge_minima>::bytes(along) + g.out.weights.size() * sizeof(edge_weight) +
         (along.from_ids() + along.to_ids()) * sizeof(real_path) + g.stride * (sizeof(word) + 1);
}

class real_paths final : public paths_searcher {
 public:
  real_paths(const partitioned_graph& g, device where, rank_transport transport, double width)
      : g_(g),
        where_(where),
        width_(width),
        block_(g, where, false, sizeof(real_path), planned_bytes(g), "shortest paths", transport) {
    on_all_processes(*g.ranks, [&] {
      wave_.emplace(block_.along(), s_);
      weights_ = cuda::upload(g.out.weights.data(), g.out.weights.size(), s_);
      from_paths_ = buffer<real_path>(block_.along().from_ids, s_);
      if (block_.along().to) to_paths_ = buffer<real_path>(block_.along().to_ids, s_);
      pending_ = buffer<std::uint8_t>(g.stride, s_);
      counts_ = buffer<bucket_counts>(1, s_);
      std::vector<word> names(g.stride);
      for (std::uint64_t v = 0; v < g.own_vertices; ++v) names[v] = own_vertex(g, v);
      names_ = cuda::upload(names.data(), names.size(), s_);
      s_.wait("preparing shortest paths");
    });
  }

  paths_outcome run(const paths_request& request) override {
    const cuda::current_device current(where_.index);
    limits_ = request.limits;
    outcome_ = {};
    work_clock clock;
    start_real_paths<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(), own_id(request.source));
    cuda::check_launch("searching shortest paths");
    const buffer<unsigned long long>& followed = block_.along().followed;
    cuda::check(cudaMemsetAsync(followed.data(), 0, followed.bytes(), s_.get()), "starting a search");
    search(clock);
    outcome_.relaxed = cuda::read_one(followed.data(), s_);
    find_predecessors(clock);
    outcome_.bytes_sent = clock.work().bytes_sent;
    return outcome_;
  }

  void take_results(const paths_request& request) override {
    const cuda::current_device current(where_.index);
    std::vector<real_path> paths(g_.own_vertices);
    std::vector<word> predecessors(g_.own_vertices);
    cuda::copy_to_host(paths.data(), own_paths(), paths.size() * sizeof(real_path), s_);
    cuda::copy_to_host(predecessors.data(), predecessors_, predecessors.size() * sizeof(word), s_);
    for (std::size_t position = 0; position < g_.to_local.size(); ++position) {
      const local_vertex id = g_.to_local[position];
      const bool has_edges = id != no_local_vertex;
      request.real_distances[position] = std::bit_cast<double>(has_edges ? paths[id].distance : infinite_word);
      request.predecessors[position] = has_edges ? static_cast<std::int64_t>(predecessors[id]) : -1;  // no_value is -1
    }
  }

  [[nodiscard]] double bucket_width() const override { return width_; }

 private:
  [[nodiscard]] unsigned grid() { return block_.along().steps.grid(g_.own_vertices); }
  [[nodiscard]] real_path* own_paths() { return from_paths_.data() + block_.along().first_from; }
  [[nodiscard]] real_arrays arrays() { return {g_.own_vertices, own_paths(), pending_.data(), wave_->own()}; }

  [[nodiscard]] local_vertex own_id(global_vertex v) const {
    const index_range own = g_.own_block();
    return v >= own.first && v < own.last ? g_.to_local[v - own.first] : no_local_vertex;
  }

  void search(work_clock& clock) {
    run_control control;
    control.stop = limits_.stop;
    double end = end_of_bucket(0);
    for (outcome_.buckets = 1;;) {
      const bucket_counts now = take(end);
      clock.computed();
      const bool goes_on = any_of(*g_.ranks, now.active > 0, control);
      clock.waited();
      if (goes_on) {
        const word* const arrived = wave_->combine(clock, relax_edge{weights_.data()});
        lower_paths<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(), arrived, ++outcome_.rounds);
        cuda::check_launch("searching shortest paths");
        continue;
      }
      const std::uint64_t nearest = smallest(*g_.ranks, now.nearest);
      clock.waited();
      if (nearest == infinite_word || is_outside(std::bit_cast<double>(nearest))) return;
      end = end_of_bucket(std::bit_cast<double>(nearest));
      ++outcome_.buckets;
    }
  }

  // Above `from`, even if the width is lost in rounding.
  [[nodiscard]] double end_of_bucket(double from) const {
    return std::max(from + width_, std::nextafter(from, std::numeric_limits<double>::infinity()));
  }

  bucket_counts take(double end) {
    const bucket_counts none;
    cuda::check(cudaMemcpyAsync(counts_.data(), &none, sizeof none, cudaMemcpyHostToDevice, s_.get()), "beginning a round");
    take_bucket<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(), std::bit_cast<word>(end), counts_.data());
    cuda::check_launch("searching shortest paths");
    return cuda::read_one(counts_.data(), s_);
  }

  // Collective: whether the limits exclude a distance that no path to come is below.
  bool is_outside(double nearest) {
    if (nearest > limits_.cutoff) return true;
    if (limits_.target == no_global_vertex) return false;
    std::uint64_t mine = infinite_word;
    on_all_processes(*g_.ranks, [&] {
      const local_vertex target = own_id(limits_.target);
      if (target != no_local_vertex) mine = cuda::read_one(own_paths() + target, s_).distance;
    });
    return nearest > std::bit_cast<double>(smallest(*g_.ranks, mine));
  }

  void find_predecessors(work_clock& clock) {
    edges_on_device& edges = block_.along();
    const real_path* to_paths = own_paths();
    if (edges.to) {
      cuda::check(cudaMemcpyAsync(to_paths_.data() + edges.first_to, own_paths(), edges.stride * sizeof(real_path),
                                  cudaMemcpyDeviceToDevice, s_.get()),
                  "copying paths");
      edges.to->all_gather(to_paths_.data(), edges.stride * sizeof(real_path), s_);
      to_paths = to_paths_.data();
    }
    if (edges.from) edges.from->all_gather(from_paths_.data(), edges.stride * sizeof(real_path), s_);
    clock.sent((edges.from_ids + edges.to_ids - 2 * edges.stride) * sizeof(real_path));
    name_reached<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(), names_.data());
    cuda::check_launch("searching shortest paths");
    predecessors_ = wave_->combine(clock, offer_predecessor{weights_.data(), from_paths_.data(), to_paths});
    s_.wait("finding predecessors");
  }

  const partitioned_graph& g_;
  const device where_;
  const double width_;
  linked_block block_;
  const cuda::stream& s_ = block_.stream();
  std::optional<neighbor_values<edge_minima>> wave_;
  buffer<edge_weight> weights_;
  buffer<real_path> from_paths_, to_paths_;  // by id in the lines where edges begin, and end; those of others only after a search
  buffer<std::uint8_t> pending_;
  buffer<bucket_counts> counts_;
  buffer<word> names_;
  const word* predecessors_ = nullptr;  // by local id
  path_limits limits_;
  paths_outcome outcome_;
};

}  // namespace

std::unique_ptr<paths_searcher> make_real_paths(const partitioned_graph& g, device where, rank_transport transport, double width) {
  return std::make_unique<real_paths>(g, where, transport, width);
}

}  // namespace fathom::ranks_engine
