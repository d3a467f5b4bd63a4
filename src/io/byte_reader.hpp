// Interface of an input layer: a file, a decompressor or an archive member as a sequence of bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace fathom::io {

class byte_reader {
 public:
  byte_reader() = default;
  byte_reader(const byte_reader&) = delete;
  byte_reader& operator=(const byte_reader&) = delete;
  virtual ~byte_reader() = default;

  /// Reads up to `bytes` bytes into `to`; returns the number read, which is smaller only at the end of the data. A decompressor
  /// verifies its checksums before it reports the end. Throws error_category::input.
  [[nodiscard]] virtual std::size_t read(char* to, std::size_t bytes) = 0;
};

/// A reader whose first bytes can be inspected before they are read.
class peeking_reader final : public byte_reader {
 public:
  explicit peeking_reader(std::unique_ptr<byte_reader> from) : from_(std::move(from)) {}

  /// The first `bytes` bytes, or all if there are fewer. Call only before read().
  [[nodiscard]] std::string_view peek(std::size_t bytes) {
    const std::size_t have = start_.size();
    if (have < bytes) {
      start_.resize(bytes);
      start_.resize(have + from_->read(start_.data() + have, bytes - have));
    }
    return start_;
  }

  [[nodiscard]] std::size_t read(char* to, std::size_t bytes) override {
    const std::size_t held = std::min(bytes, start_.size() - taken_);
    std::memcpy(to, start_.data() + taken_, held);
    taken_ += held;
    return held + (held < bytes ? from_->read(to + held, bytes - held) : 0);
  }

 private:
  std::unique_ptr<byte_reader> from_;
  std::string start_;
  std::size_t taken_ = 0;
};

}  // namespace fathom::io
