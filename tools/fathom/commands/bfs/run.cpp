// Searches of `fathom bfs` in a single process.

#include <algorithm>
#include <memory>

#include "base/timer.hpp"
#include "commands/bfs/command.hpp"
#include "fathom/error.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

void prepare_for(const bfs_arguments& a, std::size_t searches, bfs_outcome& outcome) {
  const std::optional<layout>& stored = outcome.loaded.prepared;
  outcome.layout_loaded = stored && (a.order == vertex_order::automatic || a.order == stored->order);
  outcome.prepared = outcome.layout_loaded ? *stored
                                           : prepare(outcome.loaded.g, {a.order, outcome.exec.where, outcome.exec.control,
                                                                        kind_of_searches(searches, search_kind::single)});
}

// Searches by the chosen method.
void search(const bfs_arguments& a, const bfs_outcome& outcome, std::span<const vertex_id> sources, const bfs_options& options,
            const execution& exec, const std::function<void(std::size_t, bfs_result&)>& take) {
  if (a.method) return a.method->search(outcome.prepared, sources, options, exec, take);
  bfs(outcome.prepared, sources, options, exec, take);
}

// The path from the source to `end`; empty if `end` was not reached.
std::vector<vertex_id> path_to(vertex_id end, const bfs_result& result) {
  if (result.distances[end] == unreachable) return {};
  std::vector<vertex_id> path{end};
  // The distance bounds the loop, because the predecessors of an invalid result may form a cycle.
  for (hop_count left = result.distances[end]; left > 0 && result.predecessors[path.back()] != no_vertex; --left) {
    path.push_back(result.predecessors[path.back()]);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

// The vertex whose path is shown: the target, or the smallest of the farthest vertices.
vertex_id end_of_interest(const bfs_result& result, const bfs_outcome& outcome) {
  if (outcome.target) return *outcome.target;
  return static_cast<vertex_id>(std::max_element(result.distances.begin(), result.distances.end()) - result.distances.begin());
}

bfs_validation check(const bfs_arguments& a, const bfs_outcome& outcome, vertex_id source, const bfs_result& result,
                     bfs_validator& validator) {
  hop_count limit = a.options.depth_limit;
  // A search that reached its target stops there, as with a depth limit of that distance.
  if (outcome.target && result.distances[*outcome.target] != unreachable) {
    limit = std::min(limit, result.distances[*outcome.target]);
  }
  return validator.check(source, result.distances.view(), result.predecessors.view(), limit);
}

void analyze(const bfs_arguments& a, bfs_outcome& outcome, const bfs_result& result) {
  outcome.path = path_to(end_of_interest(result, outcome), result);
  if (!a.analysis) return;
  outcome.distances.assign(static_cast<std::size_t>(result.report.depth) + 1, 0);
  for (const hop_count d : result.distances) {
    if (d >= 0 && d <= result.report.depth) ++outcome.distances[d];
  }
}

void explain_slowest(const bfs_arguments& a, bfs_options options, bfs_outcome& outcome) {
  const auto slower = [](const search_run& x, const search_run& y) {
    return x.report.seconds_searching() < y.report.seconds_searching();
  };
  outcome.slowest = std::max_element(outcome.runs.begin(), outcome.runs.end(), slower) - outcome.runs.begin();
  const run_report& slowest = outcome.runs[outcome.slowest].report;
  if (!slowest.levels.empty()) {
    outcome.explained = slowest;
    return;
  }
  options.report_levels = true;
  search(a, outcome, {&slowest.source, 1}, options, outcome.exec,
         [&](std::size_t, bfs_result& result) { outcome.explained = std::move(result.report); });
}

// Repeats the slowest search in each direction. Switching between them is that of the caller's options.
void compare_directions(const bfs_arguments& a, bfs_options options, bfs_outcome& outcome) {
  options.report_levels = true;
  const vertex_id source = outcome.runs[outcome.slowest].report.source;
  for (const bfs_strategy strategy : compared_strategies) {
    options.strategy = strategy;
    search(a, outcome, {&source, 1}, options, outcome.exec,
           [&](std::size_t, bfs_result& result) { outcome.by_direction.push_back(std::move(result.report)); });
  }
}

// Falls back to the CPU if a GPU that was not named has too little memory. At that point no search has run.
template <class Search>
void search_where_it_fits(const bfs_arguments& a, std::size_t searches, bfs_outcome& outcome, Search search_all) {
  try {
    search_all();
    return;
  } catch (const error& e) {
    const bool may_fall_back = outcome.exec.where.kind == device_kind::cuda && !names_device(a.graph) && outcome.runs.empty();
    if (!may_fall_back || e.category() != error_category::memory) throw;
    outcome.why_cpu = e.what();
  }
  outcome.exec.where = device{};
  prepare_for(a, searches, outcome);
  search_all();
}

// Validates, analyzes, writes and lists the results of searches from each source.
class result_taker {
 public:
  result_taker(const bfs_arguments& a, const chosen_sources& chosen, bfs_outcome& outcome)
      : a_(a), outcome_(outcome), wants_path_(a.options.map_back && (a.analysis || outcome.target || has_labels())) {
    require_memory_of_runs(chosen.vertices.size(), a.repeat, sizeof(search_run));
    for (const vertex_id source : chosen.vertices) sources_.insert(sources_.end(), static_cast<std::size_t>(a.repeat), source);
    if (!a.output.empty()) writer_ = std::make_unique<result_writer>(a.output, outcome.loaded.g, chosen.vertices);
    // One progress bar for all, since searches and validations alternate.
    stage_.emplace(outcome.exec.control, a.validate ? "searching and validating" : "searching", sources_.size());
    within_ = sources_.size() > 1 ? stage_->control() : outcome.exec.control;
  }

  [[nodiscard]] std::span<const vertex_id> sources() const { return sources_; }
  // Without readers of the results there is nothing to copy.
  [[nodiscard]] bool reads_results() const { return a_.validate || writer_ || wants_path_; }
  [[nodiscard]] run_control control_of_searches() const {
    run_control control = within_;
    if (sources_.size() > 1) control.on_progress = {};  // the stage counts searches already
    return control;
  }

  void take(std::size_t i, bfs_result& result) {
    search_run run{result.report, std::nullopt};
    run.report.source = sources_[i];
    if (a_.validate) validate(result, run);
    if (i == 0 || run.report.depth > outcome_.runs[outcome_.deepest].report.depth) {
      outcome_.deepest = i;
      if (wants_path_) analyze(a_, outcome_, result);
    }
    if (writer_ && i % static_cast<std::size_t>(a_.repeat) == 0) writer_->add(result);
    outcome_.runs.push_back(std::move(run));
    if (sources_.size() > 1) stage_->next();
  }

  // Frees device memory for later searches and completes the files. Results that failed validation are not written.
  void finish() {
    validating_.reset();
    if (!writer_ || outcome_.failed() > 0) return;
    writer_->commit();
    for (const std::filesystem::path& file : result_files(a_.output, !outcome_.loaded.g.arrays().original_ids.empty())) {
      outcome_.files.push_back(file.string());
    }
  }

 private:
  [[nodiscard]] bool has_labels() const { return !outcome_.loaded.g.arrays().labels.empty(); }

  void validate(const bfs_result& result, search_run& run) {
    const timer watch;
    if (!validating_) {
      validating_ =
          choose_validator<bfs_validator>(outcome_.loaded.g, validate_options{.where = outcome_.exec.where, .control = within_});
      outcome_.place = validating_->place;
    }
    run.validation = check(a_, outcome_, run.report.source, result, validating_->validator);
    outcome_.seconds_validate += watch.seconds();
  }

  const bfs_arguments& a_;
  bfs_outcome& outcome_;
  const bool wants_path_;
  std::vector<vertex_id> sources_;
  std::unique_ptr<result_writer> writer_;  // null if no file is written
  std::optional<stage_of_steps> stage_;
  run_control within_;
  std::optional<chosen_validator<bfs_validator>> validating_;
};

}  // namespace

void run_searches(const bfs_arguments& a, bfs_outcome& outcome) {
  chosen_sources chosen = choose_sources(a.sources, outcome.loaded.g, a.graph.seed, outcome.exec.control);
  outcome.sources = std::move(chosen.description);
  bfs_options options = a.options;
  if (!a.target.empty()) outcome.target = options.target = find_vertex(outcome.loaded.g, a.target, "target");
  result_taker taker(a, chosen, outcome);
  const std::size_t searches = taker.sources().size();
  prepare_for(a, searches, outcome);
  search_where_it_fits(a, searches, outcome, [&] {
    options.keep_on_device = outcome.exec.where.kind == device_kind::cuda && !taker.reads_results();
    search(a, outcome, taker.sources(), options, {.where = outcome.exec.where, .control = taker.control_of_searches()},
           [&](std::size_t i, bfs_result& result) { taker.take(i, result); });
  });
  taker.finish();
  options.keep_on_device = outcome.exec.where.kind == device_kind::cuda;
  explain_slowest(a, options, outcome);
  if (a.directions) compare_directions(a, options, outcome);
}

}  // namespace fathom::program
