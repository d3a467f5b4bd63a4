// Edge arrays of the Problem-Based Benchmark Suite (https://github.com/cmuparlay/pbbsbench): "EdgeArray" or "WeightedEdgeArray",
// then lines "u v" or "u v weight"; ids start at 0, edges are directed as listed.
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/edge_lines.hpp"
#include "io/vertices/renumber.hpp"

namespace fathom::io {

parsed read_pbbs(text_source& text, const read_options& options) {
  const std::string_view line = text.next_line().value_or("");
  const std::string_view word = line.substr(0, line.find_last_not_of(" \t") + 1);
  const bool weighted = word == "WeightedEdgeArray";
  if (!weighted && word != "EdgeArray") bad_line(text, line, "expected \"EdgeArray\" or \"WeightedEdgeArray\"");
  line_grammar grammar;
  grammar.third = weighted ? third_column::weight : third_column::none;
  line_parser parser(grammar);
  const fault_context context{"", "", weighted ? "two vertex ids and a weight" : "two vertex ids", ""};
  parsed result;
  result.edges = number_edge_list(text.file(), read_edges(text, parser, std::nullopt, context, options.build.control),
                                  numbering_rules::of(options), options.build.control);
  return result;
}

extern constinit const format_description pbbs_format{.format = file_format::pbbs,
                                                      .names = {"pbbs", "edge_array"},
                                                      .numbers_ids = true,
                                                      .has_signature =
                                                          [](const text_sample& sample) {
                                                            return sample.start.starts_with("EdgeArray") ||
                                                                   sample.start.starts_with("WeightedEdgeArray");
                                                          },
                                                      .read_text = read_pbbs};

}  // namespace fathom::io
