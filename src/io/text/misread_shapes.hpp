// Text that is not a list of edges, although its lines have columns: adjacency matrices, printed pairs, tables of vertices.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/edge_columns.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

using text_rows = std::span<const std::vector<std::string>>;

/// Throws error_category::input if the rows are those of an adjacency matrix: numbers in as many rows as columns, at least four,
/// that are 0 and 1 or symmetric; or names in the first row that the first column repeats. `most_rows` is the size of the sample,
/// and `separator` that of the columns.
void refuse_matrix(const text_source& text, text_rows rows, std::size_t most_rows, char separator);

/// The same if each source begins or ends with a bracket that it does not match, as in "(1, 2)" with the ids "(1" and "2)".
/// `source` is the column.
void refuse_brackets(const text_source& text, text_rows rows, std::size_t source);

/// The same for lines of a vertex and its neighbors: "0: 1 2", or whole numbers in lines of different lengths.
void refuse_adjacency_list(const text_source& text, text_rows rows);

/// The same for lines of one word that holds both ids, as in "1->2" and "a--b".
void refuse_joined_ids(const text_source& text, text_rows rows);

/// The same for relations between source and target, as in "ann knows bob" and "1 - 2". `rows` are of tables and lists whose
/// columns have no names.
void refuse_relations(const text_source& text, text_rows rows);

/// The same for a table of a vertex and its neighbors in one field: "2 3 4" or "[2, 3, 4]" in the column `target`.
void refuse_lists_of_neighbors(const text_source& text, text_rows rows, std::size_t target, bool has_header);

/// A note for edges that may be triples of a knowledge graph, numbers of source, relation and target, whose third column was read
/// as weights: it has many values, most of them also sources, and the second column has few. Empty for other edges.
[[nodiscard]] std::string triples_note(const line_edges& edges);

}  // namespace fathom::io
