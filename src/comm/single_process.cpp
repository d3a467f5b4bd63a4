// Communicator of a single process.
#include <algorithm>
#include <cstdlib>

#include "fathom/distributed/communicator.hpp"

namespace fathom {
namespace {

/// Messages of a single process: there are none.
class no_messages final : public posted_messages {
 public:
  void send(int, int, std::span<const std::byte>) override {}
  void wait() override {}
  [[nodiscard]] std::span<const std::byte> from(int, int) const override { return {}; }
};

class single_rank final : public communicator {
 public:
  [[nodiscard]] int rank() const noexcept override { return 0; }
  [[nodiscard]] int size() const noexcept override { return 1; }
  [[nodiscard]] int ranks_on_host() const noexcept override { return 1; }
  [[nodiscard]] int rank_on_host() const noexcept override { return 0; }
  [[nodiscard]] bool in_one_process() const noexcept override { return true; }
  void barrier() override {}
  void all_reduce(reduction, std::span<std::uint64_t>) override {}
  void all_reduce(reduction, std::span<std::uint32_t>) override {}
  void all_reduce(reduction, std::span<std::int32_t>) override {}
  void all_reduce(reduction, std::span<std::int16_t>) override {}
  void all_reduce(reduction, std::span<std::int8_t>) override {}
  void broadcast(std::span<std::byte>, int) override {}
  [[nodiscard]] std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
    return {{mine.begin(), mine.end()}};
  }
  void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t>, std::span<std::byte> all) override {
    std::copy(mine.begin(), mine.end(), all.begin());
  }
  void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) override { theirs[0] = mine[0]; }
  void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t>, std::span<std::byte> theirs,
                  std::span<const std::uint64_t>) override {
    std::copy(mine.begin(), mine.end(), theirs.begin());
  }
  [[nodiscard]] std::unique_ptr<posted_messages> post_receives(int, std::uint64_t, std::span<std::byte>) override {
    return std::make_unique<no_messages>();
  }
  void prefix_or(std::span<std::uint64_t> words) override { std::fill(words.begin(), words.end(), 0); }
  [[nodiscard]] std::unique_ptr<communicator> split(int, int) override { return std::make_unique<single_rank>(); }
  std::uint64_t fetch_add(std::uint64_t value) override {
    const std::uint64_t before = counter_;
    counter_ += value;
    return before;
  }
  [[noreturn]] void end_all(int exit_code) override { std::_Exit(exit_code); }

 private:
  std::uint64_t counter_ = 0;
};

}  // namespace

std::unique_ptr<communicator> single_process_communicator() { return std::make_unique<single_rank>(); }

}  // namespace fathom
