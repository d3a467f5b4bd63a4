#include "io/formats/unread_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "io/text/header_words.hpp"

namespace fathom::io {
namespace {

// The commands write GraphML, which preserves isolated vertices, direction, weights and names. {0} is the file.
constexpr std::string_view by_networkx = "python3 -c \"import networkx as nx; nx.write_graphml(nx.{1}('{0}'), '{0}.graphml')\"";
constexpr std::string_view by_igraph = "python3 -c \"import igraph; igraph.Graph.{1}('{0}').write_graphml('{0}.graphml')\"";
constexpr std::string_view by_graph_tool = "python3 -c \"import graph_tool; graph_tool.load_graph('{0}').save('{0}.graphml')\"";
constexpr std::string_view by_json =
    "python3 -c \"import json, networkx as nx; nx.write_graphml(nx.node_link_graph(json.load(open('{0}'))), '{0}.graphml')\"";
constexpr std::string_view by_matlab =
    "python3 -c \"import scipy.io; m = scipy.io.loadmat('{0}'); print(m.keys()); scipy.io.mmwrite('{0}.mtx', m['NAME'])\"";
constexpr std::string_view by_pickle =
    "python3 -c \"import pickle, networkx as nx; nx.write_graphml(pickle.load(open('{0}', 'rb')), '{0}.graphml')\"";
constexpr std::string_view by_pandas = "python3 -c \"import pandas; pandas.{1}.to_csv('{0}.csv', index=False)\"";
constexpr std::string_view by_cliques =
    "awk '!/^%/ && n++ {{ for (i = 1; i < NF; i++) for (j = i + 1; j <= NF; j++) print $i, $j }}' '{0}' > '{0}.txt' (an edge "
    "between each two pins of a net; remove weights of nets first)";
constexpr std::string_view by_gephi = "open it in Gephi and export it as GEXF or GraphML";
constexpr std::string_view by_cytoscape = "open it in Cytoscape and export it as GraphML";
constexpr std::string_view by_tulip = "open it in Tulip and export it as GEXF";
constexpr std::string_view by_pajek = "open it in Pajek and save the network as a .net file";

struct unread_format {
  std::string_view name;
  std::array<std::string_view, 3> suffixes;
  std::string_view beginning;  // of the content, in lower case; empty if it has no signature
  std::string_view conversion;
  std::string_view reader;  // {1} in the conversion
};

constexpr std::array all_unread = {
    unread_format{"UCINET DL", {".dl", "", ""}, "dl n", by_igraph, "Read_DL"},
    unread_format{"LGL", {".lgl", "", ""}, "", by_igraph, "Read_Lgl"},
    unread_format{"graph6", {".g6", ".graph6", ""}, ">>graph6<<", by_networkx, "read_graph6"},
    unread_format{"sparse6", {".s6", ".sparse6", ""}, ">>sparse6<<", by_networkx, "read_sparse6"},
    unread_format{"GraphViz DOT", {".dot", ".gv", ""}, "", by_networkx, "nx_pydot.read_dot"},
    unread_format{"Trivial Graph Format",
                  {".tgf", "", ""},
                  "",
                  "write its edges, below the line #, with awk 'edges {{ print $1, $2 }} /^#/ {{ edges = 1 }}' '{0}' > '{0}.txt'",
                  ""},
    unread_format{"LEDA", {".gw", ".lgr", ".leda"}, "leda.graph", by_networkx, "read_leda"},
    unread_format{"an adjacency list", {".adjlist", "", ""}, "", by_networkx, "read_adjlist"},
    unread_format{"GraphStream DGS",
                  {".dgs", "", ""},
                  "dgs00",
                  "write its edges (lines \"ae ID SOURCE TARGET\") with awk "
                  "'$1 == \"ae\" {{ print $3, $4 }}' '{0}' > '{0}.txt'",
                  ""},
    unread_format{"GDF", {".gdf", "", ""}, "nodedef>", by_gephi, ""},
    unread_format{"NetDraw VNA", {".vna", "", ""}, "", by_gephi, ""},
    unread_format{"Tulip", {".tlp", "", ""}, "(tlp ", by_tulip, ""},
    unread_format{"Cytoscape SIF", {".sif", "", ""}, "", by_cytoscape, ""},
    unread_format{"XGMML", {".xgmml", "", ""}, "", by_cytoscape, ""},
    unread_format{"a Pajek project", {".paj", "", ""}, "", by_pajek, ""},
    unread_format{"a graph-tool binary", {".gt", "", ""}, "\xe2\x9b\xbe gt", by_graph_tool, ""},
    unread_format{"MATLAB", {".mat", "", ""}, "matlab 5.0", by_matlab, ""},
    unread_format{"a Python pickle", {".pkl", ".pickle", ".gpickle"}, "", by_pickle, ""},
    unread_format{"Parquet", {".parquet", ".pq", ""}, "par1", by_pandas, "read_parquet('{0}')"},
    unread_format{"Feather", {".feather", ".arrow", ""}, "arrow1", by_pandas, "read_feather('{0}')"},
    unread_format{"a spreadsheet", {".xlsx", ".xls", ".ods"}, "", by_pandas, "read_excel('{0}')"},
    unread_format{"LZMA", {".lzma", "", ""}, "", "xz --format=lzma --decompress '{0}'", ""},
    unread_format{"a hypergraph of hMETIS", {".hgr", "", ""}, "", by_cliques, ""},
};

constexpr const char* html_page =
    "is an HTML page, not a graph; open it in a browser: the download may require a login or another link";

struct unreadable {
  std::string_view beginning;  // ASCII letters in lower case
  const char* message;         // {0} is the file
};

constexpr std::array all_unreadable = {
    unreadable{"version https://git-lfs", "is a pointer of Git LFS, not the file itself; fetch the file: git lfs pull"},
    unreadable{"<!doctype html", html_page},
    unreadable{"<html", html_page},
    unreadable{"%pdf-", "is a PDF document, not a graph; export the graph as text"},
    unreadable{"\x93numpy",
               "is an array of NumPy, not a text; write its rows as edges: python3 -c \"import numpy; "
               "numpy.savetxt('{0}.txt', numpy.load('{0}'), fmt='%d')\""},
    unreadable{"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive; extract it: 7z x '{0}'"},
    unreadable{"rar!\x1a\x07", "is a RAR archive; extract it: unrar x '{0}'"},
    unreadable{"\x04\x22\x6d\x18", "is compressed by lz4; decompress it: lz4 -d '{0}'"},
    unreadable{"\x1f\x9d", "is compressed by compress; decompress it: uncompress '{0}'"},
    unreadable{"\x89hdf", "is an HDF5 file, which Fathom does not read; write its edges as text, for example with h5py"}};

// "strict digraph NAME {". An edge list may have vertices of these names, with data such as {'weight': 1} or {}.
bool begins_with_dot(std::string_view start) {
  constexpr std::size_t most_words = 6;  // of a quoted name
  const std::size_t brace = start.find('{');
  if (brace == start.npos) return false;
  std::string head(start.substr(0, brace));
  std::replace(head.begin(), head.end(), '\n', ' ');
  std::vector<std::string> words = lower_case_words(head);
  if (!words.empty() && words.front() == "strict") words.erase(words.begin());
  if (words.empty() || words.size() > most_words || (words.front() != "graph" && words.front() != "digraph")) return false;
  const std::size_t inside = start.find_first_not_of(" \t\r\n", brace + 1);
  return inside != start.npos && start[inside] != '\'' && start[inside] != '"' && start[inside] != '}';
}

}  // namespace

std::string unreadable_content(const std::string& file, std::string_view start) {
  constexpr std::size_t head_bytes = 256;
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  const std::string head = lower_case(start.substr(0, head_bytes));
  for (const unreadable& one : all_unreadable) {
    if (head.starts_with(one.beginning)) return fmt::format(fmt::runtime(one.message), file);
  }
  return begins_with_dot(start.substr(0, head_bytes)) ? conversion_hint(file, "a.dot", "") : "";
}

std::string networkx_adjacency_list(const std::string& file, std::string_view start) {
  // "#PROGRAM", "# GMT DATE", "# NAME". The multiline form writes edge data in braces.
  const std::size_t second = start.find('\n') + 1;
  if (!start.starts_with('#') || second == 0 || !start.substr(second).starts_with("# GMT ")) return {};
  const bool multiline = start.find('{') != start.npos;
  return fmt::format(
      "is a{} adjacency list of NetworkX, which Fathom does not read; convert it, with create_using=nx.DiGraph if it is directed: "
      "{}",
      multiline ? " multiline" : "n",
      fmt::format(fmt::runtime(by_networkx), file, multiline ? "read_multiline_adjlist" : "read_adjlist"));
}

bool looks_like_json(std::string_view start) {
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  if (!start.starts_with('{') && !start.starts_with('[')) return false;
  const std::size_t next = start.find_first_not_of(" \t\r\n", 1);
  return next != start.npos && (start[next] == '"' || (start[0] == '[' && start[next] == '{'));
}

std::string json_hint(const std::string& file, std::string_view start) {
  const std::size_t second = start.find('\n') + 1;
  const bool lines = second != 0 && start.starts_with('{') && start.substr(second).starts_with('{');
  const bool rows = start.starts_with('[');
  const std::string command = lines || rows ? fmt::format(fmt::runtime(by_pandas), file,
                                                          fmt::format("read_json('{}'{})", file, lines ? ", lines=True" : ""))
                                            : fmt::format(fmt::runtime(by_json), file);
  return fmt::format("is JSON, which Fathom does not read; convert it: {}", command);
}

std::string conversion_hint(const std::string& file, std::string_view name, std::string_view start) {
  const std::string suffix = lower_case(std::filesystem::path(name).extension().string());
  const std::string head = lower_case(start.substr(0, 16));
  if (suffix == ".json" || suffix == ".jsonl" || suffix == ".ndjson" || looks_like_json(start)) return json_hint(file, start);
  for (const unread_format& f : all_unread) {
    const bool named = !suffix.empty() && std::find(f.suffixes.begin(), f.suffixes.end(), suffix) != f.suffixes.end();
    if (!named && (f.beginning.empty() || !head.starts_with(f.beginning))) continue;
    return fmt::format("is {}, which Fathom does not read; convert it: {}", f.name,
                       fmt::format(fmt::runtime(f.conversion), file, fmt::format(fmt::runtime(f.reader), file)));
  }
  return {};
}

}  // namespace fathom::io
