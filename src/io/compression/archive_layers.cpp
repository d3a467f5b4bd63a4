#include "io/compression/archive_layers.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <exception>

#include "fathom/error.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;  // passed to libarchive per read

struct close_archive {
  void operator()(archive* a) const { archive_read_free(a); }
};

// libarchive on top of a byte_reader. Exceptions must not propagate through libarchive (C code): they are stored and rethrown
// later.
class layer {
 public:
  layer(std::unique_ptr<byte_reader> from, std::filesystem::path file)
      : file_(std::move(file)),
        from_(std::move(from)),
        block_(std::make_unique_for_overwrite<char[]>(block_bytes)),
        archive_(archive_read_new()) {
    if (!archive_) throw error(error_category::memory, file_.string() + ": libarchive ran out of memory");
  }

  [[nodiscard]] archive* get() const noexcept { return archive_.get(); }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

  void open() {
    if (archive_read_open(get(), this, nullptr, &layer::read_callback, nullptr) != ARCHIVE_OK) fail("is damaged or truncated");
  }

  // The next entry; null at the end.
  [[nodiscard]] archive_entry* next() {
    archive_entry* entry = nullptr;
    const int got = archive_read_next_header(get(), &entry);
    if (got == ARCHIVE_EOF) return nullptr;
    if (got < ARCHIVE_WARN) fail("is damaged or truncated");
    return entry;
  }

  [[nodiscard]] std::size_t read(char* to, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
      const la_ssize_t got = archive_read_data(get(), to + done, bytes - done);
      if (got == ARCHIVE_RETRY) continue;
      if (got < 0) fail(fmt::format("is damaged or truncated after {} decompressed bytes", produced_ + done));
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    produced_ += done;
    return done;
  }

  // Reads the input that libarchive did not request. Returns whether any nonzero byte follows what libarchive consumed.
  [[nodiscard]] bool drain() {
    while (take() > 0) {
    }
    const la_int64_t consumed = archive_filter_bytes(get(), -1);
    return consumed >= 0 && last_nonzero_ > static_cast<std::uint64_t>(consumed);
  }

  [[noreturn]] void fail(const std::string& what) const {
    if (failure_) std::rethrow_exception(failure_);
    if (archive_errno(get()) == ENOMEM) throw error(error_category::memory, file_.string() + ": libarchive ran out of memory");
    const char* reason = archive_error_string(get());
    throw error(error_category::input,
                fmt::format("{}: {}{}{}", file_.string(), what, reason != nullptr ? ": " : "", reason != nullptr ? reason : ""));
  }

  [[nodiscard]] std::uint64_t produced() const noexcept { return produced_; }

 private:
  std::size_t take() {
    const std::size_t got = from_->read(block_.get(), block_bytes);
    std::size_t end = got;
    while (end > 0 && block_[end - 1] == 0) --end;
    if (end > 0) last_nonzero_ = taken_ + end;
    taken_ += got;
    return got;
  }

  static la_ssize_t read_callback(archive* a, void* self, const void** data) noexcept {
    layer& mine = *static_cast<layer*>(self);
    try {
      *data = mine.block_.get();
      return static_cast<la_ssize_t>(mine.take());
    } catch (...) {
      mine.failure_ = std::current_exception();
      archive_set_error(a, EIO, "the underlying data cannot be read");
      return ARCHIVE_FATAL;
    }
  }

  std::filesystem::path file_;
  std::unique_ptr<byte_reader> from_;
  std::unique_ptr<char[]> block_;
  std::unique_ptr<archive, close_archive> archive_;
  std::exception_ptr failure_;
  std::uint64_t taken_ = 0;         // bytes passed to libarchive
  std::uint64_t last_nonzero_ = 0;  // end offset of the last nonzero byte among them
  std::uint64_t produced_ = 0;      // decompressed bytes
};

class filter_reader final : public byte_reader {
 public:
  filter_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file) : below_(std::move(from), std::move(file)) {
    archive_read_support_filter_bzip2(below_.get());
    archive_read_support_filter_xz(below_.get());
    archive_read_support_filter_zstd(below_.get());
    archive_read_support_format_raw(below_.get());
    archive_read_support_format_empty(below_.get());  // a compressed empty file
    below_.open();
    ended_ = below_.next() == nullptr;
    if (!ended_ && archive_filter_code(below_.get(), 0) == ARCHIVE_FILTER_NONE) {
      below_.fail("is damaged: it starts like compressed data but has an unknown header");
    }
    if (ended_) check_end();
  }

  std::size_t read(char* to, std::size_t bytes) override {
    if (ended_) return 0;
    const std::size_t got = below_.read(to, bytes);
    if (got < bytes) check_end();
    return got;
  }

 private:
  // libarchive treats everything after a bzip2 stream as padding, including a damaged second stream.
  void check_end() {
    ended_ = true;
    if (!below_.drain()) return;
    throw error(
        error_category::input,
        fmt::format("{0}: is damaged: the {1} data end after {2} decompressed bytes and are followed by data that is not {1}",
                    below_.file().string(), archive_filter_name(below_.get(), 0), below_.produced()));
  }

  layer below_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<byte_reader> make_filter_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file) {
  return std::make_unique<filter_reader>(std::move(from), std::move(file));
}

struct tar_reader::implementation : layer {
  using layer::layer;
};

tar_reader::tar_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file)
    : inside_(std::make_unique<implementation>(std::move(from), std::move(file))) {
  archive_read_support_format_tar(inside_->get());
  archive_read_support_format_empty(inside_->get());
  inside_->open();
}

tar_reader::~tar_reader() = default;

bool tar_reader::next_member(std::string& name) {
  while (archive_entry* entry = inside_->next()) {
    const char* path = archive_entry_pathname(entry);
    name = path != nullptr ? path : "";
    if (archive_entry_filetype(entry) == AE_IFREG) return true;
  }
  return false;
}

std::size_t tar_reader::read(char* to, std::size_t bytes) { return inside_->read(to, bytes); }

void tar_reader::drain() { static_cast<void>(inside_->drain()); }

}  // namespace fathom::io
