// A triangle is found at the owner of its middle vertex v. The row of the lowest vertex u arrives there and is marked, and each
// entry w of the row of v is looked up in the marks. The counts of a batch are returned to the owners of u and w before the next.
#include "triangles/distributed/count.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/routing.hpp"
#include "triangles/entry.hpp"

namespace fathom::triangles_engine {
namespace {

constexpr int rows_at_once = 64;        // chunk size
constexpr std::uint64_t head_size = 2;  // of a row in a message: its vertex as an entry, and its length

// As in triangles/cpu/triangles.cpp: edges to the row's vertex in the lowest bits, 0 if there are none, and above them the
// triangles found, which are at most 16 times the length of a row.
using mark = std::uint32_t;
constexpr mark edge_bits = 2, edge_mask = (1u << edge_bits) - 1;

struct vertex_count {
  vertex_id vertex;
  std::uint64_t triangles;
};

template <class Entry>
class counting_over_processes {
 public:
  counting_over_processes(const partitioned_graph& g, const rows_of_process& rows, std::span<std::uint64_t> triangles, int threads,
                          std::uint64_t entries_per_batch, ranks_engine::work_clock& clock)
      : g_(g), rows_(rows), triangles_(triangles), clock_(clock) {
    const auto ranks = static_cast<std::uint64_t>(g.ranks->size());
    most_to_one_ = std::max<std::uint64_t>(1, entries_per_batch / ranks);
    const std::uint64_t longest = largest_of(*g.ranks, rows.longest);
    on_all_processes(*g.ranks, [&] {
      const std::uint64_t room = ranks * (most_to_one_ + longest + head_size);
      const std::uint64_t of_thread = std::max<std::uint64_t>(g.blocks.num_vertices() * sizeof(mark), 1);
      threads_ = useful_threads(available_host_memory() / 2, of_thread, threads);
      // Sent twice in a row and received, and counts that are sent and received.
      require_host_memory(room * (3 * sizeof(vertex_id) + sizeof(std::uint64_t) + 2 * sizeof(vertex_count)) +
                              static_cast<std::uint64_t>(threads_) * of_thread,
                          fmt::format("counting triangles of one process's {} edges", rows.entries.size()));
      outgoing_.resize(ranks);
      for (auto& of_rank : outgoing_) of_rank.reserve(most_to_one_ + longest + head_size);
      sent_.reserve(room);
      for (int t = 0; t < threads_; ++t) {
        marks_.emplace_back(g.blocks.num_vertices());
        std::fill(marks_.back().begin(), marks_.back().end(), 0);
      }
    });
    std::fill(triangles.begin(), triangles.end(), 0);
  }

  std::uint64_t run(const run_control& control) {
    std::uint64_t batches = 0;
    for (;; ++batches) {
      clock_.computed();
      const bool goes_on = any_of(*g_.ranks, next_ < rows_.size(), control);
      clock_.waited();
      if (!goes_on) return batches;
      const exchanged<vertex_id> received = exchange_rows();
      count_received(received.values.view());
      return_counts(received.values.view());
    }
  }

 private:
  // Sends rows until one process has received enough.
  exchanged<vertex_id> exchange_rows() {
    bool is_full = false;
    for (; next_ < rows_.size() && !is_full; ++next_) {
      const std::span<const vertex_id> row = rows_.row(next_);
      if (row.size() < 2) continue;  // no pair
      const auto length = static_cast<vertex_id>(row.size());
      int last = -1;
      for (const vertex_id entry : row) {  // ascending, as the blocks of owners are
        const int owner = g_.blocks.owner(Entry::vertex(entry));
        if (owner == last) continue;
        last = owner;
        std::vector<vertex_id>& out = outgoing_[static_cast<std::size_t>(owner)];
        out.push_back(Entry::made_of(rows_.first + static_cast<vertex_id>(next_), false));
        out.push_back(length);
        out.insert(out.end(), row.begin(), row.end());
        is_full = is_full || out.size() >= most_to_one_;
      }
    }
    sent_.clear();
    std::vector<std::uint64_t> counts;
    for (auto& of_rank : outgoing_) {
      sent_.insert(sent_.end(), of_rank.begin(), of_rank.end());
      counts.push_back(of_rank.size());
      of_rank.clear();
    }
    clock_.computed();
    clock_.sent((sent_.size() - counts[static_cast<std::size_t>(g_.ranks->rank())]) * sizeof(vertex_id));
    exchanged<vertex_id> received = exchange<vertex_id>(*g_.ranks, sent_, counts);
    clock_.exchanged();
    return received;
  }

