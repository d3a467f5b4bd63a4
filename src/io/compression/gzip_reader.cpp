#include "io/compression/gzip_reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "io/input_error.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t input_bytes = std::size_t{256} << 10;  // compressed bytes per read
constexpr std::size_t most_output = std::size_t{1} << 30;    // per call: zlib counts in 32 bits
constexpr int gzip_window = 15 + 16;                         // zlib.h: maximum window; gzip header and trailer
constexpr unsigned char gzip_first_byte = 0x1f;

class gzip_reader final : public byte_reader {
 public:
  gzip_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file)
      : from_(std::move(from)), file_(std::move(file)), input_(std::make_unique_for_overwrite<char[]>(input_bytes)) {
    if (inflateInit2(&zlib_, gzip_window) != Z_OK) throw error(error_category::memory, file_.string() + ": zlib ran out of memory");
  }
  ~gzip_reader() override { inflateEnd(&zlib_); }

  std::size_t read(char* to, std::size_t bytes) override {
    std::size_t done = 0;
    while (done < bytes && !ended_) {
      if (between_members_ && !next_member()) break;
      if (zlib_.avail_in == 0 && !refill())
        bad_input(file_, "is truncated: its gzip data end after {} decompressed bytes", produced_);
      const std::size_t room = std::min(bytes - done, most_output);
      zlib_.next_out = reinterpret_cast<Bytef*>(to + done);
      zlib_.avail_out = static_cast<uInt>(room);
      const int code = inflate(&zlib_, Z_NO_FLUSH);
      const std::size_t got = room - zlib_.avail_out;
      done += got;
      produced_ += got;
      if (code == Z_STREAM_END) {
        inflateReset(&zlib_);
        between_members_ = true;
      } else if (code == Z_MEM_ERROR) {
        throw error(error_category::memory, file_.string() + ": zlib ran out of memory");
      } else if (code != Z_OK && code != Z_BUF_ERROR) {  // Z_BUF_ERROR: more input is needed
        bad_input(file_, "is damaged: gzip reports \"{}\" after {} decompressed bytes; download or copy the file again",
                  zlib_.msg != nullptr ? zlib_.msg : "data error", produced_);
      }
    }
    return done;
  }

 private:
  // Returns false at the end of the input.
  bool refill() {
    const std::size_t got = from_->read(input_.get(), input_bytes);
    zlib_.next_in = reinterpret_cast<Bytef*>(input_.get());
    zlib_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  // Returns false if only padding follows the last member.
  bool next_member() {
    if (zlib_.avail_in == 0 && !refill()) return end();
    if (*zlib_.next_in == gzip_first_byte) {
      between_members_ = false;
      return true;
    }
    do {
      const Bytef* const last = zlib_.next_in + zlib_.avail_in;
      if (std::any_of(static_cast<const Bytef*>(zlib_.next_in), last, [](Bytef b) { return b != 0; })) {
        bad_input(file_, "is damaged: data after a complete gzip member, at {} decompressed bytes, is not gzip data", produced_);
      }
    } while (refill());
    return end();
  }

  bool end() {
    ended_ = true;
    return false;
  }

  std::unique_ptr<byte_reader> from_;
  std::filesystem::path file_;
  std::unique_ptr<char[]> input_;
  z_stream zlib_{};
  bool between_members_ = false;
  bool ended_ = false;
  std::uint64_t produced_ = 0;  // decompressed bytes
};

}  // namespace

std::unique_ptr<byte_reader> make_gzip_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file) {
  return std::make_unique<gzip_reader>(std::move(from), std::move(file));
}

}  // namespace fathom::io
