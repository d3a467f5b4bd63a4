// Result files of searches on a partitioned graph: process 0 writes the results of all vertices, or with --parts each process those
// of its own vertices.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "output/part_files.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {

class search_parts_writer {
 public:
  /// Without a FILE it writes nothing. `names` has the ids of the vertices in the graph's file.
  search_parts_writer(const std::string& file, bool parts, const graph& names, const rank_graph& g,
                      const std::vector<vertex_id>& sources, distance_type type = distance_type::hops,
                      bool with_predecessors = true);

  /// Adds the result of the next source, of all vertices or with --parts of the process's own ones.
  template <class Result>
  void add(const Result& result) {
    if (whole_) whole_->add(result);
    if (!distances_) return;
    distances_->add(std::span(std::as_const(result.distances).data(), result.distances.size()));
    if (predecessors_) add_predecessors(result.predecessors.view());
  }
  /// Gives the files their names, and returns these.
  std::vector<std::string> commit();

 private:
  void add_predecessors(std::span<const vertex_id> predecessors);

  graph names_;
  std::unique_ptr<result_writer> whole_;
  std::optional<part_writer> distances_, predecessors_;
  std::vector<std::string> files_;
};

}  // namespace fathom::program
