// Parts of commands that read a graph, compute one result, validate it, print it and write it.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

// Verdict on the one result of a command: its validation has the members `valid`, `message` and `seconds`, or was not requested.

template <class Validation>
[[nodiscard]] bool is_invalid(const std::optional<Validation>& validation) {
  return validation && !validation->valid;
}

/// A line of text; `subject` is what --validate checks.
template <class Validation>
[[nodiscard]] std::string verdict_text(const std::optional<Validation>& validation, std::string_view subject = "result") {
  if (!validation)
    return fmt::format("  {}\n", painted(paint::quiet, fmt::format("not validated (--validate checks the {})", subject)));
  const std::string time = human_seconds(validation->seconds);
  if (is_invalid(validation)) return fmt::format("  {} ({}): {}\n", painted(paint::bad, "INVALID"), time, validation->message);
  return fmt::format("  {} ({})\n", painted(paint::good, "valid"), time);
}

/// Adds `valid`, which is null without a validation, `violation` of an invalid result, and `seconds_validate`.
template <class Validation>
void add_verdict(json& object, const std::optional<Validation>& validation) {
  object["valid"] = validation ? json(validation->valid) : json(nullptr);
  if (is_invalid(validation)) object["violation"] = validation->message;
  object["seconds_validate"] = validation ? validation->seconds : 0;
}

struct analysis_arguments {
  graph_arguments graph;
  int repeat = 1;
  bool validate = false, json = false;
  std::string output;
};

template <class Result, class Validation>
struct analysis_outcome {
  loaded_graph loaded;
  Result found;  // its report is that of the run with the median time
  repeated_runs<decltype(Result::report)> runs;
  std::optional<Validation> validation;
  std::vector<std::string> files;

  [[nodiscard]] bool failed() const { return is_invalid(validation); }
};

/// Checks an output that is a graph before anything is read: a wrong suffix or an output that overwrites the input should fail at
/// once.
inline void check_graph_output(const std::string& file, const graph_arguments& input) {
  if (file.empty()) return;
  static_cast<void>(format_to_write(file));
  refuse_overwriting(file, graph_name(input));
}

/// Reads the graph and prints its receipt.
template <class Outcome>
void load(const analysis_arguments& a, const session& s, const run_control& control, Outcome& o) {
  o.loaded = load_graph(a.graph, control);
  if (!a.json) s.print(receipt_text(o.loaded));
}

/// The command's object with the graph and the report.
template <class Outcome>
json begun_json(const char* command, const Outcome& o) {
  json object = command_json(command, o.loaded);
  object.update(json_fields(o.found.report));
  object["threads"] = threads_of(o.found.report);
  return object;
}

/// The object with all runs, the verdict and the files.
template <class Outcome>
std::string finished_json(json object, const Outcome& o) {
  o.runs.add_to(object);
  add_verdict(object, o.validation);
  return finished(std::move(object), o.files);
}

/// The last lines: verdict and files.
template <class Outcome>
std::string finished_text(const Outcome& o, std::string_view subject = "result") {
  return verdict_text(o.validation, subject) + files_text(o.files);
}

/// Prints, and returns the exit code. `what` begins the message of an invalid result: "the core numbers are".
template <class Outcome>
int conclude(const session& s, const Outcome& o, const std::string& printed, std::string_view what) {
  s.print(printed);
  return o.failed() ? s.fail_invalid(fmt::format("{} not valid; the report names the violated rule", what)) : exit_good;
}

/// Adds --json and --output. `written` is what the file has.
inline void add_output_options(CLI::App& command, analysis_arguments& a, const std::string& written) {
  command.add_flag("--json", a.json, "print one JSON object and nothing else");
  command.add_option("--output", a.output, fmt::format("write {} to FILE.npy, FILE.tsv, FILE.csv or FILE.txt", written))
      ->type_name("FILE");
}

/// Adds the group "Output" with --validate, which checks what `validated` names, --json and --output.
inline void add_output_options(CLI::App& command, analysis_arguments& a, const std::string& validated, const std::string& written) {
  start_group(command, "Output");
  command.add_flag("-v,--validate", a.validate, fmt::format("validate {} against the graph", validated));
  add_output_options(command, a, written);
}

}  // namespace fathom::program
