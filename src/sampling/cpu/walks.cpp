// Interleaved random walks. A step waits for two or more reads of main memory, each of which depends on the one before. A thread
// therefore advances many walks in turn: a walker computes the next address, prefetches it, and reads it when its turn comes again.
//
// node2vec by rejection: propose an edge by weight alone, then accept it with a probability in proportion to its bias, which is 1/p
// back to the previous vertex t, 1 to neighbors of t, and 1/q to others. The part of 1/p above the other biases is drawn apart, as
// in KnightKing (Yang and others, SOSP 2019), so that a small p causes no rejections.
#include <algorithm>
#include <array>
#include <atomic>

#include "base/shared_progress.hpp"
#include "base/thread_team.hpp"
#include "sampling/engines.hpp"
#include "sampling/walk_rules.hpp"

namespace fathom::sampling_engine {
namespace {

constexpr std::size_t walkers_per_thread = 64;   // enough to hide the latency of memory; their state fits in the L1 cache
constexpr std::uint64_t walks_per_claim = 256;   // rows that a thread takes at a time
constexpr std::uint64_t rounds_per_poll = 4096;  // of the stop token
constexpr edge_offset searched_at_once = 16;     // targets in a cache line

enum class stage : std::uint8_t {
  enter,   // the offsets of the current vertex are prefetched
  read,    // the target of the proposed edge is prefetched
  search,  // the middle of what is left of the previous vertex's row is prefetched
};

struct walker {
  std::uint64_t row;  // of the result
  draw_stream draws{0, 0};
  vertex_id previous, current, proposed;
  std::uint32_t step;              // number of the next step, from 1 on
  std::uint32_t trial;             // proposals of this step that were rejected
  edge_offset first, last;         // row of `current`
  edge_offset before, before_end;  // row of `previous`
  edge_offset low, high;           // part of it that may have `proposed`
  edge_offset edge;                // proposed
  std::uint32_t fraction;          // of the proposal: decides between the targets of an alias slot
  double back_excess;              // weight of the edges back, times what their bias exceeds 1, as part of the whole row
  double chance;                   // accept a proposal of at least this bias
  stage at;
};

struct counts {
  std::uint64_t steps = 0, ended_early = 0, proposals = 0, rows_scanned = 0;
};

template <bool Weighted, bool SecondOrder>
class walking {
 public:
  walking(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
          random_walk_result& result, const run_control& control)
      : rows_(g.view().out),
        sorted_(g.properties().sorted),
        one_edge_back_(has_one_edge_back(g, Weighted)),
        sources_(sources),
        options_(options),
        alias_(alias),
        result_(result),
        progress_(control, "searching", result.walks, result.walks) {}

  void run() {
    run_team(result_.report.threads, [&](int, int) { walk_thread(); });
    progress_.finish();
  }

 private:
  struct thread_state {
    std::uint64_t next = 0, end = 0;  // claimed rows
    counts done;
  };

  void walk_thread() {
    std::array<walker, walkers_per_thread> walkers;
    thread_state mine;
    std::size_t active = 0;
    while (active < walkers.size() && begin(walkers[active], mine)) ++active;
    for (std::uint64_t round = 1; active > 0; ++round) {
      if (round % rounds_per_poll == 0 && progress_.stop_requested()) return;
      for (std::size_t i = 0; i < active;) {
        if (advance(walkers[i], mine) || begin(walkers[i], mine))
          ++i;
        else
          walkers[i] = walkers[--active];
      }
    }
    add(result_.report.steps, mine.done.steps);
    add(result_.report.ended_early, mine.done.ended_early);
    add(result_.report.proposals, mine.done.proposals);
    add(result_.report.rows_scanned, mine.done.rows_scanned);
  }

  static void add(std::uint64_t& sum, std::uint64_t part) { std::atomic_ref(sum).fetch_add(part, std::memory_order_relaxed); }

