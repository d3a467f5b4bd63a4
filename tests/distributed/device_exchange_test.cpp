// Exchange between devices: the same data as between hosts, with every transport.
#include "comm/device_exchange.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "base/random.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "fathom/error.hpp"
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
                                         way{"nccl", [] { return nccl_exchange(ranks()); }},
                                         way{"peer", [] { return peer_exchange(ranks(), most_bytes); }}),
                         [](const auto& one) { return one.param.name; });

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