  void count_received(std::span<const vertex_id> received) {
    on_all_processes(*g_.ranks, [&] {
      starts_.clear();
      for (std::uint64_t at = 0; at < received.size(); at += head_size + received[at + 1]) starts_.push_back(at);
      counts_.assign(received.size(), 0);
    });
    const std::uint64_t size = starts_.size();
#pragma omp parallel for num_threads(threads_) schedule(dynamic, rows_at_once)
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t head = starts_[i], first = head + head_size;
      count_row({received.data() + first, received[head + 1]}, counts_[head], counts_.data() + first,
                marks_[static_cast<std::size_t>(omp_get_thread_num())].data());
    }
    clock_.computed();
  }

  // `of_lowest` gets the triangles of the row's vertex, `of_entries` those of its entries. Without branches, because a branch on a
  // mark would be unpredictable.
  void count_row(std::span<const vertex_id> row, std::uint64_t& of_lowest, std::uint64_t* of_entries, mark* marks) {
    const vertex_id first = rows_.first;
    const auto before = [](vertex_id entry, std::uint64_t v) { return Entry::vertex(entry) < v; };
    const auto own = std::lower_bound(row.begin(), row.end(), std::uint64_t{first}, before);
    const auto own_end = std::lower_bound(own, row.end(), first + rows_.size(), before);
    const vertex_id last = Entry::vertex(row.back());
    for (const vertex_id entry : row) marks[Entry::vertex(entry)] = Entry::edges(entry);
    for (auto v = own; v != own_end; ++v) {
      mark of_middle = 0;
      for (const vertex_id entry : rows_.row(Entry::vertex(*v) - first)) {
        const vertex_id w = Entry::vertex(entry);
        if (w > last) break;
        const mark found = (marks[w] & edge_mask) * Entry::edges(*v) * Entry::edges(entry);
        marks[w] += found << edge_bits;
        of_middle += found;
      }
      marks[Entry::vertex(*v)] += of_middle << edge_bits;
      of_lowest += of_middle;
    }
    for (const vertex_id entry : row) *of_entries++ = std::exchange(marks[Entry::vertex(entry)], 0) >> edge_bits;
  }

  void return_counts(std::span<const vertex_id> received) {
    const exchanged<vertex_count> theirs = deliver<vertex_count>(*g_.ranks, counts_.size(), threads_, clock_.bytes_sent(),
                                                                 [&](std::uint64_t begin, std::uint64_t end, const auto& emit) {
                                                                   for (std::uint64_t i = begin; i < end; ++i) {
                                                                     if (counts_[i] == 0)
                                                                       continue;  // the length of a row has no count
                                                                     const vertex_id v = Entry::vertex(received[i]);
                                                                     emit(g_.blocks.owner(v), vertex_count{v, counts_[i]});
                                                                   }
                                                                 });
    clock_.exchanged();
    for (const vertex_count& c : theirs.values) triangles_[c.vertex - rows_.first] += c.triangles;
  }

  const partitioned_graph& g_;
  const rows_of_process& rows_;
  const std::span<std::uint64_t> triangles_;
  int threads_ = 1;  // those whose marks fit in half of the available memory
  ranks_engine::work_clock& clock_;
  std::uint64_t most_to_one_ = 0;  // entries to one process in a batch; the last row may exceed it
  std::uint64_t next_ = 0;         // row to send
  std::vector<std::vector<vertex_id>> outgoing_;
  std::vector<vertex_id> sent_;
  std::vector<std::uint64_t> starts_, counts_;  // of rows, and by position of what was received
  std::vector<array<mark>> marks_;              // by thread: one mark per vertex of the graph
};

}  // namespace

template <class Entry>
std::uint64_t count_over_processes(const partitioned_graph& g, const rows_of_process& rows, std::span<std::uint64_t> triangles,
                                   int threads, const run_control& control, ranks_engine::work_clock& clock,
                                   std::uint64_t entries_per_batch) {
  return counting_over_processes<Entry>(g, rows, triangles, threads, entries_per_batch, clock).run(control);
}

template std::uint64_t count_over_processes<plain_entry>(const partitioned_graph&, const rows_of_process&, std::span<std::uint64_t>,
                                                         int, const run_control&, ranks_engine::work_clock&, std::uint64_t);
template std::uint64_t count_over_processes<directed_entry>(const partitioned_graph&, const rows_of_process&,
                                                            std::span<std::uint64_t>, int, const run_control&,
                                                            ranks_engine::work_clock&, std::uint64_t);

}  // namespace fathom::triangles_engine
