// Decompression of gzip data (RFC 1952) with zlib, which verifies the CRC-32 and the length of every member.
#pragma once

#include <filesystem>
#include <memory>

#include "io/byte_reader.hpp"

namespace fathom::io {

/// Decompresses all members of `from` in order. Zeros after the last member are padding, as in gzip; other trailing bytes are an
/// error. `file` is used in messages. Throws error_category::input for damaged or truncated data, error_category::memory.
[[nodiscard]] std::unique_ptr<byte_reader> make_gzip_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file);

}  // namespace fathom::io
