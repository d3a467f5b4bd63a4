// JSON objects shared by several commands. Only .cpp files that need it include the full nlohmann header.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "fathom/build.hpp"
#include "fathom/report.hpp"
#include "options/graph_argument.hpp"

namespace fathom::program {

using json = nlohmann::ordered_json;

/// First key of every JSON object, "schema_version". It grows when a key is removed or changes its meaning, not when one is added.
inline constexpr int json_schema_version = 1;

/// name, vertices, edges (directed edges as stored), directed, weighted, and the measured properties.
[[nodiscard]] json graph_json(const std::string& name, const graph& g);
[[nodiscard]] json receipt_json(const loaded_graph& loaded);
/// min, first_quartile, median, third_quartile, max, mean, harmonic_mean.
[[nodiscard]] json statistics_json(const summary_statistics& s);
/// "fathom": version, commit, build.
[[nodiscard]] json program_json();
/// The object as indented text with a final newline. Bytes that are not UTF-8 (in labels of a file) are replaced. Characters that
/// terminal_safe() would replace are escaped.
[[nodiscard]] std::string text_of(const json& object);

}  // namespace fathom::program
