// Sizes of large test graphs, smaller under sanitizers, which make code up to ten times slower.
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

/// Length of the path graph in the graph zoo; searches of it have as many levels.
inline constexpr std::uint32_t long_path_vertices = sanitized ? 10'000 : 100'000;
/// Vertex count above which tests skip methods that scan all vertices per level. Of the graph zoo, only the path exceeds it.
inline constexpr std::uint32_t too_deep = long_path_vertices / 2;

}  // namespace fathom::test
