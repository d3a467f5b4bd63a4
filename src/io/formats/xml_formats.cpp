// GraphML and GEXF: the same in builds with and without libxml2.
#include <fmt/format.h>

#include "io/formats/format.hpp"
#include "io/text/header_words.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t head_bytes = std::size_t{16} << 10;  // the root element must begin within these

// Whether the root element of an XML file has this name; a declaration and comments may come before it.
bool has_root(std::string_view start, std::string_view root) {
  if (!start.substr(0, start.find_first_not_of(" \t\r\n") + 1).ends_with('<')) return false;
  const std::string head = lower_case(start.substr(0, head_bytes));
  return head.find(fmt::format("<{}", root)) != head.npos || head.find(fmt::format(":{} ", root)) != head.npos;
}

}  // namespace

extern constinit const format_description graphml_format{
    .format = file_format::graphml,
    .names = {"graphml"},
    .suffixes = {".graphml"},
    .has_signature = [](const text_sample& sample) { return has_root(sample.start, "graphml"); },
    .read_text = read_graphml};

extern constinit const format_description gexf_format{
    .format = file_format::gexf,
    .names = {"gexf"},
    .suffixes = {".gexf"},
    .has_signature = [](const text_sample& sample) { return has_root(sample.start, "gexf"); },
    .read_text = read_gexf};

}  // namespace fathom::io
