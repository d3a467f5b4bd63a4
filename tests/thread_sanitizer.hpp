// What is large for the sake of size alone is smaller under ThreadSanitizer, where code takes ten times as long.
#pragma once

#include <cstdint>

namespace fathom::test {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool under_thread_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

/// Of the zoo's path, whose searches are as deep.
inline constexpr std::uint32_t long_path_vertices = under_thread_sanitizer ? 10'000 : 100'000;

}  // namespace fathom::test
