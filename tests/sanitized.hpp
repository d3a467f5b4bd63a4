// What is large for the sake of size alone is smaller under sanitizers, where code takes up to ten times as long.
#pragma once

#include <cstdint>

namespace fathom::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

/// Of the zoo's path, whose searches are as deep.
inline constexpr std::uint32_t long_path_vertices = sanitized ? 10'000 : 100'000;
/// In graphs of more vertices, that path alone among the zoo's, nothing is tried that looks at all of them at every level.
inline constexpr std::uint32_t too_deep = long_path_vertices / 2;

}  // namespace fathom::test
