#include "fathom/matrix_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "base/checksum.hpp"
#include "base/fault_table.hpp"
#include "base/mapped_file.hpp"
#include "base/mapped_output.hpp"
#include "base/output_file.hpp"
#include "fathom/control.hpp"
#include "fathom/error.hpp"
#include "io/formats/npy.hpp"

namespace fathom {
namespace {

constexpr char progress_magic[8] = {'F', 'A', 'T', 'H', 'O', 'M', 'P', '2'};
constexpr mode_t new_file_mode = 0666;  // within the caller's umask
constexpr mode_t permission_bits = 07777;

/// Header of FILE.progress, followed by one row_mark per row.
struct progress_header {
  char magic[8];
  std::uint64_t identity;  ///< of the run
  std::uint64_t rows;
};

/// The checksum of a complete row, else no_row. Marks and rows reach the disk in any order: after a power failure a mark may be
/// present without its row, which the checksum reveals.
using row_mark = std::uint64_t;
constexpr row_mark no_row = 0;

row_mark mark_of(std::span<const std::byte> row) { return std::max(io::hash_bytes(row), no_row + 1); }

std::size_t item_bytes(matrix_content content) {
  switch (content) {
    case matrix_content::distances8:
      return 1;
    case matrix_content::distances16:
      return 2;
    case matrix_content::distances32:
    case matrix_content::predecessors:
      break;
  }
  return 4;
}

std::string header_for(matrix_content content, const multi_bfs_plan& plan) {
  return io::make_npy_header(fmt::format("{}i{}", item_bytes(content) == 1 ? "|" : "<", item_bytes(content)),
                             fmt::format("({}, {})", plan.sources.size(), plan.num_vertices));
}

std::uint64_t identity_of(const multi_bfs_plan& plan, matrix_content content, std::uint64_t graph) {
  const std::uint64_t parts[] = {graph, plan.num_vertices, static_cast<std::uint64_t>(plan.depth_limit),
                                 static_cast<std::uint64_t>(content), io::hash_bytes(std::as_bytes(plan.sources))};
  return io::hash_bytes(std::as_bytes(std::span(parts)));
}

// A run killed while creating its files leaves a progress file without a header, and nothing to resume.
bool has_begun(const std::filesystem::path& progress) {
  char magic[sizeof progress_magic] = {};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(progress.c_str(), "rbe"), std::fclose);
  return in && std::fread(magic, sizeof magic, 1, in.get()) == 1 &&
         std::any_of(std::begin(magic), std::end(magic), [](char c) { return c != 0; });
}

}  // namespace

struct matrix_file::files {
  std::filesystem::path target, part, progress;
  std::size_t data_begin = 0, rows = 0, row_bytes = 0, columns = 0, bytes = 0;
  std::uint64_t identity = 0;
  bool is_first_rank = true, is_new = true;
  write_lock lock;  // on the .part file, held by process 0
  mapped_output matrix, progress_map;
  fault_slot part_slot = -1, progress_slot = -1;

  files() = default;
  files(const files&) = delete;
  files& operator=(const files&) = delete;
  ~files() {
    unregister_temporary(part_slot);
    unregister_temporary(progress_slot);
  }

  [[nodiscard]] row_mark* marks() const noexcept {
    return reinterpret_cast<row_mark*>(progress_map.bytes.data() + sizeof(progress_header));
  }
  [[nodiscard]] std::span<const std::byte> row(std::size_t i) const noexcept {
    return matrix.bytes.subspan(data_begin + i * row_bytes, row_bytes);
  }

  [[nodiscard]] std::size_t count_rows() const {
    if (progress_map.bytes.empty()) return 0;
    return rows - static_cast<std::size_t>(std::count(marks(), marks() + rows, no_row));
  }

  void create(const std::string& header) {
    struct stat before {};
    const bool replaces = ::stat(target.c_str(), &before) == 0;
    const mode_t mode = replaces ? before.st_mode & permission_bits : new_file_mode;
    lock = write_lock::create(part, mode);
    if (replaces) static_cast<void>(::fchmod(lock.descriptor(), mode));  // open() applied the umask
    matrix = mapped_output::create(part, bytes, lock);
    progress_map = mapped_output::create(progress, sizeof(progress_header) + rows * sizeof(row_mark));
    std::memcpy(matrix.bytes.data(), header.data(), header.size());
    progress_header begun{{}, identity, rows};
    std::memcpy(begun.magic, progress_magic, sizeof progress_magic);
    std::memcpy(progress_map.bytes.data(), &begun, sizeof begun);
  }

