// libFuzzer harness of one reader, selected by FATHOM_FUZZ_FORMAT.
#include <cstddef>
#include <cstdint>

#include "try_reader.hpp"

namespace {

constexpr auto format = fathom::file_format::FATHOM_FUZZ_FORMAT;

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fathom::test::try_reader(format, {data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const std::size_t mutated = LLVMFuzzerMutate(data, size, most);
  // One in eight keeps its wrong checksums.
  if (format == fathom::file_format::fathom && seed % 8 != 0) fathom::test::repair_checksums({data, mutated});
  return mutated;
}
