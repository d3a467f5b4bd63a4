#include "io/compression/archive_member.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "io/compression/decompress.hpp"
#include "io/formats/detect.hpp"

namespace fathom::io {
namespace {

namespace fs = std::filesystem;

// Files that accompany the graph in an archive: descriptions by SuiteSparse and KONECT.
constexpr std::array<std::string_view, 5> not_graphs = {"README", "readme", "LICENSE", "meta.", "ent."};

// Tables next to edges.csv in archives of Netzschleuder and others: vertex and graph attributes.
constexpr std::array<std::string_view, 3> tables_beside_edges = {"nodes.", "gprops.", "vertices."};

// False for descriptions and for hidden files, such as ._edges.csv beside edges.csv in archives made on macOS.
bool holds_data(const std::string& member) {
  const std::string name = fs::path(member).filename().string();
  return !name.starts_with('.') &&
         std::none_of(not_graphs.begin(), not_graphs.end(), [&](std::string_view start) { return name.starts_with(start); });
}

bool may_be_graph(const std::string& member) {
  return holds_data(member) && format_by_name(fs::path(member).filename().string()) != file_format::automatic;
}

// True for a table such as nodes.csv if `other` is the edges.csv in the same folder.
bool is_table_beside_edges(const std::string& member, const std::string& other) {
  const fs::path a(member), b(other);
  const std::string name = a.filename().string();
  return a.parent_path() == b.parent_path() && b.filename().string().starts_with("edges.") &&
         std::any_of(tables_beside_edges.begin(), tables_beside_edges.end(),
                     [&](std::string_view s) { return name.starts_with(s); });
}

// NAME_b.mtx, NAME_coord.mtx and similar files belong to NAME.mtx.
bool belongs_to(const std::string& member, const std::string& main) {
  const fs::path a(member), b(main);
  return a.parent_path() == b.parent_path() && a.stem().string().starts_with(b.stem().string() + "_");
}

}  // namespace

bool is_main_member(std::string_view member, std::string_view archive_stem) {
  const fs::path path(member);
  const std::string stem = path.stem().string();
  return path.extension() == ".mtx" && (stem == archive_stem || stem == path.parent_path().filename().string());
}

std::vector<std::string> graph_members(const std::vector<std::string>& members) {
  std::vector<std::string> graphs;
  std::copy_if(members.begin(), members.end(), std::back_inserter(graphs), may_be_graph);
  if (graphs.empty()) {
    // The format of an only file follows from its content, unless it is compressed itself.
    std::copy_if(members.begin(), members.end(), std::back_inserter(graphs), holds_data);
    if (graphs.size() != 1 || strip_compression(graphs.front()) != graphs.front()) graphs.clear();
  }
  std::vector<std::string> mains;
  std::copy_if(graphs.begin(), graphs.end(), std::back_inserter(mains), [&](const std::string& member) {
    return std::none_of(graphs.begin(), graphs.end(),
                        [&](const std::string& main) { return belongs_to(member, main) || is_table_beside_edges(member, main); });
  });
  return mains;
}

}  // namespace fathom::io
