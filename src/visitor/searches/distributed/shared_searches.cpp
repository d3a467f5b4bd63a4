// Checks, options and report of a call of multi_search() whose searches are shared by several processes.
#include "fathom/visitor/shared_searches.hpp"

#include "comm/exchange.hpp"
#include "comm/place_options.hpp"
#include "comm/shared_call.hpp"
#include "graph/sampled_hash.hpp"
#include "graph/sources/vertex_list.hpp"

namespace fathom::multi_search_engine {

void join_reports(communicator& ranks, multi_search_report& r) {
  std::uint64_t counts[] = {r.searches, r.stopped, r.reached, r.edges_inspected, r.edges_traversed};
  ranks.all_reduce(reduction::sum, counts);
  r.searches = counts[0], r.stopped = counts[1], r.reached = counts[2], r.edges_inspected = counts[3],
  r.edges_traversed = counts[4];
  std::uint64_t largest[] = {static_cast<std::uint64_t>(r.depth), r.planned_bytes, r.peak_memory_bytes};
  ranks.all_reduce(reduction::max, largest);
  r.depth = static_cast<hop_count>(largest[0]), r.planned_bytes = largest[1], r.peak_memory_bytes = largest[2];
  r.seconds_search = longest(ranks, r.seconds_search);
  r.seconds_on_device = longest(ranks, r.seconds_on_device);
  r.seconds_combine = longest(ranks, r.seconds_combine);
}

shared_searches::shared_searches(const execution& exec) : call_(std::make_unique<shared_call>(exec)) {}

shared_searches::~shared_searches() = default;

bool shared_searches::is_shared() const noexcept { return call_->is_shared(); }

source_numbers shared_searches::numbers() const noexcept { return {call_->first(), call_->step()}; }

std::vector<vertex_id> shared_searches::own_part(std::span<const vertex_id> sources) const { return call_->own_part(sources); }

std::vector<std::uint64_t> shared_searches::searches_of(std::size_t sources) const {
  const std::size_t processes = call_->step();
  std::vector<std::uint64_t> searches;
  for (std::size_t rank = 0; rank < processes; ++rank) searches.push_back((sources + processes - 1 - rank) / processes);
  return searches;
}

multi_search_options shared_searches::own_options(const multi_search_options& options) const {
  multi_search_options own = options;
  own.where = call_->where(), own.control = call_->control();
  own.memory_bytes = call_->memory_bytes(options.memory_bytes);
  return own;
}

void shared_searches::check_place(const multi_search_options& options) {
  call_->run([&] { refuse_place(options.where, options.control); });
}

void shared_searches::require_same(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options,
                                   std::uint64_t program) {
  if (!is_shared()) return;  // skips hashing the graph
  const argument arguments[] = {{"user program", program},
                                {"number of vertices", prepared.caller_vertices},
                                {"number of edges", prepared.num_edges},
                                {"edges", hash_of(prepared)},
                                {"sources", hash_of(sources)},
                                {"depth limit", static_cast<std::uint64_t>(options.depth_limit)},
                                {"'at_once' option", static_cast<std::uint64_t>(options.at_once)},
                                {"'directions' option", static_cast<std::uint64_t>(options.directions)},
                                {"method", static_cast<std::uint64_t>(options.method)},
                                {"threshold", options.threshold}};
  call_->require_same(arguments);
}

void shared_searches::run(const std::function<void()>& work) { call_->run(work); }

void shared_searches::combine(std::span<std::byte> values, std::size_t value_bytes,
                              const std::function<void(std::byte* into, const std::byte* from, std::size_t count)>& combine) {
  call_->combine([&](communicator& ranks) { combine_by_rank(ranks, values, value_bytes, combine); });
}

void shared_searches::gather(std::span<const std::byte> mine, std::span<const std::uint64_t> searches, std::size_t bytes_per_search,
                             std::span<std::byte> all) {
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t count : searches) sizes.push_back(count * bytes_per_search);
  call_->combine([&](communicator& ranks) { ranks.all_gather(mine, sizes, all); });
}

void shared_searches::finish(multi_search_report& report, std::size_t own_searches) {
  call_->count_searches(own_searches);
  call_->combine([&](communicator& ranks) { join_reports(ranks, report); });
  report.by_rank = call_->work_of_all();
}

}  // namespace fathom::multi_search_engine
