// byte_stream through libarchive: its filters undo the compression, its formats find the member of a tar file, or pass raw data on.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "core/interruptible.hpp"
#include "fathom/error.hpp"
#include "io/archive_member.hpp"
#include "io/decompress.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t file_block_bytes = std::size_t{256} << 10;  // asked of the kernel at once
constexpr std::size_t listed_members = 4;                         // named in a message about an ambiguous archive

struct close_archive {
  void operator()(archive* a) const { archive_read_free(a); }
};

}  // namespace

struct byte_stream::implementation {
  std::filesystem::path file;
  bool pipe = false;
  std::stop_token stop;
  std::optional<input_stream> input;  // of a pipe
  std::vector<char> block;            // read from it
  std::exception_ptr failure;         // of reading it: exceptions must not pass through libarchive
  std::unique_ptr<archive, close_archive> stream;
  bool empty = false;          // nothing to read: no member, or no bytes under the compression
  std::uint64_t produced = 0;  // bytes

  [[noreturn]] void fail(std::string_view what) const {
    if (failure) std::rethrow_exception(failure);
    const char* said = archive_error_string(stream.get());
    throw error(error_category::input, fmt::format("{}: {}{}{}", file.string(), what, said ? ": " : "", said ? said : ""));
  }

  void open() {
    stream.reset(archive_read_new());
    if (!stream) throw error(error_category::memory, fmt::format("{}: libarchive cannot start", file.string()));
    archive* a = stream.get();
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_bzip2(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);  // compressed nothing
    archive_read_support_format_tar(a);
    if (pipe) {
      input.emplace(file, stop);
      block.resize(file_block_bytes);
    }
    const int done = pipe ? archive_read_open(a, this, nullptr, &implementation::read_pipe, nullptr)
                          : archive_read_open_filename(a, file.c_str(), file_block_bytes);
    if (done != ARCHIVE_OK) fail("cannot be read");
  }

  static la_ssize_t read_pipe(archive* a, void* self, const void** data) noexcept {
    auto& inside = *static_cast<implementation*>(self);
    try {
      *data = inside.block.data();
      return static_cast<la_ssize_t>(inside.input->read(inside.block.data(), inside.block.size()));
    } catch (...) {
      inside.failure = std::current_exception();
      archive_set_error(a, EIO, "the pipe cannot be read");
      return ARCHIVE_FATAL;
    }
  }

  // The next regular member's name; false at the end.
  bool next_member(std::string& name) {
    for (;;) {
      archive_entry* entry = nullptr;
      const int got = archive_read_next_header(stream.get(), &entry);
      if (got == ARCHIVE_EOF) return false;
      if (got < ARCHIVE_WARN) fail("corrupt or truncated");
      const char* path = archive_entry_pathname(entry);
      name = path ? path : "";
      if (raw() || archive_entry_filetype(entry) == AE_IFREG) return true;
    }
  }

  [[nodiscard]] bool raw() const { return archive_format(stream.get()) == ARCHIVE_FORMAT_RAW; }

  // Stands at the data of the graph afterwards; returns its name, or nothing for empty data.
  std::string choose(const std::string& stem) {
    std::vector<std::string> members;
    for (std::string name; next_member(name); members.push_back(name)) {
      if (raw() || is_main_member(name, stem)) return name;
    }
    if (members.empty()) return {};
    const std::vector<std::string> graphs = graph_members(members);
    if (graphs.size() != 1) {
      const std::size_t some = std::min(graphs.size(), listed_members);
      fail(graphs.empty() ? fmt::format("the archive holds no graph (its first member is {})", members.front())
                          : fmt::format("the archive holds {} graphs ({}{}); extract the one that is wanted", graphs.size(),
                                        fmt::join(graphs.begin(), graphs.begin() + static_cast<std::ptrdiff_t>(some), ", "),
                                        some < graphs.size() ? ", ..." : ""));
    }
    if (pipe) fail("an archive cannot be searched in a pipe; give a file");
    open();
    for (std::string name; next_member(name);) {
      if (name == graphs.front()) return name;
    }
    fail("the archive changed while it was read");
  }
};

byte_stream::byte_stream(const std::filesystem::path& file, std::stop_token stop) : inside_(std::make_unique<implementation>()) {
  inside_->stop = std::move(stop);
  inside_->file = file;
  inside_->pipe = is_pipe(file);
  inside_->open();
  const std::string own_name = strip_compression(file.filename().string());
  const std::string member = inside_->choose(own_name);
  const bool raw = inside_->raw();
  inside_->empty = member.empty();
  name_ = raw || member.empty() ? own_name : std::filesystem::path(member).filename().string();
  // Magic bytes are there, or nobody would have asked; where no filter claims the data, what follows them is damaged.
  if (raw && !inside_->pipe && !member.empty() && archive_filter_code(inside_->stream.get(), 0) == ARCHIVE_FILTER_NONE) {
    inside_->fail("compressed, with a damaged header");
  }
}

byte_stream::~byte_stream() = default;

std::size_t byte_stream::read(char* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes && !inside_->empty) {
    const la_ssize_t got = archive_read_data(inside_->stream.get(), to + done, bytes - done);
    if (got == ARCHIVE_RETRY) continue;
    if (got < 0)
      inside_->fail(fmt::format("corrupt or truncated {} data after {} decompressed bytes",
                                archive_filter_name(inside_->stream.get(), 0), inside_->produced + done));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  inside_->produced += done;
  return done;
}

std::uint64_t byte_stream::consumed() const {
  const la_int64_t bytes = archive_filter_bytes(inside_->stream.get(), -1);
  return bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

}  // namespace fathom::io
