// Well-known column names of tables: names that other tools use for the source, target and weight of an edge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fathom::io {

/// Normalized name: lower case without blanks, '_', '-' and '.', cut before a unit or a type. "Weight (km)" and "weight:float"
/// become "weight", ":START_ID" becomes "startid".
[[nodiscard]] std::string plain_column_name(std::string_view name);

struct endpoint_columns {
  std::size_t source = 0, target = 1;  ///< columns, from 0
  bool directed = false;               ///< the names imply a direction ("source" and "target", but not "u" and "v")
  bool letters = false;                ///< single letters, which may also be vertex names
};

/// The source and target columns among normalized names; empty if they contain no well-known pair.
[[nodiscard]] std::optional<endpoint_columns> named_endpoints(std::span<const std::string> plain_names);

enum class weight_name : std::uint8_t {
  none,
  likely,   ///< "length", "value": a weight if the column is numeric
  certain,  ///< "weight", "cost", "distance"
};
[[nodiscard]] weight_name weight_name_of(std::string_view plain_name);

[[nodiscard]] bool names_time(std::string_view plain_name);

/// Whether these names, of a table without source and target, describe vertices as Neo4j (":ID"), Neptune ("~id") and Cytoscape
/// ("shared name") write them.
[[nodiscard]] bool names_vertices(std::span<const std::string> names);

/// Cytoscape's columns of an edge's name, "A (pp) B", and its interaction, "pp".
struct named_edge_columns {
  std::size_t name = 0, interaction = 0;
};
[[nodiscard]] std::optional<named_edge_columns> named_edges(std::span<const std::string> plain_names);

/// Neo4j's group of ids, which count separately: "Person" of ":START_ID(Person)"; empty if there is none.
[[nodiscard]] std::string_view id_group(std::string_view name);

}  // namespace fathom::io
