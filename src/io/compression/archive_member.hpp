// Choice of the archive member that holds the graph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// True for a member that is certainly the graph: DIR/NAME.mtx where NAME equals DIR (SuiteSparse's convention) or
/// `archive_stem`.
[[nodiscard]] bool is_main_member(std::string_view member, std::string_view archive_stem);

/// The members that may be graphs: those with a known suffix, except READMEs and right-hand sides or coordinates of another member.
/// If none has one, the only file other than READMEs.
[[nodiscard]] std::vector<std::string> graph_members(const std::vector<std::string>& members);

}  // namespace fathom::io
