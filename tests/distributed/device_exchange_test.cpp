// Exchange between devices: the same data as between hosts, with every transport.
#include "comm/device_exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/random.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "comm/mpi_transfers.hpp"
#include "fathom/error.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "partitioned.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

constexpr std::size_t most_bytes = 5000;

struct way {
  const char* name;
  std::function<std::unique_ptr<device_exchange>()> make;
};

class device_exchanges : public testing::TestWithParam<way> {
 protected:
  void SetUp() override {
    if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
    if (ranks().size() == 1) GTEST_SKIP() << "a single process has no one to send to";
    where_ = ranks_engine::device_of_rank(ranks(), test::tested_device());
    const cuda::current_device here(where_.index);
    if (std::string(GetParam().name) == "nccl") {
      if (!why_no_nccl().empty()) GTEST_SKIP() << why_no_nccl();
      if (share_devices(ranks(), where_)) GTEST_SKIP() << "NCCL takes a device for each rank";
    }
    if (std::string(GetParam().name) == "mpi" && !why_no_cuda_mpi(ranks()).empty()) GTEST_SKIP() << why_no_cuda_mpi(ranks());
    exchange_ = GetParam().make();
    EXPECT_EQ(exchange_->name(), GetParam().name);
  }
  void TearDown() override {
    if (!exchange_) return;
    const cuda::current_device here(where_.index);
    exchange_.reset();
  }

  // Bytes that depend on rank, round and position.
  static std::vector<std::uint8_t> bytes_of(int rank, int round, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<std::uint8_t>(random_bits(static_cast<std::uint64_t>(rank * 100 + round), i));
    return bytes;
  }

  device where_;
  std::unique_ptr<device_exchange> exchange_;
};

TEST_P(device_exchanges, gather_what_all_have) {
  const cuda::current_device here(where_.index);
  const cuda::stream s;
  const auto size = static_cast<std::size_t>(ranks().size()), rank = static_cast<std::size_t>(ranks().rank());
  for (int round = 0; round < 4; ++round) {
    const std::size_t bytes = round == 3 ? 0 : most_bytes / static_cast<std::size_t>(round + 1);
    std::vector<std::uint8_t> all(bytes * size, 0xee), expected;
    const std::vector<std::uint8_t> mine = bytes_of(ranks().rank(), round, bytes);
    std::copy(mine.begin(), mine.end(), all.begin() + static_cast<std::ptrdiff_t>(rank * bytes));
    for (int r = 0; r < ranks().size(); ++r) {
      const std::vector<std::uint8_t> theirs = bytes_of(r, round, bytes);
      expected.insert(expected.end(), theirs.begin(), theirs.end());
    }
    const cuda::buffer<std::uint8_t> there = cuda::upload(all.data(), all.size(), s);
    exchange_->all_gather(there.data(), bytes, s);
    cuda::copy_to_host(all.data(), there.data(), all.size(), s);
    EXPECT_EQ(all, expected) << "round " << round;
  }
}

