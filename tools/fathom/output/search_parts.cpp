#include "output/search_parts.hpp"

#include "ranks.hpp"

namespace fathom::program {

search_parts_writer::search_parts_writer(const std::string& file, bool parts, const graph& names, const rank_graph& g,
                                         const std::vector<vertex_id>& sources, distance_type type, bool with_predecessors)
    : names_(names) {
  if (file.empty()) return;
  if (parts) {
    const std::uint64_t own = g.last_vertex() - g.first_vertex();
    const std::filesystem::path mine = part_file(file, g.ranks());
    const auto and_others = [](const std::filesystem::path& one) { return one.string() + " and those of the other processes"; };
    distances_.emplace(mine, type == distance_type::hops ? "<i4" : "<f8", sources.size(), own);
    files_.push_back(and_others(mine));
    if (!with_predecessors) return;
    predecessors_.emplace(beside(mine, "predecessors"), "<i8", sources.size(), own);
    files_.push_back(and_others(beside(mine, "predecessors")));
  } else if (prints(&g.ranks())) {
    whole_ = std::make_unique<result_writer>(file, names, sources, type, with_predecessors);
    for (const std::filesystem::path& one : result_files(file, !names.arrays().original_ids.empty(), with_predecessors))
      files_.push_back(one.string());
  }
}

void search_parts_writer::add_predecessors(std::span<const vertex_id> predecessors) {
  std::vector<std::int64_t> ids;
  for (const vertex_id p : predecessors) ids.push_back(p == no_vertex ? -1 : static_cast<std::int64_t>(names_.original_id(p)));
  predecessors_->add(std::span<const std::int64_t>(ids));
}

std::vector<std::string> search_parts_writer::commit() {
  if (whole_) whole_->commit();
  if (distances_) {
    distances_->sync();
    if (predecessors_) predecessors_->sync(), predecessors_->publish();
    distances_->publish();
  }
  return files_;
}

}  // namespace fathom::program
