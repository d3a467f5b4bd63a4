// Report of `fathom bench` as text.
#include <fmt/format.h>

#include <span>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "commands/bench/intervals.hpp"
#include "commands/bench/report.hpp"
#include "fathom/report.hpp"
#include "machine.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

summary_statistics rates_of(const bench_row& row) {
  std::vector<double> values;
  for (std::size_t i = 0; i < row.amounts.size(); ++i) values.push_back(row.amounts[i] / row.seconds[i]);
  return summarize(values);
}

std::string machine_text() {
  const std::vector<device_description> devices = available_devices();
  const device_description& cpu = devices.front();
  const build_info& built = this_build();
  std::string text = fmt::format("{}, {} hardware threads, {}; load {}\n", cpu.name, cpu.parallelism, human_bytes(cpu.memory_bytes),
                                 three_digits(read_machine_state().load));
  for (const device_description& d : std::span(devices).subspan(1)) {
    text += fmt::format("{}: {}, {} multiprocessors, {}\n", to_string(d.where), d.name, d.parallelism, human_bytes(d.memory_bytes));
  }
  return text + fmt::format("fathom {} (commit {}, {}, {})\n\n", built.version, built.commit, built.build_type, built.compiler);
}

std::string rows_text(const std::string& graph, const std::vector<bench_row>& rows) {
  text_table table{{{"", text_side::left},
                    {"threads"},
                    {"runs"},
                    {"1st quartile"},
                    {"median"},
                    {"3rd quartile"},
                    {"95 % interval of the median"},
                    {"mean speed"},
                    {"per thread"},
                    {"", text_side::left}},
                   {}};
  for (const bench_row& row : rows) {
    if (row.seconds.empty()) continue;  // a figure of a paper without a time
    const summary_statistics s = summarize(row.seconds);
    const double rate = rates_of(row).harmonic_mean;
    const auto speed = [&](double r) { return row.amounts.empty() ? "-" : fmt::format("{}{}/s", human_quantity(r), row.unit); };
    table.rows.push_back({row.bench + ": " + row.what, fmt::format("{}", row.threads), fmt::format("{}", row.seconds.size()),
                          human_seconds(s.first_quartile), human_seconds(s.median), human_seconds(s.third_quartile),
                          interval_text(median_interval(row.seconds)), speed(rate), speed(rate / row.threads), row.note});
  }
  if (table.rows.empty()) return "";
  return painted(paint::heading, graph) + "\n" + table.render() + "\n" + energy_text(rows);
}

std::string warnings_text(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += painted(paint::bad, "warning: " + warning) + "\n";
  return text;
}

}  // namespace fathom::program
