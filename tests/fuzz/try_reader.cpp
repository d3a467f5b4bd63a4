#include "try_reader.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <stdexcept>

#include "fathom/bfs.hpp"
#include "fathom/error.hpp"
#include "fathom/layout.hpp"
#include "io/binary_files.hpp"

namespace fathom::test {
namespace {

// Larger graphs are not searched: that would take the time of many inputs.
constexpr vertex_id most_searched_vertices = 100000;

// A file in memory with a path.
class memory_file {
 public:
  memory_file() : descriptor_(::memfd_create("fathom-fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("memfd_create failed");
  }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  ~memory_file() { ::close(descriptor_); }

  void hold(std::span<const std::uint8_t> bytes) {
    if (::ftruncate(descriptor_, 0) != 0 ||
        ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("the file in memory cannot be written");
    }
  }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void require(bool good, const char* what) {
  if (!good) throw std::logic_error(what);
}

void check_side(const adjacency_view& side, vertex_id n, edge_offset m) {
  require(side.offsets[0] == 0 && side.offsets[n] == m, "offsets do not run from 0 to the number of edges");
  for (vertex_id v = 0; v < n; ++v) require(side.offsets[v] <= side.offsets[v + 1], "offsets descend");
  for (edge_offset e = 0; e < m; ++e) {
    require(side.targets[e] < n, "a target is outside the graph");
    require(side.weights == nullptr || side.weights[e] - side.weights[e] == 0, "a weight is not finite");
  }
}

void use(const read_result& read) {
  const graph& g = read.g;
  const vertex_id n = g.num_vertices();
  if (n == 0) return;
  check_side(g.view().out, n, g.num_edges());
  if (g.has_in_edges()) check_side(g.view().in, n, g.num_edges());
  for (vertex_id v = 0; v < std::min(n, most_searched_vertices); ++v) require(g.name(v).size() < SIZE_MAX, "a name without end");
  if (n > most_searched_vertices) return;
  execution on_one_thread;
  on_one_thread.control.threads = 1;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    prepare_options preparing;
    preparing.order = order;
    preparing.control.threads = 1;
    (void)bfs(prepare(g, preparing), g.properties().max_out_degree_vertex, {}, on_one_thread);
  }
  if (!read.prepared) return;
  for (const bfs_strategy strategy : {bfs_strategy::top_down, bfs_strategy::bottom_up}) {
    if (strategy == bfs_strategy::bottom_up && read.prepared->in.offsets == nullptr) continue;
    const bfs_options options{.deterministic = true, .strategy = strategy};
    for (const vertex_id source : {vertex_id{0}, n - 1}) (void)bfs(*read.prepared, source, options, on_one_thread);
  }
}

// Seeds of formats that are read but not written.
std::vector<std::string> seeds_without_writer(file_format format) {
  switch (format) {
    case file_format::pbbs:
      return {"EdgeArray\n0 1\n1 2\n2 7\n", "WeightedEdgeArray\n0 1 2.5\n3 1 4\n"};
    case file_format::gml:
      return {
          "graph [\n  directed 1\n  node [ id 4 label \"a [\" graphics [ x 1.5 ] ]\n  node [ id 2 ]\n"
          "  edge [ source 4 target 2 weight 0.5 ]\n]\n",
          "Creator \"x\"\ngraph [ node [ id \"a\" ] node [ id \"b\" ] edge [ source \"a\" target \"b\" value 3 ] ]\n"};
    case file_format::pajek:
      return {"*Network x\n*Vertices 4\n1 \"a b\" 0.1 0.2\n2 \"b\"\n*Arcs\n1 2 1.5\n*Edges\n2 3 2\n",
              "*Vertices 5 2\n*Arcslist\n1 2 3\n*Edgeslist\n4 5\n"};
    case file_format::graphml:
      return {
          "<?xml version=\"1.0\"?><graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"><default>2</default></key>"
          "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
          "<edge source=\"a\" target=\"b\" directed=\"true\"><data key=\"w\">1.5</data></edge></graph></graphml>"};
    case file_format::gexf:
      return {
          "<gexf><graph defaultedgetype=\"directed\"><nodes><node id=\"1\"/><node id=\"2\"/></nodes><edges>"
          "<edge source=\"1\" target=\"2\" weight=\"3\"/><edge source=\"2\" target=\"1\" type=\"mutual\"/></edges></graph></gexf>"};
    default:
      return {};
  }
}

}  // namespace

bool try_reader(file_format format, std::span<const std::uint8_t> bytes) {
  static memory_file file;
  file.hold(bytes);
  read_options options;
  options.format = format;
  options.build.control.threads = 1;
  options.build.parallel = parallel_edges::keep;
  options.build.loops = self_loops::keep;
  try {
    use(read_graph(file.path(), options));
    return true;
  } catch (const error&) {
  } catch (const std::bad_alloc&) {
  }
  return false;
}

std::vector<std::string> seeds_of(file_format format) {
  if (std::vector<std::string> texts = seeds_without_writer(format); !texts.empty()) return texts;
  std::vector<std::string> seeds;
  for (const bool directed : {false, true}) {
    for (const bool weighted : {false, true}) {
      for (const graph& g : {small_graph(directed, weighted), named_graph()}) {
        const temporary_folder folder;
        const auto file = folder / "seed";
        const layout prepared = prepare(g, {weighted ? vertex_order::degree : vertex_order::caller, {}, {}});
        try {
          write_graph(file, g, {.format = format, .prepared = &prepared, .control = {}});
          seeds.push_back(content_of(file));
        } catch (const error& failure) {
          // The format does not support such graphs.
          require(failure.category() == error_category::output || failure.category() == error_category::usage, failure.what());
        }
      }
    }
  }
  // Dialects that our writers do not produce.
  if (format == file_format::dimacs) {
    seeds.insert(seeds.end(), {"c x\np edge 4 3\nn 1 5\ne 1 2\ne 2 3\ne 3 4\n", "p tw 4 2\n1 2\n3 4\n"});
  } else if (format == file_format::matrix_market) {
    seeds.emplace_back("%MatrixMarket matrix coordinate unsigned-integer symmetric\n  % x\n%4 4 2\n2 1 5\n4 3 6\n");
  } else if (format == file_format::snap) {
    seeds.emplace_back("% bip weighted\n% 3 2 3\n1 1 2\n1 2 3\n2 3 4\n");
  }
  return seeds;
}

std::vector<file_format> readable_formats() {
  return {file_format::matrix_market,  file_format::snap,
          file_format::dimacs,         file_format::metis,
          file_format::edge_list,      file_format::weighted_edges,
          file_format::gap_serialized, file_format::gap_weighted,
          file_format::graph500,       file_format::csv,
          file_format::scipy_npz,      file_format::ligra,
          file_format::pbbs,           file_format::gml,
          file_format::pajek,
#ifdef FATHOM_FUZZ_XML
          file_format::graphml,        file_format::gexf,
#endif
          file_format::fathom};
}

void repair_checksums(std::span<std::uint8_t> bytes) {
  if (bytes.size() < sizeof(io::fathom_header)) return;
  const auto all = std::as_bytes(bytes);
  io::fathom_header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.file_bytes = bytes.size();
  const std::uint64_t room = (bytes.size() - sizeof header) / sizeof(io::section_entry);
  const std::uint64_t sections = std::min<std::uint64_t>({header.section_count, room, io::section_kinds});
  for (std::uint64_t i = 0; i < sections; ++i) {
    std::uint8_t* place = bytes.data() + sizeof header + i * sizeof(io::section_entry);
    io::section_entry entry;
    std::memcpy(&entry, place, sizeof entry);
    if (entry.offset > bytes.size() || entry.bytes > bytes.size() - entry.offset) continue;
    entry.checksum = io::checksum(all.subspan(entry.offset, entry.bytes), 1);
    std::memcpy(place, &entry, sizeof entry);
  }
  std::memcpy(bytes.data(), &header, sizeof header);
  header.checksum = io::hash_bytes(all.subspan(sizeof header, sections * sizeof(io::section_entry)),
                                   io::hash_bytes(all.first(offsetof(io::fathom_header, checksum))));
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace fathom::test
