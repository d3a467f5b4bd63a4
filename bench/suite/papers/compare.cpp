#include "bench/suite/papers/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "fathom/report.hpp"

namespace fathom::program {
namespace {

constexpr double near_factor = 1.5;

std::optional<double> value_of(const bench_row& row, std::string_view figure) {
  if (figure == "median" && !row.seconds.empty()) return summarize(row.seconds).median;
  if (figure == "rate" && !row.seconds.empty() && !row.amounts.empty()) {
    double seconds = 0, amounts = 0;
    for (const double value : row.seconds) seconds += value;
    for (const double value : row.amounts) amounts += value;
    if (seconds > 0) return amounts / seconds;
  }
  if (figure == "watts" && row.energy) return row.energy->reading.average_watts;
  for (const auto& [name, value] : row.figures) {
    if (name == figure) return value;
  }
  return std::nullopt;
}

// The value of the first row of a graph whose name begins so; of the last row that has one, if the name is empty.
std::optional<double> value_in(const std::vector<bench_row>& rows, std::string_view bench, const std::string& graph,
                               std::string_view what, std::string_view figure) {
  std::optional<double> found;
  for (const bench_row& row : rows) {
    if (row.bench != bench || row.graph != graph || !row.what.starts_with(what)) continue;
    const std::optional<double> value = value_of(row, figure);
    if (!value || !std::isfinite(*value)) continue;
    found = value;
    if (!what.empty()) return found;
  }
  return found;
}

measured_values measured(const published_value& published, const std::vector<bench_row>& rows) {
  measured_values all{&published, {}};
  const measured_place& at = published.here;
  if (at.bench.empty()) return all;
  std::vector<std::string> graphs;
  for (const bench_row& row : rows) {
    if (row.bench == at.bench && row.graph.starts_with(at.graph) &&
        std::find(graphs.begin(), graphs.end(), row.graph) == graphs.end())
      graphs.push_back(row.graph);
  }
  for (const std::string& graph : graphs) {
    std::optional<double> value = value_in(rows, at.bench, graph, at.what, at.figure);
    if (value && !at.over.empty()) {
      const std::optional<double> over = value_in(rows, at.bench, graph, at.over, at.figure);
      value = over && *value > 0 ? std::optional(*over / *value) : std::nullopt;
    }
    if (value) all.by_graph.emplace_back(graph, *value);
  }
  return all;
}

// The value that means no effect.
double neutral(value_unit unit) { return unit == value_unit::times ? 1 : 0; }

bool accepts(const published_value& published, double value) {
  const double middle = neutral(published.unit);
  switch (published.rule) {
    case value_rule::shown:
      return false;
    case value_rule::near:
      return value >= published.low / near_factor && value <= published.high * near_factor;
    case value_rule::at_least:
      return value >= published.low;
    case value_rule::at_most:
      return value <= published.high;
    case value_rule::same_side:
      return (value > middle) == (published.high > middle);
  }
  return false;
}

// Whether an accepted effect also has about the published size. Other rules than `same_side` compare sizes already.
bool has_size(const published_value& published, double value) {
  if (published.rule != value_rule::same_side) return true;
  const double middle = neutral(published.unit), effect = std::abs(value - middle);
  const double one = std::abs(published.low - middle), other = std::abs(published.high - middle);
  return effect >= std::min(one, other) / near_factor && effect <= std::max(one, other) * near_factor;
}

void decide(compared_exhibit& one, bool on_gpu) {
  // Values that are not published count only where the paper has no numbers at all.
  const auto is_published = [](const measured_values& value) { return !std::isnan(value.published->low); };
  const bool has_numbers = std::any_of(one.values.begin(), one.values.end(), is_published);
  std::size_t values = 0, ruled = 0, accepted = 0, sized = 0;
  for (const measured_values& value : one.values) {
    if (has_numbers && !is_published(value)) continue;
    values += value.by_graph.size();
    if (value.published->rule == value_rule::shown) continue;
    ruled += value.by_graph.size();
    for (const auto& [graph, number] : value.by_graph) {
      if (!accepts(*value.published, number)) continue;
      ++accepted;
      if (has_size(*value.published, number)) ++sized;
    }
  }
  const exhibit& what = *one.what;
  const bool has_own = on_gpu && !what.why_on_gpu.empty();
  const std::string_view why_different = has_own ? what.why_on_gpu : what.why_different;
  if (values == 0) {
    const std::string_view why_not = has_own ? what.why_on_gpu : what.why_not;
    one.kind = verdict_kind::not_here;
    one.verdict = fmt::format("not possible here because {}", why_not.empty() ? "nothing was measured" : why_not);
  } else if (ruled == 0) {
    one.kind = verdict_kind::shown;
    one.verdict = fmt::format("differs because {}; shown beside it, without a rule", why_different);
  } else if (sized == ruled) {
    one.kind = verdict_kind::reproduced;
    one.verdict = "reproduced";
  } else if (accepted == ruled) {
    const std::string sizes = sized == 0 ? " only" : fmt::format(", in {} of {} values also in size", sized, ruled);
    one.kind = verdict_kind::in_part;
    one.verdict = fmt::format("reproduced in direction{}; sizes differ because {}", sizes, why_different);
  } else if (accepted > 0) {
    const std::string sizes =
        sized == accepted ? "" : fmt::format(", {} of them in size too", sized == 0 ? "none" : std::to_string(sized));
    one.kind = verdict_kind::in_part;
    one.verdict =
        fmt::format("reproduced in {} of {} values{}; the others differ because {}", accepted, ruled, sizes, why_different);
  } else {
    one.kind = verdict_kind::differs;
    one.verdict = fmt::format("differs because {}", why_different);
  }
}

}  // namespace

std::vector<compared_exhibit> compare_with_paper(std::string_view paper, const std::vector<bench_row>& rows, bool on_gpu) {
  static const std::vector<bench_row> none;
  std::vector<compared_exhibit> all;
  for (const exhibit& what : published_exhibits()) {
    if (what.paper != paper) continue;
    compared_exhibit one{&what, {}, verdict_kind::not_here, {}};
    for (const published_value& value : what.values) one.values.push_back(measured(value, what.cpu_only && on_gpu ? none : rows));
    decide(one, on_gpu);
    all.push_back(std::move(one));
  }
  return all;
}

std::string_view to_string(value_rule rule) {
  switch (rule) {
    case value_rule::shown:
      return "none";
    case value_rule::near:
      return "within a factor of 1.5";
    case value_rule::at_least:
      return "at least as large";
    case value_rule::at_most:
      return "at most as large";
    case value_rule::same_side:
      return "same direction";
  }
  return "";
}

}  // namespace fathom::program