  // Starts the next walk; false if none is left.
  bool begin(walker& w, thread_state& mine) {
    if (mine.next == mine.end) {
      const std::uint64_t first = next_row_.fetch_add(walks_per_claim, std::memory_order_relaxed);
      if (first >= result_.walks || progress_.stop_requested()) return false;
      mine.next = first, mine.end = std::min(first + walks_per_claim, result_.walks);
      progress_.add(mine.end - mine.next);
    }
    w.row = mine.next++;
    w.draws = draw_stream(options_.seed, w.row);
    w.step = 0;
    w.previous = no_vertex;
    w.before = w.before_end = 0;
    arrive(w, sources_[w.row / options_.walks_per_source]);
    return true;
  }

  vertex_id* entries(const walker& w) const { return result_.vertices.data() + w.row * (options_.length + std::uint64_t{1}); }

  void arrive(walker& w, vertex_id v) {
    entries(w)[w.step++] = v;
    w.current = v;
    w.at = stage::enter;
    __builtin_prefetch(rows_.offsets + v);
  }

  // Advances a walk to its next read of main memory; false if it ended.
  bool advance(walker& w, thread_state& mine) {
    switch (w.at) {
      case stage::enter:
        return enter(w, mine);
      case stage::read:
        return read(w, mine);
      case stage::search:
        return search(w, mine);
    }
    return false;
  }

  bool enter(walker& w, thread_state& mine) {
    w.first = rows_.offsets[w.current], w.last = rows_.offsets[w.current + 1];
    if (w.first == w.last) return end_early(w, mine);
    if constexpr (SecondOrder) {
      w.trial = 0;
      w.back_excess = w.step > 1 ? excess(w) : 0;
    }
    propose(w, mine);
    return true;
  }

  bool end_early(const walker& w, thread_state& mine) const {
    std::fill(entries(w) + w.step, entries(w) + options_.length + 1, no_vertex);
    ++mine.done.ended_early;
    return false;
  }

  // Draws an edge of the row by weight.
  void propose(walker& w, thread_state& mine) const {
    ++mine.done.proposals;
    const drawn_edge drawn = propose_edge(w.draws, w.step, SecondOrder ? w.trial : 0, w.first, w.last);
    w.edge = drawn.edge, w.fraction = drawn.fraction;
    w.at = stage::read;
    __builtin_prefetch(rows_.targets + w.edge);
    if constexpr (Weighted) __builtin_prefetch(alias_.slots.data() + w.edge);
  }

  bool read(walker& w, thread_state& mine) {
    vertex_id v = rows_.targets[w.edge];
    if constexpr (Weighted) {
      const alias_slot slot = alias_.slots[w.edge];
      if (w.fraction >= slot.own) v = slot.other;
      if (v == no_vertex) return end_early(w, mine);
    }
    if constexpr (SecondOrder) {
      if (w.step > 1) return accept_or_reject(w, v, mine);
    }
    return follow(w, v, mine);
  }

  bool follow(walker& w, vertex_id v, thread_state& mine) {
    ++mine.done.steps;
    if constexpr (SecondOrder) w.previous = w.current, w.before = w.first, w.before_end = w.last;
    const bool last = w.step == options_.length;
    arrive(w, v);
    return !last;
  }

  // Accepts or rejects the proposal of v, or begins a search for v in the row of the previous vertex.
  bool accept_or_reject(walker& w, vertex_id v, thread_state& mine) {
    w.chance = chance_of(w.draws, w.step, w.trial);
    if (w.back_excess > 0) {
      // One number decides both between the excess and the proposal, and whether to accept the proposal.
      const double part = part_of_excess(w.back_excess);
      if (w.chance < part) return follow(w, w.previous, mine);
      w.chance = rest_of_chance(w.chance, part);
    }
    if (v == w.previous) return w.chance < biases_.back ? follow(w, v, mine) : reject(w, mine);
    if (w.chance < biases_.least()) return follow(w, v, mine);
    w.proposed = v;
    w.low = w.before, w.high = w.before_end;
    if (sorted_) return search(w, mine);
    const vertex_id* const end = rows_.targets + w.high;
    return decide(w, std::find(rows_.targets + w.low, end, v) != end, mine);
  }

  bool decide(walker& w, bool is_near, thread_state& mine) {
    return w.chance < (is_near ? biases_.near : biases_.far) ? follow(w, w.proposed, mine) : reject(w, mine);
  }

