// Writes the seeds of every fuzzer: fathom_fuzz_seeds FOLDER makes FOLDER/FORMAT/0, 1, ...
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "try_reader.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fputs("usage: fathom_fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  for (const fathom::file_format format : fathom::test::readable_formats()) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / fathom::to_string(format);
    std::filesystem::create_directories(folder);
    int index = 0;
    for (const std::string& seed : fathom::test::seeds_of(format)) {
      std::ofstream(folder / std::to_string(index++), std::ios::binary)
          .write(seed.data(), static_cast<std::streamsize>(seed.size()));
    }
  }
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 1;
}
