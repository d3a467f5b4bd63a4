// Smoke test of all readers: small valid files of every format, mutated at random with a fixed seed. A reader must accept them or
// throw fathom::error. It finds coarse mistakes in seconds with any compiler; the libFuzzer harnesses find subtle ones.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "base/random.hpp"
#include "try_reader.hpp"

namespace fathom::test {
namespace {

constexpr std::uint64_t mutations_a_format = 1500;  // a quarter of a second per format, a few seconds under AddressSanitizer
constexpr std::uint64_t seed = 20260101;

class random_stream {
 public:
  explicit random_stream(std::uint64_t stream) : stream_(stream) {}
  std::uint64_t below(std::uint64_t bound) { return bounded(random_bits(stream_, next_++), bound); }

 private:
  std::uint64_t stream_;
  std::uint64_t next_ = 0;
};

void replace_number(std::string& bytes, random_stream& random) {
  constexpr std::array<std::string_view, 12> numbers{
      "0",   "-1",   "1", "2147483648", "4294967295", "4294967296", "9223372036854775807", "18446744073709551616", "1e999",
      "nan", "0x10", ""};
  const std::size_t start = bytes.find_first_of("0123456789", random.below(bytes.size() + 1));
  if (start == std::string::npos) return;
  const std::size_t end = std::min(bytes.find_first_not_of("0123456789", start), bytes.size());
  bytes.replace(start, end - start, numbers[random.below(numbers.size())]);
}

void overwrite_word(std::string& bytes, random_stream& random) {
  constexpr std::array<std::uint64_t, 8> values{0,          1,           0x7FFFFFFF,        0x80000000,
                                                0xFFFFFFFF, 0x100000000, ~std::uint64_t{0}, 1ull << 62};
  const std::size_t width = random.below(2) == 0 ? 4 : 8;
  if (bytes.size() < width) return;
  const std::size_t place = random.below(bytes.size() - width + 1) / width * width;
  const std::uint64_t value = values[random.below(values.size())];
  std::copy_n(reinterpret_cast<const char*>(&value), width, bytes.begin() + static_cast<std::ptrdiff_t>(place));
}

void mutate(std::string& bytes, random_stream& random) {
  const std::size_t size = bytes.size();
  const std::size_t place = random.below(size + 1);
  const std::size_t length = std::min<std::size_t>(random.below(16) + 1, size - place);
  switch (random.below(7)) {
    case 0:
      if (place < size) bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
      break;
    case 1:
      if (place < size) bytes[place] = static_cast<char>(random.below(256));
      break;
    case 2:
      bytes.erase(place, length);
      break;
    case 3:
      bytes.insert(place, bytes.substr(random.below(size + 1), length));
      break;
    case 4:
      bytes.resize(place);
      break;
    case 5:
      replace_number(bytes, random);
      break;
    case 6:
      overwrite_word(bytes, random);
      break;
    default:
      break;
  }
}

class readers : public testing::TestWithParam<file_format> {};

TEST_P(readers, accept_their_seeds) {
  for (const std::string& bytes : seeds_of(GetParam())) {
    EXPECT_TRUE(try_reader(GetParam(), {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
  }
}

TEST_P(readers, survive_mutated_files) {
  const std::vector<std::string> seeds = seeds_of(GetParam());
  ASSERT_FALSE(seeds.empty());
  std::uint64_t refused = 0;
  for (std::uint64_t i = 0; i < mutations_a_format; ++i) {
    random_stream random(mix64(seed + static_cast<std::uint64_t>(GetParam())) + i);
    std::string bytes = seeds[i % seeds.size()];
    for (std::uint64_t more = random.below(3) + 1; more > 0; --more) mutate(bytes, random);
    const std::span<std::uint8_t> view(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
    if (GetParam() == file_format::fathom && i % 8 != 0) repair_checksums(view);
    ASSERT_NO_THROW(refused += !try_reader(GetParam(), view)) << "mutation " << i;
  }
  EXPECT_GT(refused, mutations_a_format / 20);
}

std::string name_of(const testing::TestParamInfo<file_format>& format) {
  std::string name(to_string(format.param));
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
}

INSTANTIATE_TEST_SUITE_P(fuzz, readers, testing::ValuesIn(readable_formats()), name_of);

}  // namespace
}  // namespace fathom::test
