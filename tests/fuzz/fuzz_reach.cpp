// libFuzzer harness of the .reach reader: accepted files are queried completely.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "base/checksum.hpp"
#include "fathom/error.hpp"
#include "reach/codes.hpp"
#include "reach/file/reach_contents.hpp"

namespace {

using namespace fathom;

// Maximum number of pairs per query.
constexpr std::uint64_t most_pairs = 1u << 14;

// The reader needs 8-byte aligned data, as a mapped file has.
io::byte_source aligned_copy(const std::uint8_t* data, std::size_t size) {
  auto words = std::make_shared<std::vector<std::uint64_t>>(size / 8 + 1);
  std::memcpy(words->data(), data, size);
  return {"input.reach", {reinterpret_cast<const std::byte*>(words->data()), size}, words};
}

void ask_everything(const io::reach_contents& index) {
  std::uint64_t asked = 0, sum = 0;
  for (std::size_t row = 0; row < index.rows.size(); ++row) {
    for (vertex_id t = 0; t < index.num_vertices && asked < most_pairs; ++t, ++asked) {
      const io::reach_row& r = index.table[row];
      sum += look_up(index.rows[row], r.form, r.count, t, index.k, index.code_bits);
    }
  }
  for (const std::uint64_t id : index.original_ids) sum += id;
  for (const char c : index.labels.text) sum += static_cast<unsigned char>(c);
  static volatile std::uint64_t seen;
  seen = seen + sum;
}

// Repairs checksums; most mutations would be rejected by them otherwise.
void repair(std::span<std::uint8_t> bytes) {
  if (bytes.size() < sizeof(io::reach_header)) return;
  const auto all = std::as_bytes(bytes);
  io::reach_header h;
  std::memcpy(&h, bytes.data(), sizeof h);
  h.file_bytes = bytes.size();
  const std::uint64_t room = (bytes.size() - sizeof h) / sizeof(io::section_entry);
  const std::uint64_t sections = std::min<std::uint64_t>({h.section_count, room, io::reach_sections});
  for (std::uint64_t i = 0; i < sections; ++i) {
    std::uint8_t* const place = bytes.data() + sizeof h + i * sizeof(io::section_entry);
    io::section_entry entry;
    std::memcpy(&entry, place, sizeof entry);
    if (entry.offset > bytes.size() || entry.bytes > bytes.size() - entry.offset) continue;
    const bool is_rows = entry.kind == static_cast<std::uint32_t>(io::reach_section::rows);
    entry.checksum = is_rows ? 0 : io::checksum(all.subspan(entry.offset, entry.bytes), 1);
    std::memcpy(place, &entry, sizeof entry);
  }
  h.checksum = io::hash_bytes(all.subspan(sizeof h, sections * sizeof(io::section_entry)),
                              io::hash_bytes(std::as_bytes(std::span(&h, 1)).first(offsetof(io::reach_header, checksum))));
  std::memcpy(bytes.data(), &h, sizeof h);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // With `trust` the rows' contents are not checked, but looking them up must still be safe.
  for (const bool trust : {false, true}) {
    try {
      ask_everything(*io::read_reach(aligned_copy(data, size), trust, {}));
    } catch (const error&) {
    } catch (const std::bad_alloc&) {
    }
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const std::size_t mutated = LLVMFuzzerMutate(data, size, most);
  if (seed % 8 != 0) repair({data, mutated});
  return mutated;
}
