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
  std::size_t data_begin = 0, rows = 0, columns = 0, bytes = 0;
  std::uint64_t identity = 0;
  bool is_first_rank = true, is_new = true;
  mapped_output matrix, progress_map;

  [[nodiscard]] std::byte* done() const noexcept { return progress_map.bytes.data() + sizeof(progress_header); }

  [[nodiscard]] bool has_rows() const {
    return !progress_map.bytes.empty() && std::find(done(), done() + rows, std::byte{1}) != done() + rows;
  }

  void create(const std::string& header) {
    matrix = mapped_output::create(part, bytes);
    progress_map = mapped_output::create(progress, sizeof(progress_header) + rows);
    std::memcpy(matrix.bytes.data(), header.data(), header.size());
    progress_header begun{{}, identity, rows};
    std::memcpy(begun.magic, progress_magic, sizeof progress_magic);
    std::memcpy(progress_map.bytes.data(), &begun, sizeof begun);
  }

  void map_what_is_there() {
    matrix = mapped_output::open(part);
    progress_map = mapped_output::open(progress);
    progress_header found{};
    const std::span<std::byte> all = progress_map.bytes;
    if (all.size() >= sizeof found) std::memcpy(&found, all.data(), sizeof found);
    if (std::memcmp(found.magic, progress_magic, sizeof progress_magic) == 0 && found.identity == identity && found.rows == rows &&
        all.size() == sizeof found + rows && matrix.bytes.size() == bytes) {
      return;
    }
    throw error(error_category::input,
                fmt::format("{}: was left by a run with another graph, other sources or other contents; run without resuming to "
                            "replace it, or name another file",
                            progress.string()));
  }
};

matrix_file::matrix_file(std::filesystem::path file, matrix_content content, bool resume, std::uint64_t identity)
    : file_(std::move(file)), content_(content), resume_(resume), identity_(identity) {}

matrix_file::~matrix_file() {
  if (!open_ || !open_->is_first_rank || !open_->is_new || open_->has_rows()) return;
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
  open_->part = file_.string() + ".part";
  open_->progress = file_.string() + ".progress";
  open_->data_begin = header.size();
  open_->columns = plan.num_vertices;
  open_->rows = plan.sources.size();
  open_->bytes = header.size() + open_->rows * plan.num_vertices * item_bytes(content_);
  open_->identity = identity_of(plan, content_, identity_);
  open_->is_first_rank = plan.rank == 0;
  if (!open_->is_first_rank) return;  // the first makes the files, which the others open once all have begun
  if (resume_ && std::filesystem::exists(open_->part) && std::filesystem::exists(open_->progress)) {
    open_->is_new = false;
    open_->map_what_is_there();
    rows_found_ = static_cast<std::size_t>(std::count(open_->done(), open_->done() + open_->rows, std::byte{1}));
  } else {
    open_->create(header);
  }
}

bool matrix_file::has(std::size_t position) const {
  if (open_->progress_map.bytes.empty()) open_->map_what_is_there();
  return open_->done()[position] == std::byte{1};
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
  if (open_->matrix.bytes.empty()) open_->map_what_is_there();
  T* const values = reinterpret_cast<T*>(open_->matrix.bytes.data() + open_->data_begin);
  group.copy_rows(values, open_->columns);
  // Only now: a run that is killed in between leaves rows that are not whole, and says nothing of them.
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (const std::size_t row : group.positions(i)) open_->done()[row] = std::byte{1};
  }
}

void matrix_file::end(vertex_totals&) {
  if (open_->is_first_rank) {
    open_->matrix.flush(open_->part);
    std::error_code failed;
    std::filesystem::rename(open_->part, file_, failed);
    if (failed) {
      throw error(error_category::output,
                  fmt::format("{}: cannot be renamed to {}: {}", open_->part.string(), file_.string(), failed.message()));
    }
    std::filesystem::remove(open_->progress, failed);
  }
  open_.reset();
}

}  // namespace fathom
