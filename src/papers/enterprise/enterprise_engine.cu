// Enterprise: direction-optimizing BFS with a host-side level loop, and the techniques of the paper, each of which can be disabled.
// Liu, Huang, "Enterprise: Breadth-First Graph Traversal on GPUs", SC 2015, sections 4.1 to 4.3.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "bfs/cuda/layout.cuh"
#include "bfs/cuda/levels.hpp"
#include "bfs/cuda/searcher.hpp"
#include "bfs/cuda/workspace.hpp"
#include "fathom/error.hpp"
#include "gpu/event.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/runtime.hpp"
#include "papers/enterprise/enterprise.hpp"
#include "papers/enterprise/enterprise_engine.hpp"
#include "papers/enterprise/enterprise_memory.cuh"
#include "papers/enterprise/enterprise_queues.cuh"
#include "papers/enterprise/enterprise_steps.cuh"
#include "papers/enterprise/level_clock.hpp"

namespace fathom::bfs_engine {
namespace enterprise {
namespace {

using cuda::check;
using cuda::check_launch;

// With fewer edges than this, positions fit into 32 bits, including the overshoot of grid-stride loops, whose step is below 2^24.
constexpr edge_offset narrow_edges = 0xFF000000u;

template <class Offset>
Offset narrowed(edge_offset degree) {
  return static_cast<Offset>(std::min<edge_offset>(degree, std::numeric_limits<Offset>::max()));
}

template <class Offset>
class engine final : public cuda_engine {
 public:
  engine(const layout& l, const enterprise_options& options)
      : cuda_engine(l, options.search),
        layout_(l),
        with_(options.method),
        most_ctas_(most_resident_ctas()),
        graph_(l, stream),
        memory_(l, with_, most_ctas_, stream),
        sum_(1, stream),
        clock_(options.times, stream),
        steps_(stream, most_ctas_, clock_) {
    t_.num_vertices = m_.num_vertices = l.num_vertices;
    t_.out = graph_.out;
    t_.in = graph_.in;
    m_.out_offsets = graph_.out.offsets;
    m_.in_offsets = graph_.in.offsets;
    m_.classified = with_.balancing;
    m_.hub_degree = narrowed<Offset>(l.hub_degree);
    if (with_.hub_cache) m_.cached_degree = narrowed<Offset>(cached_degree(l, stream));
    memory_.give_to(t_, m_);
    stream.wait("copying the graph to the device");
  }

  static std::uint64_t require_memory(const layout& l, const enterprise_options& options) {
    const std::uint64_t bytes = device_graph<Offset>::bytes(l) + working_memory<Offset>::bytes(l, techniques(options.method)) +
                                cuda_results::bytes(l, options.search);
    cuda::require_device_memory(bytes, "searching a graph of " + std::to_string(l.num_vertices) + " vertices and " +
                                           std::to_string(l.num_edges) + " edges");
    return bytes;
  }

  outcome run(const request& r) override {
    search_time_.start(stream);
    start(r);
    outcome o{.reached = 1};
    std::vector<level_record> records;
    while (frontier_ > 0 && level_ < static_cast<unsigned>(r.options.depth_limit) && !seen_.target_reached) {
      if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      const level_record record = search_level(r, o);
      if (r.options.report_levels) records.push_back(record);
      o.reached += frontier_;
    }
    results.choose_predecessors(graph_.out);
    search_time_.stop(stream);
    results.map_back();
    stream.wait("searching");
    seconds_search = search_time_.seconds(), seconds_map_back = results.seconds_map_back();
    // The last level may have discovered nothing.
    o.depth = static_cast<hop_count>(frontier_ == 0 ? level_ - 1 : level_);
    if (r.options.report_levels) o.levels = to_levels(records, r.options);
    return o;
  }

  std::uint64_t edges_out_of_reached() override {
    check(cudaMemsetAsync(sum_.data(), 0, sizeof(unsigned long long), stream.get()), "clearing a sum");
    visited_edges_kernel<Offset>
        <<<most_ctas_, cta_threads, 0, stream.get()>>>(t_.status, t_.out.offsets, t_.num_vertices, sum_.data());
    check_launch("counting edges");
    unsigned long long edges = 0;
    check(cudaMemcpyAsync(&edges, sum_.data(), sizeof edges, cudaMemcpyDeviceToHost, stream.get()), "copying a sum");
    stream.wait("counting edges");
    return edges;
  }

