// write_graph(): choose the format from the suffix, write a temporary file, rename it.
#include <fmt/format.h>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/formats.hpp"
#include "io/text/header_words.hpp"

namespace fathom {
namespace {

void write_as(file_format format, output_file& out, const std::filesystem::path& file, const graph& g,
              const write_options& options) {
  switch (format) {
    case file_format::matrix_market:
      return io::write_matrix_market(out, g);
    case file_format::dimacs:
      return io::write_dimacs(out, g);
    case file_format::metis:
      return io::write_metis(out, g);
    case file_format::csv:
      return io::write_csv(out, g, io::lower_case(file.extension().string()) == ".tsv" ? '\t' : ',');
    case file_format::ligra:
      return io::write_ligra(out, g);
    case file_format::gap_serialized:
    case file_format::gap_weighted:
      return io::write_gap_serialized(out, g, format);
    case file_format::graph500:
      return io::write_graph500(out, g);
    case file_format::scipy_npz:
      return io::write_scipy_npz(out, g);
    case file_format::fathom:
      return io::write_fathom(out, g, options.prepared);
    default:
      return io::write_snap(out, g, format);
  }
}

// Whether the last vertex is isolated. In Graph500 files ids are positions, so only isolated vertices at the end are lost.
bool ends_without_edges(const graph& g) {
  const vertex_id n = g.num_vertices();
  return n > 0 && g.view().out.degree(n - 1) == 0;  // undirected
}

// Lists what `format` cannot store. A layout is omitted as well, but it can be recomputed.
std::string left_out_of(file_format format, const graph& g) {
  using enum file_format;
  const auto is = [&](auto... formats) { return ((format == formats) || ...); };
  std::string left_out;
  const auto add = [&](const char* what) { left_out += (left_out.empty() ? "" : ", ") + std::string(what); };
  if (format == graph500 && ends_without_edges(g)) add("isolated vertices beyond the largest id of an edge");
  if (!g.arrays().original_ids.empty() && is(matrix_market, dimacs, metis, ligra, gap_serialized, gap_weighted, scipy_npz)) {
    add("original vertex ids");
  }
  if (!g.arrays().labels.offsets.empty() && !is(fathom, csv)) add("names");
  if (g.weighted() && is(edge_list, gap_serialized)) add("weights");
  if (g.has_wide_weights() && is(graph500)) add("digits of weights beyond single precision");
  return left_out;
}

void write_whole(file_format format, const std::filesystem::path& file, const graph& g, const write_options& options) {
  if (format == file_format::graph500 && g.weighted() && is_stream(file)) {
    throw error(
        error_category::output,
        fmt::format("{}: cannot be written as graph500: the weights need a second file; specify a file name, or omit the weights",
                    file.string()));
  }
  report_progress(options.control, "writing", 0, g.num_edges());
  output_group files(options.control.stop);
  output_file& out = files.add(file);
  write_as(format, out, file, g, options);
  report_progress(options.control, "writing", g.num_edges(), g.num_edges());
  if (format == file_format::graph500) {
    const std::filesystem::path beside = file.string() + ".weights";
    if (g.weighted()) {
      io::write_graph500_weights(files.add(beside), g);
    } else if (!is_stream(file)) {
      files.leave_out(beside);  // stale weights of a previous graph would be read as those of this graph
    }
  }
  files.commit();
}

}  // namespace

file_format format_to_write(const std::filesystem::path& file, file_format asked) {
  const auto require_writer = [&](file_format format) {
    const std::string suffix = io::lower_case(file.extension().string());
    const bool problem = asked == file_format::automatic && (suffix == ".col" || suffix == ".clq");
    if (io::is_written(format) && !problem) return format;
    throw error(error_category::usage, fmt::format("{}: {} can be read but not written; use one of {}", file.string(),
                                                   problem ? suffix : to_string(format), io::format_names(true)));
  };
  if (asked != file_format::automatic) return require_writer(asked);
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

write_result write_graph(const std::filesystem::path& file, const graph& g, const write_options& options) {
  const file_format format = format_to_write(file, options.format);
  write_whole(format, file, g, options);
  return {format, left_out_of(format, g)};
}

}  // namespace fathom
