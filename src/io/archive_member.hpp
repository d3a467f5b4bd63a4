// Which member of an archive is the graph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// True for the member that is the graph without looking further: DIR/NAME.mtx where NAME is DIR (SuiteSparse's rule) or
/// `archive_stem`.
[[nodiscard]] bool is_main_member(std::string_view member, std::string_view archive_stem);

/// Those of `members` that may be graphs: known suffixes, no read-me, no right-hand side or coordinates that belong to another.
[[nodiscard]] std::vector<std::string> graph_members(const std::vector<std::string>& members);

}  // namespace fathom::io
