// What the workspaces of breadth-first search on every device have in common.
#pragma once

#include "engine/bfs/search_request.hpp"
#include "fathom/bfs.hpp"

namespace fathom {

/// Throws error_category::usage where the device has no such method.
void check_method(bfs_method method, device where);

/// The options for the engine, in the layout's ids; `source` is the caller's. Without places for results.
[[nodiscard]] bfs_engine::request make_request(const layout& l, const bfs_options& options, vertex_id source);

/// Allocates the result's arrays where they are not there, or have been moved out.
void resize_results(const layout& l, const bfs_options& options, bfs_result& result);

/// In degree order isolated vertices are not in the layout.
[[nodiscard]] bool is_isolated(const layout& l, vertex_id source);
[[nodiscard]] bfs_engine::outcome search_isolated(const bfs_options& options, vertex_id source, bfs_result& result);

/// Everything but times and edges.
void fill_report(const layout& l, const bfs_options& options, vertex_id source, const bfs_engine::outcome& o, run_report& report);

}  // namespace fathom
