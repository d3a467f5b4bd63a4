#include "multi_bfs/agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/agreement.hpp"
#include "graph/sampled_hash.hpp"
#include "multi_bfs/run.hpp"

namespace fathom {
namespace {

// Serializes reports as consecutive plain data, for processes that run the same executable.
class byte_writer {
 public:
  template <class T>
  void put(const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* const from = reinterpret_cast<const std::byte*>(values);
    bytes.insert(bytes.end(), from, from + count * sizeof(T));
  }
  template <class T>
  void put(const T& value) {
    put(&value, 1);
  }

  std::vector<std::byte> bytes;
};

class byte_reader {
 public:
  explicit byte_reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  void take(T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > 0) std::memcpy(values, bytes_.data(), count * sizeof(T));
    bytes_ = bytes_.subspan(count * sizeof(T));
  }
  template <class T>
  [[nodiscard]] T take() {
    T value{};
    take(&value, 1);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// A group_report without its lists.
struct packed_group {
  std::uint64_t number = 0;
  int searches = 0, rank = 0;
  device where;
  hop_count depth = 0;
  double seconds = 0;
  std::uint64_t edges_traversed = 0;
  std::uint64_t levels = 0, inspections = 0;
};

struct packed_report {
  double seconds_group = 0, seconds_search = 0, seconds_sink = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t groups = 0;
};

std::vector<std::byte> packed(std::span<const std::uint64_t> numbers, const multi_bfs_report& r) {
  byte_writer to;
  to.put(packed_report{r.seconds_group, r.seconds_search, r.seconds_sink, r.peak_memory_bytes, r.groups.size()});
  for (std::size_t i = 0; i < r.groups.size(); ++i) {
    const group_report& g = r.groups[i];
    to.put(packed_group{numbers[i], g.searches, g.rank, g.where, g.depth, g.seconds, g.edges_traversed, g.levels.size(),
                        g.inspections.size()});
    to.put(g.levels.data(), g.levels.size());
    to.put(g.inspections.data(), g.inspections.size());
  }
  return std::move(to.bytes);
}

using numbered_group = std::pair<std::uint64_t, group_report>;

numbered_group unpacked_group(byte_reader& from) {
  const auto p = from.take<packed_group>();
  numbered_group numbered{p.number, {p.searches, p.rank, p.where, p.depth, p.seconds, p.edges_traversed, {}, {}}};
  numbered.second.levels.resize(p.levels);
  from.take(numbered.second.levels.data(), p.levels);
  numbered.second.inspections.resize(p.inspections);
  from.take(numbered.second.inspections.data(), p.inspections);
  return numbered;
}

}  // namespace

std::uint64_t hash_of(const sink_needs& needs) {
  return std::uint64_t{needs.level_counts} | std::uint64_t{needs.distances} << 1 | std::uint64_t{needs.predecessors} << 2 |
         std::uint64_t{needs.vertex_totals} << 3;
}

void multi_bfs_run::require_same_call() const {
  if (ranks_.size() == 1) return;  // skips hashing the graph
  std::uint64_t sinks = sinks_.size();
  for (const multi_bfs_sink* const sink : sinks_) sinks = add_to(sinks, hash_of(sink->needs()));
  const argument arguments[] = {
      {"number of vertices", layout_.caller_vertices},
      {"number of edges", layout_.num_edges},
      {"vertex order", static_cast<std::uint64_t>(layout_.order)},
      {"edges", hash_of(layout_)},
      {"sources", hash_of(sources_)},
      {"sinks", sinks},
      {"method", static_cast<std::uint64_t>(options_.method)},
      {"width", static_cast<std::uint64_t>(options_.width)},
      {"grouping", add_to(add_to(static_cast<std::uint64_t>(options_.grouping), options_.small_degree), options_.hub_degree)},
      {"seed", options_.seed},
      {"depth limit", static_cast<std::uint64_t>(options_.depth_limit)},
      {"kind of device", static_cast<std::uint64_t>(devices_.front().kind)},
      {"report options", std::uint64_t{options_.deterministic} | std::uint64_t{options_.report_levels} << 1 |
                             std::uint64_t{options_.count_edges} << 2 | std::uint64_t{options_.early_termination} << 3 |
                             std::uint64_t{options_.merge_updates} << 4},
  };
  require_same(ranks_, arguments);
}

void merge_reports(communicator& ranks, std::span<const std::uint64_t> numbers, multi_bfs_report& report) {
  if (ranks.size() == 1) return;
  std::vector<numbered_group> groups;
  double longest = -1;
  for (const std::vector<std::byte>& bytes : ranks.all_gather(packed(numbers, report))) {
    byte_reader from(bytes);
    const auto rank = from.take<packed_report>();
    report.peak_memory_bytes = std::max(report.peak_memory_bytes, rank.peak_memory_bytes);
    const double seconds = rank.seconds_group + rank.seconds_search + rank.seconds_sink;
    if (seconds > longest) {
      longest = seconds;
      report.seconds_group = rank.seconds_group;
      report.seconds_search = rank.seconds_search;
      report.seconds_sink = rank.seconds_sink;
    }
    for (std::uint64_t i = 0; i < rank.groups; ++i) groups.push_back(unpacked_group(from));
  }
  std::sort(groups.begin(), groups.end(), [](const numbered_group& a, const numbered_group& b) { return a.first < b.first; });
  report.groups.clear();
  report.edges_traversed = 0;
  for (numbered_group& group : groups) {
    report.edges_traversed += group.second.edges_traversed;
    report.groups.push_back(std::move(group.second));
  }
}

}  // namespace fathom
