#include "output/write_output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/memory.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "io/formats/detect.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"

namespace fathom::program {
namespace {

constexpr const char* standard_output = "/dev/stdout";

// A line that names everything the format cannot hold; empty if the file holds everything.
std::string left_out_text(const write_result& written, bool without_layout) {
  std::string what = written.left_out;
  if (without_layout) what += fmt::format("{}the prepared layout", what.empty() ? "" : ", ");
  return what.empty() ? "" : fmt::format("left out, since '{}' cannot hold it: {}\n", to_string(written.format), what);
}

}  // namespace

void add_output_arguments(CLI::App& command, output_arguments& arguments) {
  command.add_option("OUT", arguments.file, "file to write, in the format of its suffix; - is standard output and requires --to")
      ->type_name("");
  start_group(command, "Output");
  command.add_option("--to", arguments.to, "output format, whatever the name of the file (default: from its suffix)")
      ->check(completed_by(io::format_names(true)))
      ->type_name("NAME");
  command.add_flag("--prepare", arguments.prepare,
                   ".fathom files: also store the prepared layout, so that searches can start at once");
}

void resolve_output(graph_arguments& graph, output_arguments& output) {
  const bool named_by_option = !graph.file.empty() || graph.kronecker_scale >= 0 || graph.uniform_scale >= 0;
  if (output.file.empty() && named_by_option) output.file.swap(graph.name);
  if (output.file.empty()) throw error(error_category::usage, "no output was given; name an output file after the graph");
  if (output.file == "-") {
    if (named_format(output.to) == file_format::automatic) {
      throw error(error_category::usage, "-: standard output has no suffix to choose the format; use --to");
    }
    output.file = standard_output;
  }
  output.format = format_to_write(output.file, named_format(output.to));
  if (output.prepare && output.format != file_format::fathom) {
    throw error(error_category::usage, fmt::format("--prepare: '{}' cannot hold a layout; write a .fathom file", output.file));
  }
  refuse_overwriting(output.file, graph_name(graph));
}

void write_output(const loaded_graph& loaded, const output_arguments& output, const session& s, const run_control& control) {
  const bool reports = !is_stream(output.file);
  if (reports) s.print(receipt_text(loaded));
  // A layout stored with the input graph is kept.
  std::optional<layout> prepared = loaded.prepared;
  if (output.prepare && !prepared) prepared = prepare(loaded.g, {vertex_order::automatic, {}, control});
  const bool store = prepared && output.format == file_format::fathom;
  if (reports && store) s.print(layout_text(*prepared, loaded.prepared.has_value()));
  timer watch;
  write_options options = write_options_named(output.to);
  options.format = output.format;
  options.prepared = store ? &*prepared : nullptr;
  options.control = control;
  const write_result written = write_graph(output.file, loaded.g, options);
  const double seconds = watch.seconds();
  const std::string left_out = left_out_text(written, prepared && !store);
  if (!reports) {
    s.clear_progress();
    for (const std::string& note : loaded.what.notes) s.remark(fmt::format("fathom: note: {}\n", terminal_safe(note)));
    if (!left_out.empty()) print_error("fathom: " + left_out);
    return;
  }
  s.print(fmt::format("{}  written in {} by {}: {}\n", painted(paint::heading, output.file), human_seconds(seconds),
                      counted(static_cast<std::uint64_t>(thread_count(control)), "thread"),
                      human_bytes(std::filesystem::file_size(output.file))));
  if (!left_out.empty()) s.print("  " + left_out);
}

}  // namespace fathom::program
