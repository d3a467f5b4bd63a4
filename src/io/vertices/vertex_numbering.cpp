#include "io/vertices/vertex_numbering.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "io/input_error.hpp"
#include "io/text/text_chunks.hpp"

namespace fathom::io {
namespace {

// Ids renumbered per task: enough work to justify a thread.
constexpr std::size_t ids_numbered_at_once = std::size_t{1} << 18;

// Requires the minimum memory of a graph with this many vertices.
void require_memory(const std::filesystem::path& file, std::uint64_t vertices) {
  require_host_memory((vertices + 1) * sizeof(edge_offset), fmt::format("{}: a graph of {} vertices", file.string(), vertices));
}

}  // namespace

numbering_rules numbering_rules::of(const read_options& options, std::optional<stated_vertices> by_file) {
  if (!options.num_vertices) return {options.keep_id_gaps, std::move(by_file)};
  stated_vertices states;
  states.count = *options.num_vertices;
  states.text = fmt::format("the option --num-vertices {}", states.count);
  states.from_one = by_file && by_file->from_one;
  states.required = true;
  return {options.keep_id_gaps, std::move(states)};
}

void require_vertices_fit(const std::filesystem::path& file, std::uint64_t vertices) {
  if (vertices > max_vertices) bad_input(file, "has {} vertices; a graph has at most {}", vertices, max_vertices);
}

std::string stated_note(const stated_vertices& states) {
  return fmt::format("{} vertices, as {} states", grouped(states.count), states.text);
}

std::string too_few_note(const std::filesystem::path& file, const stated_vertices& states, std::uint64_t named) {
  if (states.required) {
    throw error(error_category::usage,
                fmt::format("{}: has {} vertices, more than {} states; use at least {}", file.string(), named, states.text, named));
  }
  return fmt::format("{} states {} vertices, but there are {}; all {} were kept",
                     states.text.empty() ? "the comment \"# fathom: vertices\"" : states.text, grouped(states.count),
                     grouped(named), grouped(named));
}

std::string edge_count_note(const std::string& by, std::uint64_t stated, std::uint64_t edges) {
  if (stated == edges || (edges % 2 == 0 && stated == edges / 2)) return {};
  return fmt::format("{} states {} edges, but there are {}", by, grouped(stated), grouped(edges));
}

void require_requested_vertices(const std::filesystem::path& file, const read_options& options, std::uint64_t vertices) {
  if (!options.num_vertices || *options.num_vertices == vertices) return;
  throw error(error_category::usage,
              fmt::format("{}: has {} vertices according to its format or their names; omit --num-vertices {}", file.string(),
                          vertices, *options.num_vertices));
}

std::uint64_t first_id(const stated_vertices& states, id_extent extent) noexcept {
  if (states.positions) return 0;
  if (extent.none) return states.from_one ? 1 : 0;
  if (states.from_one) return extent.smallest >= 1 ? 1 : 0;
  return extent.smallest == 1 && extent.largest <= states.count ? 1 : 0;
}

std::string compact_note(std::uint64_t count, std::uint64_t smallest, std::uint64_t largest) {
  return fmt::format(
      "{} with ids from {} to {}{}", counted(count, "vertex", "vertices"), smallest, largest,
      largest - smallest + 1 == count ? "" : "; unused ids are not vertices (use --keep-id-gaps to add them as isolated vertices)");
}

std::optional<vertex_numbering> vertex_numbering::by_rules(const std::filesystem::path& file, const numbering_rules& rules,
                                                           id_extent extent) {
  const std::optional<stated_vertices>& states = rules.states;
  vertex_numbering numbers;
  if (states) {
    require_vertices_fit(file, states->count);
    const bool from_zero = rules.keep_gaps && (states->required || !states->from_one);
    const std::uint64_t first = from_zero ? 0 : first_id(*states, extent);
    if (extent.none || extent.largest < first + states->count) {
      require_memory(file, states->count);
      numbers.first_ = rules.keep_gaps ? 0 : first;
      numbers.count_ = first + states->count - numbers.first_;
      if (!states->text.empty()) numbers.notes_.push_back(stated_note(*states));
      if (numbers.first_ > 0 && numbers.count_ > 0) {
        numbers.notes_.push_back(compact_note(numbers.count_, numbers.first_, numbers.first_ + numbers.count_ - 1));
      }
      return numbers;
    }
  }
  if (extent.none) return numbers;
  if (!rules.keep_gaps) return std::nullopt;
  numbers.count_ = extent.largest + 1;
  require_memory(file, numbers.count_);
  if (states) numbers.notes_.push_back(too_few_note(file, *states, numbers.count_));
  return numbers;
}

vertex_numbering vertex_numbering::by_ids(const std::filesystem::path& file, const numbering_rules& rules, id_bitmap&& ids) {
  vertex_numbering numbers;
  if (rules.states) {
    const stated_vertices& states = *rules.states;
    if (states.count < ids.count()) numbers.notes_.push_back(too_few_note(file, states, ids.count()));
    if (states.count > ids.count()) {
      ids.mark_unused(first_id(states, {false, ids.smallest(), ids.largest()}), states.count);
      if (!states.text.empty()) numbers.notes_.push_back(stated_note(states));
    }
  }
  const std::uint64_t smallest = ids.smallest(), largest = ids.largest();
  numbers.count_ = ids.count();
  numbers.first_ = smallest;
  if (largest > 0 && (smallest > 0 || largest + 1 > ids.count())) {
    numbers.notes_.push_back(compact_note(ids.count(), smallest, largest));
  }
  if (largest - smallest + 1 == ids.count()) return numbers;
  ids.rank();
  numbers.ranks_.emplace(std::move(ids));
  return numbers;
}

void vertex_numbering::apply(std::span<vertex_id> ids, int threads) const {
  if (!ranks_ && first_ == 0) return;
  parallel_for((ids.size() + ids_numbered_at_once - 1) / ids_numbered_at_once, threads, [&](std::size_t piece) {
    const std::span<vertex_id> part =
        ids.subspan(piece * ids_numbered_at_once, std::min(ids_numbered_at_once, ids.size() - piece * ids_numbered_at_once));
    if (ranks_) {
      for (vertex_id& id : part) id = (*ranks_)[id];
    } else {
      for (vertex_id& id : part) id -= static_cast<vertex_id>(first_);
    }
  });
}

array<std::uint64_t> vertex_numbering::original_ids() const {
  if (ranks_) return ranks_->ids();
  if (first_ == 0) return {};
  array<std::uint64_t> ids(count_);
  for (std::uint64_t v = 0; v < count_; ++v) ids[v] = first_ + v;
  return ids;
}

}  // namespace fathom::io
