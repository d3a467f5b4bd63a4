#include "fathom/matrix_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/mapped_output.hpp"
#include "fathom/error.hpp"
#include "io/checksum.hpp"
#include "io/npy.hpp"

namespace fathom {
namespace {

constexpr char progress_magic[8] = {'F', 'A', 'T', 'H', 'O', 'M', 'P', '1'};

/// What FILE.progress begins with; a byte for each row follows: 1 where it is whole.
struct progress_header {
  char magic[8];
  std::uint64_t identity;  ///< of the run
  std::uint64_t rows;
};

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

}  // namespace

struct matrix_file::files {
  std::filesystem::path part, progress;
  mapped_output matrix, rows;
  std::size_t data_begin = 0, columns = 0;
  std::size_t rows_written = 0;

  [[nodiscard]] std::byte* done() const noexcept { return rows.bytes.data() + sizeof(progress_header); }
};

matrix_file::matrix_file(std::filesystem::path file, matrix_content content, bool resume, std::uint64_t identity)
    : file_(std::move(file)), content_(content), resume_(resume), identity_(identity) {}

matrix_file::~matrix_file() {
  if (!open_ || open_->rows_written > 0 || rows_found_ > 0) return;
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
  const std::size_t rows = plan.sources.size();
  const std::size_t bytes = header.size() + rows * plan.num_vertices * item_bytes(content_);
  const std::uint64_t identity = identity_of(plan, content_, identity_);
  auto opened = std::make_unique<files>();
  opened->part = file_.string() + ".part";
  opened->progress = file_.string() + ".progress";
  opened->data_begin = header.size();
  opened->columns = plan.num_vertices;
  if (resume_ && std::filesystem::exists(opened->part) && std::filesystem::exists(opened->progress)) {
    opened->matrix = mapped_output::open(opened->part);
    opened->rows = mapped_output::open(opened->progress);
    progress_header found{};
    if (opened->rows.bytes.size() >= sizeof found) std::memcpy(&found, opened->rows.bytes.data(), sizeof found);
    if (std::memcmp(found.magic, progress_magic, sizeof progress_magic) != 0 || found.identity != identity || found.rows != rows ||
        opened->rows.bytes.size() != sizeof found + rows || opened->matrix.bytes.size() != bytes) {
      throw error(error_category::input,
                  fmt::format("{}: was left by a run with another graph, other sources or other contents; run without resuming to "
                              "replace it, or name another file",
                              opened->progress.string()));
    }
    open_ = std::move(opened);
    rows_found_ = static_cast<std::size_t>(std::count(open_->done(), open_->done() + rows, std::byte{1}));
    return;
  }
  opened->matrix = mapped_output::create(opened->part, bytes);
  open_ = std::move(opened);  // from here on the destructor removes what is there
  open_->rows = mapped_output::create(open_->progress, sizeof(progress_header) + rows);
  std::memcpy(open_->matrix.bytes.data(), header.data(), header.size());
  progress_header begun{{}, identity, rows};
  std::memcpy(begun.magic, progress_magic, sizeof progress_magic);
  std::memcpy(open_->rows.bytes.data(), &begun, sizeof begun);
}

bool matrix_file::has(std::size_t position) const { return open_ && open_->done()[position] == std::byte{1}; }

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
  T* const values = reinterpret_cast<T*>(open_->matrix.bytes.data() + open_->data_begin);
  group.copy_rows(values, open_->columns);
  // Only now: a run that is killed in between leaves rows that are not whole, and says nothing of them.
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (const std::size_t row : group.positions(i)) open_->done()[row] = std::byte{1};
  }
  open_->rows_written += group.size();
}

void matrix_file::end(vertex_totals&) {
  open_->matrix.flush(open_->part);
  std::error_code failed;
  std::filesystem::rename(open_->part, file_, failed);
  if (failed) {
    throw error(error_category::output,
                fmt::format("{}: cannot be renamed to {}: {}", open_->part.string(), file_.string(), failed.message()));
  }
  std::filesystem::remove(open_->progress, failed);
  open_.reset();
}

}  // namespace fathom