  void map_existing() {
    matrix = mapped_output::open(part);
    progress_map = mapped_output::open(progress);
    progress_header found{};
    const std::span<std::byte> all = progress_map.bytes;
    if (all.size() >= sizeof found) std::memcpy(&found, all.data(), sizeof found);
    if (std::memcmp(found.magic, progress_magic, sizeof progress_magic) == 0 && found.identity == identity && found.rows == rows &&
        all.size() == sizeof found + rows * sizeof(row_mark) && matrix.bytes.size() == bytes) {
      return;
    }
    throw error(error_category::input,
                fmt::format("{}: belongs to a run with another graph, other sources or other contents; run without resuming to "
                            "replace it, or choose another file",
                            progress.string()));
  }

  // Clears the marks of rows whose checksum does not match.
  void check_rows(const std::string& header) {
    std::memcpy(matrix.bytes.data(), header.data(), header.size());
    read_ahead(matrix.bytes);
    row_mark* const all = marks();
    const int threads = thread_count({});
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (std::size_t i = 0; i < rows; ++i) {
      if (all[i] != no_row && all[i] != mark_of(row(i))) all[i] = no_row;
    }
  }
};

matrix_file::matrix_file(std::filesystem::path file, matrix_content content, bool resume, std::uint64_t identity)
    : file_(std::move(file)), content_(content), resume_(resume), identity_(identity) {}

matrix_file::~matrix_file() {
  if (!open_ || !open_->is_first_rank || !open_->is_new || open_->count_rows() > 0) return;
  if (!open_->lock.held() || !open_->lock.is_named(open_->part)) return;
  std::error_code ignored;
  std::filesystem::remove(open_->part, ignored);
  std::filesystem::remove(open_->progress, ignored);
}

sink_needs matrix_file::needs() const {
  const bool predecessors = content_ == matrix_content::predecessors;
  return {.distances = !predecessors, .predecessors = predecessors};
}

void matrix_file::begin(const multi_bfs_plan& plan) {
  const std::string header = header_for(content_, plan);
  open_ = std::make_unique<files>();
  open_->target = link_target(file_);
  open_->part = open_->target.string() + ".part";
  open_->progress = open_->target.string() + ".progress";
  open_->data_begin = header.size();
  open_->columns = plan.num_vertices;
  open_->rows = plan.sources.size();
  open_->row_bytes = plan.num_vertices * item_bytes(content_);
  open_->bytes = header.size() + open_->rows * open_->row_bytes;
  open_->identity = identity_of(plan, content_, identity_);
  open_->is_first_rank = plan.rank == 0;
  if (!open_->is_first_rank) return;  // process 0 creates the files; the others open them once all have begun
  if (resume_) open_->lock = write_lock(open_->part);
  if (open_->lock.held() && has_begun(open_->progress)) {
    open_->is_new = false;
    open_->map_existing();
    open_->check_rows(header);
    rows_found_ = open_->count_rows();
  } else {
    open_->lock = {};
    open_->create(header);
  }
  open_->part_slot = register_temporary(open_->part.native(), temporary_kind::resumable);
  open_->progress_slot = register_temporary(open_->progress.native(), temporary_kind::resumable);
}

bool matrix_file::has(std::size_t position) const {
  if (open_->progress_map.bytes.empty()) open_->map_existing();
  return open_->marks()[position] != no_row;
}

void matrix_file::take(const finished_group& group) {
  switch (content_) {
    case matrix_content::distances8:
      return write<std::int8_t>(group);
    case matrix_content::distances16:
      return write<std::int16_t>(group);
    case matrix_content::distances32:
      return write<hop_count>(group);
    case matrix_content::predecessors:
      return write<vertex_id>(group);
  }
}

template <class T>
void matrix_file::write(const finished_group& group) {
  if (open_->matrix.bytes.empty()) open_->map_existing();
  T* const values = reinterpret_cast<T*>(open_->matrix.bytes.data() + open_->data_begin);
  group.copy_rows(values, open_->columns);
  // Set the marks last: a run killed in between leaves incomplete rows, but no marks for them.
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (const std::size_t row : group.positions(i)) open_->marks()[row] = mark_of(open_->row(row));
  }
}

void matrix_file::end(vertex_totals&) {
  if (open_->is_first_rank) {
    open_->matrix.flush(open_->part);
    if (!open_->lock.is_named(open_->part)) {
      throw error(error_category::output,
                  fmt::format("{}: was removed or replaced while being written; run again", open_->part.string()));
    }
    if (before_naming_) before_naming_();
    std::error_code failed;
    std::filesystem::rename(open_->part, open_->target, failed);
    if (failed) {
      throw error(error_category::output,
                  fmt::format("{}: cannot be renamed to {}: {}", open_->part.string(), open_->target.string(), failed.message()));
    }
    std::filesystem::remove(open_->progress, failed);
  }
  open_.reset();
}

}  // namespace fathom
