// Column names of tables: what other tools call the source, the target and the weight of an edge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fathom::io {

/// Lower case without blanks, '_', '-' and '.', up to a unit or a type: "Weight (km)" and "weight:float" are "weight", ":START_ID"
/// is "startid".
[[nodiscard]] std::string plain_column_name(std::string_view name);

struct end_columns {
  std::size_t source = 0, target = 1;  ///< columns, from 0
  bool directed = false;               ///< the names mean a direction, as "source" and "target" do and "u" and "v" do not
  bool letters = false;                ///< single letters, which vertices may be called, too
};

/// The source and target columns among plain names; nothing where no well-known pair is there.
[[nodiscard]] std::optional<end_columns> named_ends(std::span<const std::string> plain_names);

enum class weight_name : std::uint8_t {
  none,
  likely,   ///< "length", "value": a weight where it is numeric
  certain,  ///< "weight", "cost", "distance"
};
[[nodiscard]] weight_name weight_name_of(std::string_view plain_name);

[[nodiscard]] bool names_time(std::string_view plain_name);

}  // namespace fathom::io
