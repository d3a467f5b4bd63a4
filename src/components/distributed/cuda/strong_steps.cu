// Steps of the search for strongly connected components on devices. Sets are bitmaps on the host between steps and on the device
// during a step, whose rounds send values along all edges of the vertices that the round before has changed.
#include "bfs/distributed/cuda/removal.cuh"
#include "components/distributed/strong_steps.hpp"
#include "gpu/backend.hpp"

namespace fathom::ranks_engine {
namespace {

using cuda::buffer;
using name = edge_minima::value;  ///< a vertex in the caller's ids

/// Arrays by local id, below the stride. A vertex of a wave has a value, which edges carry to others.
struct wave_arrays {
  std::uint64_t size = 0;
  const bit_word* open = nullptr;  ///< one bit per vertex that may change
  bit_word* visited = nullptr;     ///< one bit per vertex
  name* values = nullptr;
  name* colors = nullptr;
  unsigned long long* changed = nullptr;  ///< number of vertices with a value is added to it
};

/// Value by which a vertex finds others of its color. Colors never grow against the edges, so a neighbor of the same color has the
/// smallest key of all neighbors.
__device__ inline name key_of(const wave_arrays& a, std::uint64_t v) {
  return a.colors ? edge_minima::no_value - 1 - a.colors[v] : 0;
}

/// One round of a wave: change(v) returns whether an open vertex changes, and its new value.
template <class Change>
__device__ void update(const wave_arrays& a, const Change& change) {
  std::uint64_t changed = 0;
  for (std::uint64_t v = grid_thread(); v < a.size; v += grid_threads()) {
    name value = edge_minima::no_value;
    if (change(static_cast<local_vertex>(v), value)) ++changed;
    a.values[v] = value;
  }
  add_up(changed, a.changed);
}

__global__ void __launch_bounds__(cuda::wide_block) start_reach(wave_arrays a) {
  update(a, [&](local_vertex v, name& value) {
    if (!has_bit(a.visited, v)) return false;
    value = key_of(a, v);
    return true;
  });
}

__global__ void __launch_bounds__(cuda::wide_block) continue_reach(wave_arrays a, const name* arrived) {
  update(a, [&](local_vertex v, name& value) {
    const name key = key_of(a, v);
    if (arrived[v] != key || !has_bit(a.open, v) || has_bit(a.visited, v)) return false;
    atomicOr(&a.visited[v / bits_per_word], bit_word{1} << (v % bits_per_word));
    value = key;
    return true;
  });
}

__global__ void __launch_bounds__(cuda::wide_block) start_colors(wave_arrays a, const name* names) {
  update(a, [&](local_vertex v, name& value) {
    const bool open = has_bit(a.open, v);
    if (open) value = names[v];
    a.colors[v] = value;
    return open;
  });
}

__global__ void __launch_bounds__(cuda::wide_block) continue_colors(wave_arrays a, const name* arrived) {
  update(a, [&](local_vertex v, name& value) {
    if (!has_bit(a.open, v) || arrived[v] >= a.colors[v]) return false;
    a.colors[v] = value = arrived[v];
    return true;
  });
}

/// Marks open vertices of their own color visited.
__global__ void visit_roots(wave_arrays a, const name* names) {
  for (std::uint64_t v = grid_thread(); v < a.size; v += grid_threads()) {
    if (has_bit(a.open, static_cast<local_vertex>(v)) && a.colors[v] == names[v])
      atomicOr(&a.visited[v / bits_per_word], bit_word{1} << (v % bits_per_word));
  }
}

std::uint64_t planned_bytes(const partitioned_graph& g) {
  return removal_on_device::bytes(g) + neighbor_values<edge_minima>::bytes(along_edges(g)) +
         neighbor_values<edge_minima>::bytes(against_edges(g)) + g.stride * 2 * sizeof(name) + g.stride / 4;
}

class steps_on_device final : public strong_steps {
 public:
  /// Collective; `where` must be the current device.
  steps_on_device(const partitioned_graph& g, device where)
      : g_(g), where_(where), block_(g, where, true, sizeof(name), planned_bytes(g), "strong components") {
    on_all_processes(*g.ranks, [&] {
      in.resize(g.own_vertices), out.resize(g.own_vertices);
      gone_.assign(words(), 0);
      removal_.emplace(g, block_, false);
      along_.emplace(block_.along(), s_), against_.emplace(block_.against(), s_);
      open_ = buffer<bit_word>(g.stride / bits_per_word, s_), visited_ = buffer<bit_word>(g.stride / bits_per_word, s_);
      colors_ = buffer<name>(g.stride, s_);
      changed_ = buffer<unsigned long long>(1, s_);
      std::vector<name> names(g.stride);
      for (std::uint64_t v = 0; v < g.own_vertices; ++v) names[v] = own_vertex(g, v);
      names_ = cuda::upload(names.data(), names.size(), s_);
      s_.wait("starting to find strong components");
    });
  }

  std::span<std::uint64_t> gone() override { return {gone_.data(), gone_.size()}; }

