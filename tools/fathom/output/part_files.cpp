#include "output/part_files.hpp"

#include <fmt/format.h>

#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {

std::filesystem::path part_file(const std::filesystem::path& file, const communicator& ranks) {
  return beside(file, fmt::format("{}-of-{}", ranks.rank(), ranks.size()));
}

part_writer::part_writer(const std::filesystem::path& file, std::string_view type, std::uint64_t rows, std::uint64_t columns)
    : out_(file, interrupt_token()) {
  out_.write(io::make_npy_header(type, rows == 1 ? fmt::format("({},)", columns) : fmt::format("({}, {})", rows, columns)));
}

}  // namespace fathom::program