 private:
  /// Initial state: only the source is visited, and it is the first frontier.
  void start(const request& r) {
    clock_.start_search();
    const std::size_t bytes = std::size_t{t_.num_vertices} * sizeof(vertex_id);
    t_.distances = results.distances();
    t_.predecessors = results.predecessors();
    t_.tally = r.options.report_levels ? m_.tally : nullptr;
    m_.target = r.options.target;
    check(cudaMemsetAsync(t_.status, unvisited, memory_.status_bytes(), stream.get()), "clearing the status array");
    static_assert(unreachable == -1 && no_vertex == 0xFFFFFFFFu && sizeof(hop_count) == sizeof(vertex_id));
    if (t_.distances) check(cudaMemsetAsync(t_.distances, 0xFF, bytes, stream.get()), "clearing results");
    if (t_.predecessors) check(cudaMemsetAsync(t_.predecessors, 0xFF, bytes, stream.get()), "clearing results");
    t_.here = code_of(0);
    start_kernel<<<1, warp_lanes, 0, stream.get()>>>(t_, m_, r.source, r.root_predecessor());
    check_launch("starting the search");

    const edge_offset degree = offset_at(layout_, r.source + std::size_t{1}, stream) - offset_at(layout_, r.source, stream);
    seen_ = {};
    seen_.edges = degree;
    seen_.hubs = degree >= layout_.hub_degree;
    seen_.target_reached = r.source == r.options.target;
    sizes_ = {};
    sizes_.of[with_.balancing ? queue_for(degree) : of_cta] = 1;
    level_ = 0, frontier_ = 1, previous_ = 0;
    unexplored_ = layout_.num_edges;
    ended_ = 0;
    returned_ = false;
    bottom_up_ = r.options.strategy == bfs_strategy::bottom_up;
    if (bottom_up_ && with_.queues) queue_unvisited(code_of(0));
  }

  /// Expands the frontier at level_; the vertices discovered become the next frontier.
  level_record search_level(const request& r, outcome& o) {
    level_record record{};
    record.why = choose_direction(r, record);
    if (level_ > 0 && level_ % levels_between_ageing == 0) age();
    record.bottom_up = bottom_up_;
    record.frontier = frontier_;
    t_.here = code_of(level_);
    t_.next = code_of(level_ + 1);
    t_.next_level = static_cast<std::int32_t>(level_ + 1);
    previous_ = frontier_;
    record.inspected = bottom_up_ ? step_bottom_up(o) : step_top_down();
    record.found = frontier_;
    ++level_;
    if (returns_top_down(r)) return_top_down();
    const unsigned long long began = ended_ > 0 ? ended_ : seen_.began;
    ended_ = seen_.now > 0 ? seen_.now : began;  // no kernel runs if no unvisited vertex is left
    record.nanoseconds = ended_ - began;
    return record;
  }

  /// By gamma, the fraction of the hubs that is in the frontier (section 4.3), or by Beamer's alpha if requested.
  change choose_direction(const request& r, level_record& record) {
    const change back = returned_ ? change::few : change::none;
    returned_ = false;
    if (bottom_up_) return change::none;
    const bool may_change = r.options.strategy == bfs_strategy::direction_optimizing && t_.in.offsets != nullptr;
    const bool by_edges = r.options.switching == bfs_switching::alpha_beta;
    record.unexplored = unexplored_;
    record.edges = by_edges ? seen_.edges : seen_.hubs;
    const bool turns = by_edges ? static_cast<double>(seen_.edges) > static_cast<double>(unexplored_) / r.options.alpha
                                : seen_.hubs > r.options.gamma * layout_.num_hubs;
    if (may_change && turns) {
      bottom_up_ = true;
      if (with_.queues) queue_unvisited(code_of(level_));
      return by_edges ? change::edges : change::hubs;
    }
    unexplored_ -= std::min<edge_offset>(unexplored_, seen_.edges);
    return back;
  }

  unsigned long long step_top_down() {
    const unsigned long long inspected = seen_.edges;
    clock_.start_expansion();
    if (with_.queues) {
      steps_.top_down(t_, m_.queue, sizes_);
    } else {
      steps_.over_array(t_, false);
    }
    clock_.stop_expansion();
    queue_frontier(t_.next);
    return inspected;
  }

  unsigned long long step_bottom_up(outcome& o) {
    clock_.start_expansion();
    if (!with_.queues) {
      steps_.over_array(t_, true);
    } else if (sizes_.total() > 0) {
      steps_.bottom_up(t_, m_.queue, sizes_, with_.hub_cache);
    }
    clock_.stop_expansion();
    if (!with_.queues) {
      queue_frontier(t_.next);
    } else if (sizes_.total() > 0) {
      filter_queue();
    } else {
      frontier_ = 0;
      seen_.step = {};
    }
    o.hub_cache.status_reads += seen_.step.status_reads;
    o.hub_cache.status_reads_saved += seen_.step.status_reads_saved;
    return seen_.step.inspected;
  }

  /// Beamer's rule; with gamma the direction changes only once.
  [[nodiscard]] bool returns_top_down(const request& r) const {
    return bottom_up_ && r.options.strategy == bfs_strategy::direction_optimizing &&
           r.options.switching == bfs_switching::alpha_beta && frontier_ > 0 && frontier_ < previous_ &&
           frontier_ <= t_.num_vertices / r.options.beta;
  }

  void return_top_down() {
    bottom_up_ = false;
    returned_ = true;
    if (with_.queues) queue_frontier(code_of(level_));
  }

