// CSV writer: "source,target[,weight]", one row per edge. A row with an empty target is a vertex that appears in no edge.

#include "fathom/error.hpp"
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

}  // namespace

void write_csv(output_file& out, const graph& g, char separator) {
  text_writer text(out);
  const bool labelled = !g.arrays().labels.empty();
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