  // Binary search in a sorted row, one probe per turn.
  bool search(walker& w, thread_state& mine) {
    if (w.at == stage::search) {
      const edge_offset middle = w.low + (w.high - w.low) / 2;
      (rows_.targets[middle] <= w.proposed ? w.low : w.high) = middle;
    }
    if (w.high - w.low > searched_at_once || w.at != stage::search) {
      w.at = stage::search;
      __builtin_prefetch(rows_.targets + w.low + (w.high - w.low) / 2);
      return true;
    }
    const vertex_id* const end = rows_.targets + w.high;
    return decide(w, std::find(rows_.targets + w.low, end, w.proposed) != end, mine);
  }

  bool reject(walker& w, thread_state& mine) {
    if (gives_up(++w.trial, w.last - w.first)) return follow(w, weigh_all(w, mine), mine);
    propose(w, mine);
    return true;
  }

  [[nodiscard]] bool has_edge(edge_offset low, edge_offset high, vertex_id v) const {
    const vertex_id* const first = rows_.targets + low;
    const vertex_id* const last = rows_.targets + high;
    return sorted_ ? std::binary_search(first, last, v) : std::find(first, last, v) != last;
  }

  // Draws by the exact biases of all edges of the row. Rejected proposals do not change these probabilities.
  vertex_id weigh_all(const walker& w, thread_state& mine) const {
    ++mine.done.rows_scanned;
    double total = 0;
    for (edge_offset e = w.first; e < w.last; ++e) total += biased(w, e);
    double left = total * unit_interval(w.draws(w.step, draw_of_scan));
    vertex_id chosen = no_vertex;
    for (edge_offset e = w.first; e < w.last; ++e) {
      const double weight = biased(w, e);
      if (weight > 0) chosen = rows_.targets[e];
      if (left < weight) break;
      left -= weight;
    }
    return chosen;
  }

  double biased(const walker& w, edge_offset e) const {
    const vertex_id v = rows_.targets[e];
    const double bias = v == w.previous ? biases_.back : has_edge(w.before, w.before_end, v) ? biases_.near : biases_.far;
    return Weighted ? bias * rows_.weight(e) : bias;
  }

  // By how much the edges back to the previous vertex outweigh what proposals can give them, in multiples of the whole row.
  double excess(const walker& w) const {
    if (biases_.back <= 1) return 0;
    double back = 1;
    if (!one_edge_back_) {
      back = 0;
      const vertex_id* const end = rows_.targets + w.last;
      const vertex_id* v = rows_.targets + w.first;
      if (sorted_) v = std::lower_bound(v, end, w.previous);
      for (; v != end && (!sorted_ || *v == w.previous); ++v) {
        if (*v == w.previous) back += Weighted ? rows_.weight(static_cast<edge_offset>(v - rows_.targets)) : 1;
      }
    }
    const double all = Weighted ? alias_.totals[w.current] : static_cast<double>(w.last - w.first);
    return excess_of(biases_, back, all);
  }

  const adjacency_view& rows_;
  const bool sorted_;
  const bool one_edge_back_;
  const std::span<const vertex_id> sources_;
  const random_walk_options& options_;
  const alias_table& alias_;
  random_walk_result& result_;
  const walk_biases biases_{options_};
  shared_progress progress_;
  alignas(64) std::atomic<std::uint64_t> next_row_{0};
};

}  // namespace

bool needs_totals(const random_walk_options& options) { return walk_biases(options).back > 1; }

void walk(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
          random_walk_result& result, const run_control& control) {
  const auto run = [&]<bool Weighted, bool SecondOrder>() {
    walking<Weighted, SecondOrder>(g, sources, options, alias, result, control).run();
  };
  const bool weighted = !alias.slots.empty(), second_order = options.p != 1 || options.q != 1;
  if (weighted)
    second_order ? run.template operator()<true, true>() : run.template operator()<true, false>();
  else
    second_order ? run.template operator()<false, true>() : run.template operator()<false, false>();
}

}  // namespace fathom::sampling_engine
