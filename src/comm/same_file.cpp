#include "comm/same_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/checksum.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{256} << 10;
constexpr std::uint64_t most_blocks = 256;

struct fingerprint {
  std::uint64_t size = 0, checksum = 0;
  bool operator==(const fingerprint&) const = default;
};

class descriptor {
 public:
  explicit descriptor(const std::filesystem::path& file) : number_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

// The fingerprint of a file; empty if it cannot be read, which the reader reports.
fingerprint fingerprint_of(const std::filesystem::path& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  const descriptor opened(file);
  if (opened.number() < 0) return {};
  fingerprint print{static_cast<std::uint64_t>(about.st_size), 0};
  const std::uint64_t blocks = (print.size + block_bytes - 1) / block_bytes, taken = std::min(blocks, most_blocks);
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(print.size, block_bytes)));
  for (std::uint64_t i = 0; i < taken; ++i) {
    const std::uint64_t block =
        taken < 2 ? 0 : i * (blocks - 1) / (taken - 1);  // evenly spaced, including the first and the last block
    ssize_t got;
    while ((got = ::pread(opened.number(), buffer.data(), buffer.size(), static_cast<off_t>(block * block_bytes))) < 0 &&
           errno == EINTR) {
    }
    if (got < 0) return {};
    print.checksum = io::hash_bytes(std::span(buffer).first(static_cast<std::size_t>(got)), print.checksum);
  }
  return print;
}

void require_same(communicator& ranks, const std::filesystem::path& file, fingerprint mine, std::string_view unit) {
  const std::vector<fingerprint> all = gather_from_all(ranks, mine);
  const auto other = std::find_if(all.begin(), all.end(), [&](const fingerprint& print) { return print != all.front(); });
  if (other == all.end()) return;
  const auto process = static_cast<int>(other - all.begin());
  const std::string how = other->size == all.front().size ? fmt::format("with {} {} each but different content", other->size, unit)
                                                          : fmt::format("with {} and {} {}", all.front().size, other->size, unit);
  throw rank_error(error_category::input,
                   fmt::format("{}: processes 0 and {} read different files with this name, {}; copy one file to all hosts, or use "
                               "a path that all of them share",
                               file.string(), process, how),
                   process);
}

}  // namespace

void require_same_file(communicator& ranks, const std::filesystem::path& file) {
  if (ranks.size() == 1) return;
  fingerprint mine;
  on_all_processes(ranks, [&] { mine = fingerprint_of(file); });
  require_same(ranks, file, mine, "bytes");
  // Weights of Graph500 files are in a separate file.
  const std::filesystem::path weights = file.string() + ".weights";
  on_all_processes(ranks, [&] { mine = fingerprint_of(weights); });
  require_same(ranks, weights, mine, "bytes");
}

void require_same_graph(communicator& ranks, const std::filesystem::path& file, const graph& g, int threads) {
  if (ranks.size() == 1) return;
  fingerprint mine;
  on_all_processes(ranks, [&] {
    const graph_arrays& a = g.arrays();
    const std::array<std::uint64_t, 6> parts{
        g.num_vertices(),
        g.directed() ? 1u : 0u,
        io::checksum(std::as_bytes(std::span(a.offsets.data(), a.offsets.size())), threads),
        io::checksum(std::as_bytes(std::span(a.targets.data(), a.targets.size())), threads),
        io::checksum(std::as_bytes(std::span(a.weights.data(), a.weights.size())), threads),
        io::checksum(std::as_bytes(std::span(a.original_ids.data(), a.original_ids.size())), threads)};
    mine = {g.num_edges(), io::hash_bytes(std::as_bytes(std::span(parts)))};
  });
  require_same(ranks, file, mine, "directed edges");
}

}  // namespace fathom
