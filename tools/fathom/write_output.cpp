#include "write_output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/memory.hpp"
#include "core/text.hpp"
#include "core/timer.hpp"
#include "describe.hpp"
#include "fathom/error.hpp"
#include "options.hpp"

namespace fathom::program {
namespace {

bool is_stream(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored);
}

}  // namespace

void add_output_arguments(CLI::App& command, output_arguments& arguments) {
  command.add_option("OUT", arguments.file, "the file to write; its suffix is its format")->type_name("");
  start_group(command, "Output");
  command.add_option("--to", arguments.to, "write this format, whatever the file's name")->type_name("NAME");
  command.add_flag("--prepare", arguments.prepare,
                   ".fathom: store the prepared layout too, so that the graph loads ready to search");
}

void settle_output(graph_arguments& graph, output_arguments& output) {
  const bool named_by_option = !graph.file.empty() || graph.kronecker_scale >= 0 || graph.uniform_scale >= 0;
  if (output.file.empty() && named_by_option) output.file.swap(graph.name);
  if (output.file.empty()) throw error(error_category::usage, "no output was given; name a file after the graph");
  const file_format format = named_format(output.to);
  const bool own = format == file_format::fathom || (format == file_format::automatic && output.file.ends_with(".fathom"));
  if (output.prepare && !own) {
    throw error(error_category::usage, fmt::format("--prepare: '{}' cannot hold a layout; write a .fathom file", output.file));
  }
}

void write_output(const loaded_graph& loaded, const output_arguments& output, const session& s, const run_control& control) {
  const bool tell = !is_stream(output.file);
  if (tell) s.print(receipt_text(loaded));
  std::optional<layout> prepared;
  if (output.prepare) {
    prepared = prepare(loaded.g, {vertex_order::automatic, control});
    if (tell) s.print(layout_text(*prepared));
  }
  timer watch;
  const write_result written =
      write_graph(output.file, loaded.g, {named_format(output.to), prepared ? &*prepared : nullptr, control});
  if (!tell) return;
  const double seconds = watch.seconds();
  s.print(fmt::format("{}  written in {}: {}\n", painted(paint::heading, output.file), human_seconds(seconds),
                      human_bytes(std::filesystem::file_size(output.file))));
  if (!written.left_out.empty()) {
    s.print(fmt::format("  left out, since '{}' cannot hold it: {}\n", to_string(written.format), written.left_out));
  }
}

}  // namespace fathom::program
