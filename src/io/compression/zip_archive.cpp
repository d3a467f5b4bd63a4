#include "io/compression/zip_archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <exception>

#include "fathom/error.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

std::string text_of(archive* handle) {
  const char* text = archive_error_string(handle);
  return text != nullptr ? text : "unknown failure";
}

[[noreturn]] void fail_reading(const std::filesystem::path& file, archive* handle) {
  if (archive_errno(handle) == ENOMEM) throw error(error_category::memory, file.string() + ": libarchive ran out of memory");
  bad_input(file, "is not a valid .zip archive, or truncated: {}", text_of(handle));
}

}  // namespace

struct zip_reader::implementation {
  archive* handle = archive_read_new();
  bool encrypted = false;  // the current member
  ~implementation() { archive_read_free(handle); }
};

zip_reader::zip_reader(const std::filesystem::path& file, std::span<const std::byte> bytes)
    : inside_(std::make_unique<implementation>()), file_(file) {
  if (inside_->handle == nullptr) throw error(error_category::memory, file_.string() + ": libarchive ran out of memory");
  // Reads the directory at the end instead of streaming the members, so that truncation within the directory is detected.
  archive_read_support_format_zip_seekable(inside_->handle);
  if (archive_read_open_memory(inside_->handle, bytes.data(), bytes.size()) != ARCHIVE_OK) fail_reading(file_, inside_->handle);
}

zip_reader::~zip_reader() = default;

bool zip_reader::next() {
  archive_entry* entry = nullptr;
  const int code = archive_read_next_header(inside_->handle, &entry);
  if (code == ARCHIVE_EOF) return false;
  if (code != ARCHIVE_OK) fail_reading(file_, inside_->handle);
  inside_->encrypted = archive_entry_is_data_encrypted(entry) != 0;
  const char* name = archive_entry_pathname(entry);
  name_ = name != nullptr ? name : "";
  return true;
}

std::size_t zip_reader::read(void* to, std::size_t bytes) {
  std::size_t got = 0;
  while (got < bytes) {
    const la_ssize_t more = archive_read_data(inside_->handle, static_cast<char*>(to) + got, bytes - got);
    if (more < 0 && inside_->encrypted) bad_input(file_, "is encrypted; extract it: unzip '{}'", file_.string());
    if (more < 0) fail_reading(file_, inside_->handle);
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return got;
}

struct zip_writer::implementation {
  archive* handle = archive_write_new();
  archive_entry* entry = archive_entry_new();
  output_file* out = nullptr;  // null after a failure, when nothing more is written
  std::exception_ptr failure;  // exception of `out`: exceptions must not propagate through libarchive

  ~implementation() {
    out = nullptr;
    archive_entry_free(entry);
    archive_write_free(handle);
  }

  // Always reports success to libarchive, because after a failed write it frees only part of its memory; check() rethrows the
  // failure.
  static la_ssize_t write_callback(archive*, void* self, const void* data, std::size_t bytes) noexcept {
    auto& inside = *static_cast<implementation*>(self);
    try {
      if (inside.out != nullptr) inside.out->write(data, bytes);
    } catch (...) {
      inside.failure = std::current_exception();
      inside.out = nullptr;
    }
    return static_cast<la_ssize_t>(bytes);
  }

  void check(bool good) const {
    if (failure) std::rethrow_exception(failure);
    if (!good) throw error(error_category::output, fmt::format("a .zip archive cannot be written: {}", text_of(handle)));
  }
};

zip_writer::zip_writer(output_file& out) : inside_(std::make_unique<implementation>()) {
  inside_->out = &out;
  if (inside_->handle == nullptr || inside_->entry == nullptr) throw error(error_category::memory, "libarchive ran out of memory");
  inside_->check(archive_write_set_format_zip(inside_->handle) == ARCHIVE_OK);
  inside_->check(archive_write_zip_set_compression_store(inside_->handle) == ARCHIVE_OK);
  inside_->check(archive_write_set_bytes_per_block(inside_->handle, 0) == ARCHIVE_OK);  // output_file buffers already
  inside_->check(archive_write_open(inside_->handle, inside_.get(), nullptr, &implementation::write_callback, nullptr) ==
                 ARCHIVE_OK);
}

zip_writer::~zip_writer() = default;

void zip_writer::begin(const std::string& name, std::uint64_t bytes) {
  constexpr int permissions = 0644;
  archive_entry_clear(inside_->entry);
  archive_entry_set_pathname(inside_->entry, name.c_str());
  archive_entry_set_size(inside_->entry, static_cast<la_int64_t>(bytes));
  archive_entry_set_filetype(inside_->entry, AE_IFREG);
  archive_entry_set_perm(inside_->entry, permissions);
  inside_->check(archive_write_header(inside_->handle, inside_->entry) == ARCHIVE_OK);
}

void zip_writer::write(const void* data, std::size_t bytes) {
  inside_->check(archive_write_data(inside_->handle, data, bytes) == static_cast<la_ssize_t>(bytes));
}

void zip_writer::finish() { inside_->check(archive_write_close(inside_->handle) == ARCHIVE_OK); }

}  // namespace fathom::io
