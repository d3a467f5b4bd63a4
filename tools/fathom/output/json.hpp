// JSON objects shared by several commands. Only .cpp files that need it include the full nlohmann header.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "fathom/build.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

using json = nlohmann::ordered_json;

/// First key of every JSON object, "schema_version". It grows when a key is removed or changes its meaning, not when one is added.
inline constexpr int json_schema_version = 2;

/// "fathom", the program's version, commit and build, and "command".
[[nodiscard]] json command_json(const char* command);
/// The same, "graph" (counts and properties) and "receipt".
[[nodiscard]] json command_json(const char* command, const loaded_graph& loaded);
/// The fields of a layout or weighted_layout, and whether it was `loaded` from the graph's file.
template <class Layout>
[[nodiscard]] json layout_json(const Layout& prepared, bool loaded);
/// Null for an empty text.
[[nodiscard]] json text_or_null(const std::string& text);
/// The vertex's id in the file; null for no_vertex.
[[nodiscard]] json vertex_json(const graph& g, vertex_id v);
/// The ids of the vertices.
[[nodiscard]] json vertices_json(const graph& g, std::span<const vertex_id> vertices);
/// Moves values that all runs of one command share from the first of `runs` to `object`.
void move_shared_fields(json& runs, json& object);
/// The object as indented text with a final newline. Bytes that are not UTF-8 (in labels of a file) are replaced. Characters that
/// terminal_safe() would replace are escaped.
[[nodiscard]] std::string text_of(const json& object);
/// text_of() with the peak memory of the process, and the written files if there are any.
[[nodiscard]] std::string finished(json object, const std::vector<std::string>& files = {});

}  // namespace fathom::program
