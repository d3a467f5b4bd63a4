// The lowest input layer: a file, a pipe or standard input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <utility>

#include "base/interruptible.hpp"
#include "io/byte_reader.hpp"

namespace fathom::io {

class file_reader final : public byte_reader {
 public:
  /// See input_stream.
  file_reader(const std::filesystem::path& file, std::stop_token stop) : input_(file, std::move(stop)) {}

  [[nodiscard]] std::size_t read(char* to, std::size_t bytes) override {
    std::size_t done = 0;
    while (done < bytes) {
      const std::size_t got = input_.read(to + done, bytes - done);
      if (got == 0) break;
      done += got;
    }
    consumed_ += done;
    return done;
  }

  /// Bytes read so far.
  [[nodiscard]] std::uint64_t consumed() const noexcept { return consumed_; }

 private:
  input_stream input_;
  std::uint64_t consumed_ = 0;
};

}  // namespace fathom::io
