// Writer of the library's own file formats: sections are collected first, since header and table have their checksums and offsets,
// then everything is written as one stream.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/checksum.hpp"
#include "base/output_file.hpp"
#include "io/formats/fathom_format.hpp"

namespace fathom::io {

/// Sections begin at multiples of `Alignment` bytes, with zeros between them.
template <class Kind, std::uint64_t Alignment>
class section_writer {
 public:
  /// Adds `values`, which must outlive this object; an empty array has no section.
  template <class T>
  void add(Kind kind, std::span<const T> values, int threads) {
    const auto bytes = std::as_bytes(values);
    if (bytes.empty()) return;
    add<T>(kind, values.size(), checksum(bytes, threads), [bytes](output_file& out) { out.write(bytes.data(), bytes.size()); });
  }
  /// Adds `count` elements that `write` writes.
  template <class T>
  void add(Kind kind, std::uint64_t count, std::uint64_t checksum, std::function<void(output_file&)> write) {
    table_.push_back({static_cast<std::uint32_t>(kind), sizeof(T), 0, count * sizeof(T), checksum});
    contents_.push_back(std::move(write));
  }

  /// Completes the header's file_bytes, section_count and checksum, and writes header, table and sections.
  template <class Header>
  void write(output_file& out, Header& h) {
    std::uint64_t end = sizeof(Header) + table_.size() * sizeof(section_entry);
    for (section_entry& entry : table_) {
      entry.offset = (end + Alignment - 1) / Alignment * Alignment;
      end = entry.offset + entry.bytes;
    }
    h.file_bytes = end;
    h.section_count = static_cast<std::uint32_t>(table_.size());
    const auto table_bytes = std::as_bytes(std::span(table_));
    h.checksum = hash_bytes(table_bytes, hash_bytes(std::as_bytes(std::span(&h, 1)).first(offsetof(Header, checksum))));
    out.write(&h, sizeof h);
    out.write(table_bytes.data(), table_bytes.size());
    static constexpr std::array<char, Alignment> zeros{};
    std::uint64_t written = sizeof h + table_bytes.size();
    for (std::size_t i = 0; i < table_.size(); ++i) {
      out.write(zeros.data(), table_[i].offset - written);
      contents_[i](out);
      written = table_[i].offset + table_[i].bytes;
    }
  }

 private:
  std::vector<section_entry> table_;
  std::vector<std::function<void(output_file&)>> contents_;  // one per entry
};

}  // namespace fathom::io
