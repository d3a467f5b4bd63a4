// Version of the headers against version of the library.
#include "fathom/version.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom {
namespace {

TEST(version, library_and_headers_agree) { EXPECT_EQ(version(), FATHOM_VERSION); }

TEST(version, text_and_numbers_agree) {
  EXPECT_EQ(version(), fmt::format("{}.{}.{}", FATHOM_VERSION_MAJOR, FATHOM_VERSION_MINOR, FATHOM_VERSION_PATCH));
}

TEST(version, preprocessor_can_compare_it) {
#if FATHOM_VERSION_MAJOR > 0 || FATHOM_VERSION_MINOR >= 1
  SUCCEED();
#else
  FAIL() << "version " << FATHOM_VERSION << " is older than 0.1";
#endif
}

}  // namespace
}  // namespace fathom
