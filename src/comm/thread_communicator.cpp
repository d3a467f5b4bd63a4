// Communicator among threads of one process. A collective call publishes where each thread's data is, passes a barrier, copies
// from the others' memory, and passes a second barrier, after which the data may change again.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "comm/thread_states.hpp"

namespace fathom {

/// The threads of one communicator.
struct thread_group {
  thread_group(std::shared_ptr<thread_states> all, std::vector<int> ranks)
      : threads(std::move(all)), members(std::move(ranks)), data(members.size()), sizes(members.size()) {}

  [[nodiscard]] int size() const noexcept { return static_cast<int>(members.size()); }

  /// Returns once all members have called it.
  void barrier() {
    const std::uint32_t now = phase.load();
    threads->check();
    if (arrived.fetch_add(1) + 1 < size()) return threads->wait(phase, now, members);
    arrived = 0;
    ++phase;
    threads->wake();
  }

  const std::shared_ptr<thread_states> threads;
  const std::vector<int> members;  ///< by rank: the thread
  /// Data that each rank has published for the collective call that all are in.
  std::vector<const void*> data;
  std::vector<std::span<const std::uint64_t>> sizes;
  std::atomic<std::uint64_t> counter{0};
  std::atomic<int> arrived{0};
  std::atomic<std::uint32_t> phase{0};
};

namespace {

using outbox = std::vector<std::span<const std::byte>>;  ///< of one rank: by receiver, then by number

void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes > 0 && to != from) std::memcpy(to, from, bytes);
}

std::uint64_t start_of(std::span<const std::uint64_t> sizes, int rank) {
  return std::accumulate(sizes.begin(), sizes.begin() + rank, std::uint64_t{0});
}

/// Messages that their senders publish, and that receivers copy in wait().
class thread_messages final : public posted_messages {
 public:
  thread_messages(std::shared_ptr<thread_group> group, int rank, int count, std::uint64_t most_bytes, std::span<std::byte> room)
      : group_(std::move(group)), rank_(rank), count_(count), most_bytes_(most_bytes), room_(room) {
    const auto all = static_cast<std::size_t>(group_->size() * count);
    sent_.resize(all), received_.resize(all);
  }

  void send(int to, int number, std::span<const std::byte> bytes) override { sent_[at(to, number)] = bytes; }

  void wait() override {
    group_->data[static_cast<std::size_t>(rank_)] = &sent_;
    group_->barrier();
    for (int step = 1; step < group_->size(); ++step) {  // staggered, so that not all copy from the same thread at once
      const int from = (rank_ + step) % group_->size();
      const outbox& theirs = *static_cast<const outbox*>(group_->data[static_cast<std::size_t>(from)]);
      for (int number = 0; number < count_; ++number) {
        const std::span<const std::byte> message = theirs[at(rank_, number)];
        const std::span<std::byte> here = room_.subspan(at(from, number) * most_bytes_, message.size());
        copy_bytes(here.data(), message.data(), message.size());
        received_[at(from, number)] = here;
      }
    }
    group_->barrier();
  }

  [[nodiscard]] std::span<const std::byte> from(int rank, int number) const override { return received_[at(rank, number)]; }

 private:
  [[nodiscard]] std::size_t at(int rank, int number) const noexcept { return static_cast<std::size_t>(rank * count_ + number); }

  std::shared_ptr<thread_group> group_;
  int rank_, count_;
  std::uint64_t most_bytes_;
  std::span<std::byte> room_;
  outbox sent_, received_;
};