  void count(work_clock& clock) override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_device(removal_->gone().data(), gone_.data(), removal_->gone().bytes(), s_);
    removal_->count(clock);
    read_counters();
  }

  int trim(int most, const run_control& control, work_clock& clock) override {
    const cuda::current_device current(where_.index);
    int rounds = 0;
    for (; rounds < most; ++rounds) {
      const bool removes = removal_->remove(0, nullptr).removed > 0;
      if (!any(removes, control, clock)) break;
      removal_->lower(clock);
    }
    cuda::copy_to_host(gone_.data(), removal_->gone().data(), removal_->gone().bytes(), s_);
    read_counters();
    return rounds;
  }

  int reach(bool along, std::span<std::uint64_t> visited, std::span<const std::uint64_t> candidates, const run_control& control,
            work_clock& clock) override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_device(visited_.data(), visited.data(), visited_.bytes(), s_);
    cuda::copy_to_device(open_.data(), candidates.data(), open_.bytes(), s_);
    const int rounds = reach(along ? *along_ : *against_, nullptr, control, clock);
    cuda::copy_to_host(visited.data(), visited_.data(), visited_.bytes(), s_);
    return rounds;
  }

  int color(std::span<const std::uint64_t> open, std::span<global_vertex> colors, std::span<std::uint64_t> members,
            const run_control& control, work_clock& clock) override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_device(open_.data(), open.data(), open_.bytes(), s_);
    const wave_arrays arrays = arrays_of(*along_, colors_.data());
    int rounds = run(
        *along_, [&] { start_colors<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays, names_.data()); },
        [&](const name* arrived) { continue_colors<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays, arrived); }, control, clock);
    if (visited_.size() > 0) cuda::check(cudaMemsetAsync(visited_.data(), 0, visited_.bytes(), s_.get()), "clearing device memory");
    visit_roots<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays, names_.data());
    cuda::check_launch("finding roots");
    rounds += reach(*against_, colors_.data(), control, clock);
    cuda::copy_to_host(members.data(), visited_.data(), visited_.bytes(), s_);
    cuda::copy_to_host(colors.data(), colors_.data(), colors_.bytes(), s_);
    return rounds;
  }

 private:
  [[nodiscard]] std::size_t words() const { return g_.stride / (8 * sizeof(std::uint64_t)); }
  [[nodiscard]] unsigned grid() { return block_.along().steps.grid(g_.stride); }

  [[nodiscard]] wave_arrays arrays_of(const neighbor_values<edge_minima>& wave, name* colors) const {
    return {g_.stride, open_.data(), visited_.data(), wave.own(), colors, changed_.data()};
  }

  int reach(neighbor_values<edge_minima>& wave, name* colors, const run_control& control, work_clock& clock) {
    const wave_arrays arrays = arrays_of(wave, colors);
    return run(
        wave, [&] { start_reach<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays); },
        [&](const name* arrived) { continue_reach<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays, arrived); }, control, clock);
  }

  // Rounds until no vertex changes on any process; `start` and `next` are kernels that update the values.
  template <class Start, class Next>
  int run(neighbor_values<edge_minima>& wave, const Start& start, const Next& next, const run_control& control, work_clock& clock) {
    std::uint64_t changed = changed_by(start);
    for (int rounds = 0;; ++rounds) {
      if (!any(changed > 0, control, clock)) return rounds;
      const name* const arrived = wave.combine(clock);
      changed = changed_by([&] { next(arrived); });
    }
  }

  template <class Update>
  std::uint64_t changed_by(const Update& update) {
    cuda::check(cudaMemsetAsync(changed_.data(), 0, changed_.bytes(), s_.get()), "clearing device memory");
    update();
    cuda::check_launch("following edges");
    return cuda::read_one(changed_.data(), s_);
  }

  bool any(bool mine, const run_control& control, work_clock& clock) {
    clock.computed();
    const bool found = any_of(*g_.ranks, mine, control);
    clock.waited();
    return found;
  }

  void read_counters() {
    std::vector<std::uint32_t> counters(g_.own_vertices);
    const auto read = [&](const buffer<std::uint32_t>& from, std::vector<std::int64_t>& to) {
      cuda::copy_to_host(counters.data(), from.data(), counters.size() * sizeof counters[0], s_);
      std::copy(counters.begin(), counters.end(), to.begin());
    };
    read(removal_->along(), in), read(removal_->against(), out);
  }

  const partitioned_graph& g_;
  const device where_;
  linked_block block_;
  const cuda::stream& s_ = block_.stream();
  std::vector<std::uint64_t> gone_;
  std::optional<removal_on_device> removal_;
  std::optional<neighbor_values<edge_minima>> along_, against_;
  buffer<bit_word> open_, visited_;
  buffer<name> names_, colors_;
  buffer<unsigned long long> changed_;
};

}  // namespace

std::unique_ptr<strong_steps> strong_steps_on_device(const partitioned_graph& g, device where) {
  require_counters(g, where, "strong components");
  const cuda::current_device current(where.index);
  return std::make_unique<steps_on_device>(g, where);
}

}  // namespace fathom::ranks_engine
