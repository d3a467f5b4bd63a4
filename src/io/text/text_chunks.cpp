#include "io/text/text_chunks.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{256} << 10;

}  // namespace

std::vector<std::string_view> split_chunks(std::string_view block) {
  std::vector<std::string_view> chunks;
  chunks.reserve(block.size() / chunk_bytes + 1);
  while (!block.empty()) {
    std::size_t size = block.size();
    if (size > chunk_bytes) size = block.find('\n', chunk_bytes - 1) + 1;  // the block ends with one
    chunks.push_back(block.substr(0, size));
    block.remove_prefix(size);
  }
  return chunks;
}

}  // namespace fathom::io
