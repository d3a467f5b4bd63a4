// write_graph(): choose the format from the suffix, write a temporary file, rename it.
#include <fmt/format.h>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/format.hpp"
#include "io/text/header_words.hpp"

namespace fathom {
namespace {

// Whether the last vertex is isolated. In Graph500 files ids are positions, so only isolated vertices at the end are lost.
bool ends_without_edges(const graph& g) {
  const vertex_id n = g.num_vertices();
  return n > 0 && g.view().out.degree(n - 1) == 0;  // undirected
}

bool has_unused_ids(const graph& g) {
  const vertex_id n = g.num_vertices();
  return n > 0 && g.original_id(n - 1) != n - 1;
}

// Lists what `format` cannot store of g.
std::string left_out_of(const io::format_description& format, const graph& g) {
  const io::format_losses& loses = format.loses;
  std::string left_out;
  const auto add = [&](bool lost, const char* what) {
    if (lost) left_out += (left_out.empty() ? "" : ", ") + std::string(what);
  };
  add(loses.trailing_isolated && ends_without_edges(g), "isolated vertices beyond the largest id of an edge");
  add(loses.unused_ids && has_unused_ids(g), "which ids are unused (they are read as isolated vertices)");
  add(loses.original_ids && !g.arrays().original_ids.empty(), "original vertex ids");
  add(loses.labels && !g.arrays().labels.offsets.empty(), "names");
  add(loses.weights && g.weighted(), "weights");
  add(loses.wide_weights && g.has_wide_weights(), "digits of weights beyond single precision");
  return left_out;
}

void write_whole(const io::format_description& format, const std::filesystem::path& file, const graph& g,
                 const write_options& options) {
  if (format.write_weights && g.weighted() && is_stream(file)) {
    throw error(error_category::output,
                fmt::format("{}: cannot be written as {}: the weights need a second file; specify a file name, or omit the weights",
                            file.string(), format.names[0]));
  }
  report_progress(options.control, "writing", 0, g.num_edges());
  output_group files(options.control.stop);
  try {
    format.write(files.add(file), {format.format, file, g, options});
  } catch (const error& e) {
    // Formats say what they cannot hold, and the file what cannot be written.
    if (e.category() != error_category::output || std::string_view(e.what()).starts_with(file.string())) throw;
    throw error(e.category(), fmt::format("{}: {}", file.string(), e.what()));
  }
  report_progress(options.control, "writing", g.num_edges(), g.num_edges());
  if (format.write_weights) {
    const std::filesystem::path beside = file.string() + ".weights";
    if (g.weighted()) {
      format.write_weights(files.add(beside), g);
    } else if (!is_stream(file)) {
      files.leave_out(beside);  // stale weights of a previous graph would be read as those of this graph
    }
  }
  files.commit();
}

}  // namespace

file_format format_to_write(const std::filesystem::path& file, file_format requested) {
  const auto require_writer = [&](file_format format) {
    const std::string suffix = io::lower_case(file.extension().string());
    const bool problem = requested == file_format::automatic && (suffix == ".col" || suffix == ".clq");
    if (io::is_written(format) && !problem) return format;
    throw error(error_category::usage, fmt::format("{}: {} can be read but not written; use one of {}", file.string(),
                                                   problem ? suffix : to_string(format), io::format_names(true)));
  };
  if (requested != file_format::automatic) return require_writer(requested);
  const std::string plain = io::strip_compression(file.string());
  if (plain != file.string()) {
    throw error(error_category::usage,
                fmt::format("{}: compressed files can be read but not written; write {} and compress it", file.string(), plain));
  }
  const file_format format = io::format_by_name(file.filename().string());
  if (format != file_format::automatic) return require_writer(format);
  throw error(error_category::usage, fmt::format("{}: the suffix does not select a format that can be written; choose one of {}",
                                                 file.string(), io::format_names(true)));
}

write_options write_options_named(std::string_view format) {
  write_options options;
  options.format = format_named(format);
  if (options.format == file_format::csv) options.separator = io::lower_case(std::string(format)) == "tsv" ? '\t' : ',';
  return options;
}

write_result write_graph(const std::filesystem::path& file, const graph& g, const write_options& options) {
  const io::format_description& format = *io::description_of(format_to_write(file, options.format));
  write_whole(format, file, g, options);
  return {format.format, left_out_of(format, g)};
}

}  // namespace fathom
