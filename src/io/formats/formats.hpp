// Interface between read_graph()/write_graph() and the formats: each reader converts a source to `parsed`, each writer a graph to
// bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "base/output_file.hpp"
#include "fathom/build.hpp"
#include "fathom/io.hpp"
#include "fathom/layout.hpp"
#include "io/file_part.hpp"
#include "io/part_facts.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

/// A whole file in memory: mapped, or decompressed. `owner` keeps the bytes alive; arrays may be adopted from it.
struct byte_source {
  std::filesystem::path file;
  std::span<const std::byte> bytes;
  std::shared_ptr<void> owner;
  file_part part = {};  ///< the part of the file to read
};

/// The result of a reader: edges to build a graph from, rows that are already a CSR, or a finished graph.
struct parsed {
  std::optional<edge_list> edges;
  std::optional<graph_arrays> rows;  ///< not yet validated; properties not yet computed
  bool rows_directed = true;         ///< whether the file declares its rows directed
  std::optional<graph> finished;     ///< validated by its reader, with properties (.fathom)
  std::optional<layout> prepared;
  std::vector<std::string> notes;
  part_facts part = {};  ///< for a process that reads one part of several
};

parsed read_matrix_market(text_source& text, const read_options& options);
parsed read_snap(text_source& text, const read_options& options);  // .txt, .el, .wel: selected by options.format
parsed read_dimacs(text_source& text, const read_options& options);
parsed read_metis(text_source& text, const read_options& options);
parsed read_csv(text_source& text, const read_options& options);
parsed read_ligra(text_source& text, const read_options& options);
parsed read_pbbs(text_source& text, const read_options& options);
parsed read_konect_bipartite(text_source& text, const read_options& options);
parsed read_graphml(text_source& text, const read_options& options);
parsed read_gexf(text_source& text, const read_options& options);
parsed read_gml(text_source& text, const read_options& options);
parsed read_pajek(text_source& text, const read_options& options);
parsed read_gap_serialized(const byte_source& source, const read_options& options);  // .sg, .wsg
parsed read_graph500(const byte_source& source, const read_options& options);
parsed read_scipy_npz(const byte_source& source, const read_options& options);
parsed read_fathom(const byte_source& source, const read_options& options);

void write_matrix_market(output_file& out, const graph& g);
void write_snap(output_file& out, const graph& g, file_format format);  // .txt, .el, .wel
void write_dimacs(output_file& out, const graph& g);
void write_metis(output_file& out, const graph& g);
void write_csv(output_file& out, const graph& g, char separator);
void write_ligra(output_file& out, const graph& g);
void write_gap_serialized(output_file& out, const graph& g, file_format format);
void write_graph500(output_file& out, const graph& g);          // unweighted part
void write_graph500_weights(output_file& out, const graph& g);  // FILE.weights
void write_scipy_npz(output_file& out, const graph& g);
void write_fathom(output_file& out, const graph& g, const layout* prepared);

}  // namespace fathom::io
