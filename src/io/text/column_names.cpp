#include "io/text/column_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fathom::io {
namespace {

struct name_pair {
  std::string_view source, target;
  bool directed;
};

// Normalized names used by NetworkX, Gephi, cuGraph, igraph, SNAP tables, Neo4j import, STRING and LDBC. Earlier pairs take
// precedence.
constexpr std::array end_names = {
    name_pair{"source", "target", true},
    name_pair{"src", "dst", true},
    name_pair{"from", "to", true},
    name_pair{"source", "destination", true},
    name_pair{"src", "dest", true},
    name_pair{"fromnodeid", "tonodeid", true},
    name_pair{"startid", "endid", true},
    name_pair{"tail", "head", true},
    name_pair{"sourceid", "targetid", true},
    name_pair{"srcid", "dstid", true},
    name_pair{"fromid", "toid", true},
    name_pair{"idfrom", "idto", true},
    name_pair{"sourcenode", "targetnode", true},
    name_pair{"fromnode", "tonode", true},
    name_pair{"startnode", "endnode", true},
    name_pair{"sourcevertex", "targetvertex", true},
    name_pair{"start", "end", true},
    name_pair{"source", "sink", true},
    name_pair{"origin", "destination", true},
    name_pair{"orig", "dest", true},
    name_pair{"sender", "receiver", true},
    name_pair{"sender", "recipient", true},
    name_pair{"follower", "followee", true},
    name_pair{"citing", "cited", true},
    name_pair{"parent", "child", true},
    name_pair{"subject", "object", true},
    name_pair{"caller", "callee", true},
    name_pair{"u", "v", false},
    name_pair{"i", "j", false},
    name_pair{"id1", "id2", false},
    name_pair{"node1", "node2", false},
    name_pair{"nodeid1", "nodeid2", false},
    name_pair{"numericid1", "numericid2", false},
    name_pair{"vertex1", "vertex2", false},
    name_pair{"v1", "v2", false},
    name_pair{"n1", "n2", false},
    name_pair{"nodea", "nodeb", false},
    name_pair{"person1", "person2", false},
    name_pair{"person1id", "person2id", false},
    name_pair{"user1", "user2", false},
    name_pair{"protein1", "protein2", false},
    name_pair{"gene1", "gene2", false},
};
constexpr std::array<std::string_view, 5> certain_weights = {"weight", "weights", "w", "cost", "distance"};
constexpr std::array<std::string_view, 6> likely_weights = {"wgt", "edgeweight", "length", "len", "dist", "value"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

std::string plain_column_name(std::string_view name) {
  if (name.starts_with(':') || name.starts_with('~')) name.remove_prefix(1);  // of Neo4j and of Neptune
  name = name.substr(0, name.find_first_of("([:,"));
  std::string plain;
  for (const char c : name) {
    if (c != ' ' && c != '_' && c != '-' && c != '.') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

std::optional<endpoint_columns> named_endpoints(std::span<const std::string> plain_names) {
  for (const name_pair& pair : end_names) {
    auto source = std::find(plain_names.begin(), plain_names.end(), pair.source);
    auto target = std::find(plain_names.begin(), plain_names.end(), pair.target);
    if (source == plain_names.end() || target == plain_names.end()) continue;
    // An arc leads from its tail to its head, but a triple "head,relation,tail" of a knowledge graph from head to tail.
    if (pair.source == "tail" && target < source) std::swap(source, target);
    return endpoint_columns{static_cast<std::size_t>(source - plain_names.begin()),
                            static_cast<std::size_t>(target - plain_names.begin()), pair.directed, pair.source.size() == 1};
  }
  return std::nullopt;
}

weight_name weight_name_of(std::string_view plain_name) {
  if (contains(certain_weights, plain_name)) return weight_name::certain;
  return contains(likely_weights, plain_name) ? weight_name::likely : weight_name::none;
}

bool names_time(std::string_view plain_name) {
  if (plain_name.starts_with("date") || plain_name == "ts") return true;
  // Of sentiment, centimeter, centimetre, altimeter and multimedia.
  constexpr std::array<std::string_view, 4> other_words = {"timent", "timeter", "timetre", "timedia"};
  const auto in_name = [&](std::string_view word) { return plain_name.find(word) != plain_name.npos; };
  return in_name("time") && std::none_of(other_words.begin(), other_words.end(), in_name);
}

bool names_vertices(std::span<const std::string> names) {
  const auto is_id = [](const std::string& name) {
    return name == "~id" || name.ends_with(":ID") || name.find(":ID(") != name.npos || name == "shared name";
  };
  return std::any_of(names.begin(), names.end(), is_id);
}

std::optional<named_edge_columns> named_edges(std::span<const std::string> plain_names) {
  const auto column = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(plain_names.begin(), plain_names.end(), name) - plain_names.begin());
  };
  for (const auto& [name, interaction] :
       {std::pair("sharedname", "sharedinteraction"), std::pair("sharedname", "interaction"), std::pair("name", "interaction")}) {
    const named_edge_columns found{column(name), column(interaction)};
    if (std::max(found.name, found.interaction) < plain_names.size()) return found;
  }
  return std::nullopt;
}

std::string_view id_group(std::string_view name) {
  const std::size_t begin = name.find("_ID(");
  if (!name.ends_with(')') || begin == name.npos) return {};
  return name.substr(begin + 4, name.size() - begin - 5);
}

}  // namespace fathom::io
