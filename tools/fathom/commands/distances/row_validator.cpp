#include "commands/distances/row_validator.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/timer.hpp"

namespace fathom::program {
namespace {

// An engine writes some rows of a group in one pass over its state: few passes, and rows that fit in memory.
constexpr std::uint64_t bytes_at_once = std::uint64_t{64} << 20;

// Progress is that of the searches, which call the sink from their threads.
run_control without_progress(run_control control) {
  control.on_progress = nullptr;
  return control;
}

}  // namespace

row_validator::row_validator(const graph& g, hop_count depth_limit, const run_control& control, multi_bfs_sink* file)
    : row_validator([validator = std::make_shared<bfs_validator>(
                         g, validate_options{.depth_limit = depth_limit, .where = {}, .control = without_progress(control)})](
                        vertex_id source, std::span<const hop_count> row) { return validator->check(source, row, {}); },
                    file) {}

row_validator::row_validator(row_check check, multi_bfs_sink* file) : check_(std::move(check)), file_(file) {}

sink_needs row_validator::needs() const {
  sink_needs needed = file_ != nullptr ? file_->needs() : sink_needs{};
  needed.distances = true;
  return needed;
}

void row_validator::begin(const multi_bfs_plan& plan) {
  row_size_ = plan.num_vertices;
  const std::uint64_t row_bytes = std::max<std::uint64_t>(row_size_, 1) * sizeof(hop_count);
  const std::size_t at_once = std::max<std::size_t>(std::min<std::size_t>(bytes_at_once / row_bytes, plan.searches), 1);
  rows_ = array<hop_count>(at_once * row_size_);
  if (file_ != nullptr) file_->begin(plan);
}

void row_validator::take(const finished_group& group) {
  const timer clock;
  const std::size_t at_once = row_size_ > 0 ? rows_.size() / row_size_ : group.size();
  bool valid = true;
  for (std::size_t first = 0; first < group.size(); first += at_once) {
    const std::size_t last = std::min(first + at_once, group.size());
    std::vector<hop_count*> places(group.size(), nullptr);
    for (std::size_t i = first; i < last; ++i) places[i] = rows_.data() + (i - first) * row_size_;
    group.copy_distances(places);
    for (std::size_t i = first; i < last; ++i) {
      const bfs_validation found = check_(group.source(i), {places[i], row_size_});
      valid &= found.valid;
      for (const std::size_t position : group.positions(i)) {
        ++verdicts.rows;
        if (!found.valid) verdicts.invalid.emplace(position, found.message);
      }
    }
  }
  verdicts.seconds += clock.seconds();
  if (file_ != nullptr && valid) file_->take(group);
}

void row_validator::end(vertex_totals& totals) {
  if (file_ != nullptr && verdicts.invalid.empty()) file_->end(totals);
}

}  // namespace fathom::program
