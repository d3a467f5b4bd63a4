// NumPy's .npy format (version 1.0 of its specification, numpy.lib.format): arrays of integers, little-endian, in C order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::program {

/// The bytes before the data. `type` is NumPy's: "<i4".
[[nodiscard]] std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape);

/// A file's array, one- or two-dimensional, as it lies in the mapped file.
struct npy_array {
  std::filesystem::path file;
  char kind = 'i';  ///< i signed, u unsigned, f floating
  std::size_t item_bytes = 4;
  std::vector<std::uint64_t> shape;
  std::span<const std::byte> data;
  std::shared_ptr<void> mapping;

  [[nodiscard]] std::uint64_t size() const noexcept;
};

/// Throws error_category::input for anything that is not such an array of 1, 2, 4 or 8 byte numbers, naming file and cause.
[[nodiscard]] npy_array read_npy(const std::filesystem::path& file);

}  // namespace fathom::program