class thread_rank final : public communicator {
 public:
  thread_rank(std::shared_ptr<thread_group> group, int rank) : group_(std::move(group)), rank_(rank) {}

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return group_->size(); }
  [[nodiscard]] int ranks_on_host() const noexcept override { return size(); }
  [[nodiscard]] int rank_on_host() const noexcept override { return rank_; }
  [[nodiscard]] bool in_one_process() const noexcept override { return true; }
  [[nodiscard]] int processors() const noexcept override { return std::max(1, omp_get_num_procs() / group_->threads->size()); }
  [[nodiscard]] std::optional<device> own_device() const noexcept override {
    const std::vector<device>& all = group_->threads->devices();
    if (all.empty()) return std::nullopt;
    return all[static_cast<std::size_t>(group_->members[static_cast<std::size_t>(rank_)])];
  }

  void barrier() override { group_->barrier(); }

  void all_reduce(reduction how, std::span<std::uint64_t> values) override { reduce(how, values); }
  void all_reduce(reduction how, std::span<std::uint32_t> values) override { reduce(how, values); }
  void all_reduce(reduction how, std::span<std::int32_t> values) override { reduce(how, values); }
  void all_reduce(reduction how, std::span<std::int16_t> values) override { reduce(how, values); }
  void all_reduce(reduction how, std::span<std::int8_t> values) override { reduce(how, values); }

  void broadcast(std::span<std::byte> bytes, int root) override {
    with_published(bytes.data(), [&] { copy_bytes(bytes.data(), of<std::byte>(root), bytes.size()); });
  }

  [[nodiscard]] std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
    std::vector<std::vector<std::byte>> all(static_cast<std::size_t>(size()));
    with_published(&mine, [&] {
      for (int r = 0; r < size(); ++r) {
        const auto& theirs = *of<std::span<const std::byte>>(r);
        all[static_cast<std::size_t>(r)].assign(theirs.begin(), theirs.end());
      }
    });
    return all;
  }

  void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) override {
    with_published(mine.data(), [&] {
      for (int step = 0; step < size(); ++step) {
        const int from = (rank_ + step) % size();
        copy_bytes(all.data() + start_of(sizes, from), of<std::byte>(from), sizes[static_cast<std::size_t>(from)]);
      }
    });
  }

  void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) override {
    with_published(mine.data(), [&] {
      for (int r = 0; r < size(); ++r) theirs[static_cast<std::size_t>(r)] = of<std::uint64_t>(r)[rank_];
    });
  }

  void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t> my_sizes, std::span<std::byte> theirs,
                  std::span<const std::uint64_t> their_sizes) override {
    group_->sizes[static_cast<std::size_t>(rank_)] = my_sizes;
    with_published(mine.data(), [&] {
      for (int step = 0; step < size(); ++step) {
        const int from = (rank_ + step) % size();
        copy_bytes(theirs.data() + start_of(their_sizes, from),
                   of<std::byte>(from) + start_of(group_->sizes[static_cast<std::size_t>(from)], rank_),
                   their_sizes[static_cast<std::size_t>(from)]);
      }
    });
  }

  [[nodiscard]] std::unique_ptr<posted_messages> post_receives(int count, std::uint64_t most_bytes,
                                                               std::span<std::byte> room) override {
    return std::make_unique<thread_messages>(group_, rank_, count, most_bytes, room);
  }

  // Each thread computes a part of the words for all ranks, in place.
  void prefix_or(std::span<std::uint64_t> words) override {
    with_published(words.data(), [&] {
      const index_range part = own_part(words.size());
      for (std::uint64_t i = part.first; i < part.last; ++i) {
        std::uint64_t before = 0;
        for (int r = 0; r < size(); ++r) before |= std::exchange(own<std::uint64_t>(r)[i], before);
      }
    });
  }

  [[nodiscard]] std::unique_ptr<communicator> split(int color, int key) override {
    const std::pair<int, int> mine{color, key};
    std::vector<int> part;  // ranks in this communicator
    with_published(&mine, [&] {
      const auto of_rank = [&](int r) { return *of<std::pair<int, int>>(r); };
      for (int r = 0; r < size(); ++r) {
        if (of_rank(r).first == color) part.push_back(r);
      }
      std::stable_sort(part.begin(), part.end(), [&](int a, int b) { return of_rank(a).second < of_rank(b).second; });
    });
    std::shared_ptr<thread_group> group;
    if (part.front() == rank_) {
      std::vector<int> threads;
      for (const int r : part) threads.push_back(group_->members[static_cast<std::size_t>(r)]);
      group = std::make_shared<thread_group>(group_->threads, std::move(threads));
    }
    const std::shared_ptr<thread_group> made = group;
    with_published(&made, [&] { group = *of<std::shared_ptr<thread_group>>(part.front()); });
    return std::make_unique<thread_rank>(group, static_cast<int>(std::find(part.begin(), part.end(), rank_) - part.begin()));
  }

  std::uint64_t fetch_add(std::uint64_t value) override {
    group_->threads->check();
    return group_->counter.fetch_add(value);
  }

  [[noreturn]] void end_all(int exit_code) override { std::_Exit(exit_code); }

 private:
  /// Calls work() while all ranks' data is published and stays unchanged.
  template <class Work>
  void with_published(const void* mine, const Work& work) {
    group_->data[static_cast<std::size_t>(rank_)] = mine;
    group_->barrier();
    work();
    group_->barrier();
  }

  /// The data that a rank has published.
  template <class T>
  [[nodiscard]] const T* of(int rank) const {
    return static_cast<const T*>(group_->data[static_cast<std::size_t>(rank)]);
  }
  /// The same, if ranks published memory that others may write.
  template <class T>
  [[nodiscard]] T* own(int rank) const {
    return const_cast<T*>(of<T>(rank));
  }

  [[nodiscard]] index_range own_part(std::uint64_t entries) const {
    return part_of(entries, static_cast<std::uint64_t>(size()), static_cast<std::uint64_t>(rank_));
  }

  // Each thread combines a part of the entries and writes it for all ranks, in place.
  template <class T>
  void reduce(reduction how, std::span<T> values) {
    with_published(values.data(), [&] {
      if (how == reduction::sum) combine<T>(values.size(), [](T a, T b) { return static_cast<T>(a + b); });
      if (how == reduction::max) combine<T>(values.size(), [](T a, T b) { return std::max(a, b); });
      if (how == reduction::bit_or) combine<T>(values.size(), [](T a, T b) { return static_cast<T>(a | b); });
    });
  }

  template <class T, class Combine>
  void combine(std::uint64_t entries, const Combine& both) {
    const index_range part = own_part(entries);
    for (std::uint64_t i = part.first; i < part.last; ++i) {
      T all = own<T>(0)[i];
      for (int r = 1; r < size(); ++r) all = both(all, own<T>(r)[i]);
      for (int r = 0; r < size(); ++r) own<T>(r)[i] = all;
    }
  }

  std::shared_ptr<thread_group> group_;
  int rank_;
};

}  // namespace

std::shared_ptr<thread_group> make_thread_group(std::shared_ptr<thread_states> threads) {
  std::vector<int> all(static_cast<std::size_t>(threads->size()));
  std::iota(all.begin(), all.end(), 0);
  return std::make_shared<thread_group>(std::move(threads), std::move(all));
}

std::unique_ptr<communicator> thread_communicator(std::shared_ptr<thread_group> group, int rank) {
  return std::make_unique<thread_rank>(std::move(group), rank);
}

}  // namespace fathom