  /// Top-down workflow: queues the vertices with this code, which are the frontier. The baseline only counts them.
  void queue_frontier(std::uint8_t code) {
    m_.visited_last = code;
    clock_.start_queue();
    const unsigned ctas = memory_.scan_ctas();
    if (with_.queues) {
      scan_kernel<scan_way::top_down><<<ctas, cta_threads, 0, stream.get()>>>(m_);
    } else {
      scan_kernel<scan_way::count><<<ctas, cta_threads, 0, stream.get()>>>(m_);
    }
    close_queue(ctas);
    frontier_ = sizes_.total();
  }

  /// Direction-switching workflow: queues all unvisited vertices. Hubs with this code, the frontier's, go to the hub cache.
  void queue_unvisited(std::uint8_t code) {
    m_.visited_last = code;
    clock_.start_queue();
    clear_hub_table();
    const unsigned ctas = memory_.scan_ctas();
    scan_kernel<scan_way::switching><<<ctas, cta_threads, 0, stream.get()>>>(m_);
    close_queue(ctas);
  }

  /// Bottom-up workflow: keeps the queue's vertices that are still unvisited. The others have just been discovered.
  void filter_queue() {
    const std::uint32_t before = sizes_.total();
    clock_.start_queue();
    clear_hub_table();
    const std::uint64_t useful = (before / 4 + cta_threads) / cta_threads;
    const auto ctas = static_cast<unsigned>(std::min<std::uint64_t>(useful, memory_.scan_ctas()));
    filter_kernel<<<ctas, cta_threads, 0, stream.get()>>>(m_, before, sizes_.ends());
    close_queue(ctas);
    frontier_ = before - sizes_.total();
  }

  void clear_hub_table() {
    if (!with_.hub_cache) return;
    check(cudaMemsetAsync(m_.hub_table, 0xFF, memory_.hub_table_bytes(), stream.get()), "clearing the hub cache");
  }

  /// Copies the bins to the queue while the counters are copied to the host.
  void close_queue(unsigned ctas) {
    check_launch("making a queue");
    check(cudaMemcpyAsync(host_counters_.data(), m_.counters, sizeof(level_counters), cudaMemcpyDeviceToHost, stream.get()),
          "copying what a level found");
    counted_.record(stream);
    if (with_.queues) {
      gather_kernel<<<ctas, cta_threads, 0, stream.get()>>>(m_);
      check_launch("making a queue");
    }
    counted_.wait("searching a level");
    seen_ = *host_counters_.data();
    sizes_ = {{seen_.queues.x, seen_.queues.y, seen_.queues.z, seen_.queues.w}};
    clock_.stop_queue();
  }

  void age() {
    age_kernel<<<most_ctas_, cta_threads, 0, stream.get()>>>(t_.status, memory_.groups(), code_of(level_));
    check_launch("aging the status array");
  }

  const layout layout_;
  const techniques with_;
  const unsigned most_ctas_;
  device_graph<Offset> graph_;
  traversal<Offset> t_{};
  queue_making<Offset> m_{};
  working_memory<Offset> memory_;
  cuda::buffer<unsigned long long> sum_;
  level_clock clock_;
  cuda::stopwatch search_time_;
  level_steps<Offset> steps_;
  cuda::event counted_;
  cuda::pinned<level_counters> host_counters_;

  // State of the current search.
  level_counters seen_{};  // when the last queue was made
  queue_sizes sizes_;      // of the queue: the frontier, or the unvisited vertices
  unsigned level_ = 0;
  std::uint32_t frontier_ = 0, previous_ = 0;
  edge_offset unexplored_ = 0;
  unsigned long long ended_ = 0;  // end of the last level on the device's clock
  bool bottom_up_ = false, returned_ = false;
};

template <class Offset>
std::unique_ptr<cuda_engine> make(const layout& l, const enterprise_options& options) {
  const std::uint64_t bytes = engine<Offset>::require_memory(l, options);
  auto made = std::make_unique<engine<Offset>>(l, options);
  made->planned_bytes = bytes;
  return made;
}

}  // namespace
}  // namespace enterprise

std::unique_ptr<cuda_engine> make_enterprise_engine(const layout& l, const enterprise_options& options, edge_positions positions) {
  const bool narrow = positions == edge_positions::narrow_where_they_fit && l.num_edges < enterprise::narrow_edges;
  return narrow ? enterprise::make<std::uint32_t>(l, options) : enterprise::make<edge_offset>(l, options);
}

}  // namespace fathom::bfs_engine

namespace fathom {

std::unique_ptr<bfs_on_device> make_enterprise_cuda(const layout& prepared, const enterprise_options& options,
                                                    const execution& exec) {
  const cuda::current_device here(exec.where.index);
  cuda::require_capability(exec.where);
  auto engine = std::make_unique<bfs_engine::bfs_cuda>(exec.where, bfs_engine::make_enterprise_engine(prepared, options));
  return make_workspace_cuda(prepared, options.search, exec, std::move(engine), "CUDA, " + std::string(to_string(options.method)));
}

}  // namespace fathom
