// CSV writer: "source,target[,weight]", one row per edge. A row with an empty target is a vertex that appears in no edge.

#include <fmt/format.h>

#include "fathom/error.hpp"
#include "io/formats/csv_fields.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_writer.hpp"
#include "io/vertices/isolated_vertices.hpp"

namespace fathom::io {
namespace {

// A name as a field: quoted if it contains characters with a special meaning.
std::string field(const std::string& name, char separator) {
  if (name.find_first_of("\n\r") != name.npos) {
    throw error(error_category::output, "a vertex name that contains a line break cannot be written to CSV");
  }
  const bool plain =
      name.find_first_of(std::string("\"\t") + separator) == name.npos && !name.starts_with(' ') && !name.ends_with(' ');
  if (plain) return name;
  std::string quoted_name = "\"";
  for (const char c : name) quoted_name += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_name + '"';
}

// Readers take ids that are all numbers for numbers. They would join the names 007 and 7, and refuse -1.
void refuse_numbers_in_other_forms(const graph& g) {
  std::string other_form;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const std::string name = g.name(v);
    std::uint64_t id = 0;
    const line_fault fault = scan_float_id(name, '.', id);
    if (fault == line_fault::not_numeric) return;
    if (other_form.empty() && (fault != line_fault::none || name != std::to_string(id))) other_form = name;
  }
  if (other_form.empty()) return;
  throw error(error_category::output,
              fmt::format("all names of vertices are numbers, and '{}' would not be read back from CSV as it is; write a .fathom "
                          "file, or put a letter before each name",
                          other_form));
}

}  // namespace

void write_csv(output_file& out, const graph& g, char separator) {
  const bool labelled = !g.arrays().labels.empty();
  if (labelled) refuse_numbers_in_other_forms(g);
  text_writer text(out);
  const auto put = [&](vertex_id v) {
    if (labelled) {
      text << field(g.name(v), separator);
    } else {
      text << g.original_id(v);
    }
  };
  text << "source" << separator << "target";
  if (g.weighted()) text << separator << "weight";
  text << '\n';
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    put(u);
    text << separator;
    put(v);
    if (g.weighted()) text << separator << w;
    text << '\n';
  });
  const isolated_vertices lone(g);
  for (vertex_id v = 0; v < g.num_vertices() && lone.matter; ++v) {
    if (lone.named[v]) continue;
    put(v);
    text << separator << (g.weighted() ? std::string(1, separator) : std::string()) << '\n';
  }
  text.finish();
}

extern constinit const format_description csv_format{
    .format = file_format::csv,
    .names = {"csv", "tsv"},
    .suffixes = {".csv", ".tsv"},
    .columns = column_options::all,
    .numbers_ids = true,
    .read_text = read_csv,
    .write =
        [](output_file& out, const write_request& request) {
          const char by_suffix = lower_case(request.file.extension().string()) == ".tsv" ? '\t' : ',';
          write_csv(out, request.g, request.options.separator != '\0' ? request.options.separator : by_suffix);
        },
    .loses = {.labels = false}};

}  // namespace fathom::io