TEST_P(device_exchanges, send_each_its_own_of_any_size) {
  const cuda::current_device here(where_.index);
  const cuda::stream s;
  const int size = ranks().size(), rank = ranks().rank();
  for (int round = 0; round < 5; ++round) {
    // Empty in the first round, and often later.
    const auto count = [&](int from, int to) {
      const std::uint64_t bits = random_bits(7, static_cast<std::uint64_t>((round * size + from) * size + to));
      return round == 0 || bits % 3 == 0 ? 0 : bits / 3 % (most_bytes / static_cast<std::size_t>(size));
    };
    std::vector<std::uint64_t> mine, theirs;
    std::vector<std::uint8_t> expected;
    for (int other = 0; other < size; ++other) {
      mine.push_back(count(rank, other)), theirs.push_back(count(other, rank));
      // The other process's data for this one follows its data for lower ranks.
      std::size_t before = 0;
      for (int to = 0; to < rank; ++to) before += count(other, to);
      const std::vector<std::uint8_t> its = bytes_of(other, round, before + theirs.back());
      expected.insert(expected.end(), its.begin() + static_cast<std::ptrdiff_t>(before), its.end());
    }
    const std::vector<std::uint8_t> sent = bytes_of(rank, round, std::accumulate(mine.begin(), mine.end(), std::size_t{0}));
    const cuda::buffer<std::uint8_t> from = cuda::upload(sent.data(), sent.size(), s), to(expected.size(), s);
    exchange_->all_to_all(from.data(), mine, to.data(), theirs, s);
    std::vector<std::uint8_t> got(expected.size());
    cuda::copy_to_host(got.data(), to.data(), got.size(), s);
    EXPECT_EQ(got, expected) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(ways, device_exchanges,
                         testing::Values(way{"host", [] { return staged_exchange(ranks()); }},
                                         way{"mpi", [] { return mpi_exchange(ranks()); }},
                                         way{"nccl", [] { return nccl_exchange(ranks()); }},
                                         way{"peer", [] { return peer_exchange(ranks(), most_bytes); }}),
                         [](const auto& one) { return one.param.name; });

// An MPI library that is not CUDA-aware accepts pinned memory, which shows everything but the library's own part.
TEST(mpi_exchange, follows_the_stream) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  if (!uses_mpi(ranks())) GTEST_SKIP() << "the ranks of this program do not communicate by MPI";
  const cuda::current_device here(ranks_engine::device_of_rank(ranks(), test::tested_device()).index);
  const cuda::stream s;
  const std::unique_ptr<device_exchange> exchange = mpi_exchange(ranks());
  EXPECT_EQ(exchange->name(), "mpi");
  const auto size = static_cast<std::size_t>(ranks().size()), rank = static_cast<std::size_t>(ranks().rank());
  constexpr std::size_t bytes = std::size_t{1} << 20;
  constexpr auto count = static_cast<std::ptrdiff_t>(bytes);
  array<std::uint8_t> all = cuda::pinned_array<std::uint8_t>(bytes * size), back = cuda::pinned_array<std::uint8_t>(bytes * size);
  std::fill(all.begin(), all.end(), 0xee);
  // Work of the stream that must end first.
  const cuda::buffer<std::uint8_t> there = cuda::filled<std::uint8_t>(bytes, static_cast<int>(rank), s);
  cuda::check(cudaMemcpyAsync(all.data() + rank * bytes, there.data(), bytes, cudaMemcpyDefault, s.get()), "copying");
  exchange->all_gather(all.data(), bytes, s);
  for (std::size_t r = 0; r < size; ++r) {
    EXPECT_EQ(std::count(all.begin() + r * bytes, all.begin() + (r + 1) * bytes, static_cast<std::uint8_t>(r)), count) << r;
  }
  // Everyone returns to everyone the part that it received.
  const std::vector<std::uint64_t> parts(size, bytes);
  cuda::check(cudaMemsetAsync(all.data() + rank * bytes, static_cast<int>(rank + 1), bytes, s.get()), "filling");
  exchange->all_to_all(all.data(), parts, back.data(), parts, s);
  for (std::size_t r = 0; r < size; ++r) {
    const auto expected = static_cast<std::uint8_t>(r == rank ? rank + 1 : rank);
    EXPECT_EQ(std::count(back.begin() + r * bytes, back.begin() + (r + 1) * bytes, expected), count) << r;
  }
}

TEST(mpi_exchange, is_refused_without_a_cuda_aware_library) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  if (ranks().size() == 1 || why_no_cuda_mpi(ranks()).empty()) GTEST_SKIP() << "needs several ranks without CUDA-aware MPI";
  EXPECT_THROW(static_cast<void>(ranks_engine::far_exchange(ranks(), rank_transport::mpi, false)), error);
}

TEST(peer_exchange, refuses_more_than_fits) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  const cuda::current_device here(ranks_engine::device_of_rank(ranks(), test::tested_device()).index);
  const cuda::stream s;
  const std::unique_ptr<device_exchange> exchange = peer_exchange(ranks(), 16);
  const cuda::buffer<std::uint8_t> all(17 * static_cast<std::size_t>(ranks().size()), s);
  EXPECT_THROW(exchange->all_gather(all.data(), 17, s), error);
}

}  // namespace
}  // namespace fathom
