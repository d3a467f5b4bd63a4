// Places of NCCL's library: the environment variable, the system, Python environments.
#include "comm/nccl_places.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fathom {
namespace {

namespace fs = std::filesystem;
using names = std::vector<std::string>;

class nccl_library_places : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* const name : {"FATHOM_NCCL", "VIRTUAL_ENV", "CONDA_PREFIX"}) ::unsetenv(name);
  }
  void TearDown() override { SetUp(); }

  std::string library(const std::string& under) const {
    const fs::path file = folder_ / under / "libnccl.so.2";
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "not a library";
    return file.string();
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("fathom-nccl-" + std::to_string(::getpid()));
};

TEST_F(nccl_library_places, are_only_the_systems_elsewhere) {
  EXPECT_EQ(nccl_places((folder_ / "bin").string()), names{"libnccl.so.2"});
  EXPECT_EQ(nccl_places(""), names{"libnccl.so.2"});
  EXPECT_EQ(nccl_places().front(), "libnccl.so.2");
}

TEST_F(nccl_library_places, include_the_package_of_the_python_environment) {
  const std::string file = library("lib/python3.12/site-packages/nvidia/nccl/lib");
  const names both{"libnccl.so.2", file};
  EXPECT_EQ(nccl_places((folder_ / "bin").string()), both) << "the program";
  EXPECT_EQ(nccl_places((folder_ / "lib/python3.12/site-packages/fathom").string()), both) << "the extension module";
  ::setenv("VIRTUAL_ENV", folder_.c_str(), 1);
  EXPECT_EQ(nccl_places("/nowhere/bin"), both) << "an active environment";
}

TEST_F(nccl_library_places, include_those_of_conda) {
  const std::string file = library("lib");
  ::setenv("CONDA_PREFIX", folder_.c_str(), 1);
  EXPECT_EQ(nccl_places(""), (names{"libnccl.so.2", file}));
}

TEST_F(nccl_library_places, are_only_the_one_that_the_user_names) {
  const std::string file = library("lib/python3.12/site-packages/nvidia/nccl/lib");
  ::setenv("FATHOM_NCCL", "/opt/nccl.so", 1);
  EXPECT_EQ(nccl_places((folder_ / "bin").string()), names{"/opt/nccl.so"});
  ::setenv("FATHOM_NCCL", fs::path(file).parent_path().c_str(), 1);
  EXPECT_EQ(nccl_places(""), names{file}) << "a folder";
}

}  // namespace
}  // namespace fathom
