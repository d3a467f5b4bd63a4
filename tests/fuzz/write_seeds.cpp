// Seed generator for all fuzzers: fathom_fuzz_seeds FOLDER creates FOLDER/FORMAT/0, 1, ...
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "fathom/reachability.hpp"
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
  // Index files with rows of both forms.
  const std::filesystem::path folder = std::filesystem::path(argv[1]) / "reach";
  std::filesystem::create_directories(folder);
  int index = 0;
  for (const char* spec : {"path:70", "kron:6:4", "star:40"}) {
    const fathom::graph g = fathom::build(fathom::generate(spec)).g;
    for (const fathom::hop_count k : {1, 3}) {
      const std::vector<fathom::vertex_id> some{0, 1, 30};
      fathom::build_reach_index(g, some, k).save(folder / std::to_string(index++));
    }
  }
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 1;
}
