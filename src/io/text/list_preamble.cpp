#include "io/text/list_preamble.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/column_names.hpp"
#include "io/text/header_words.hpp"
#include "io/text/list_words.hpp"
#include "io/text/misread_shapes.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t sample_lines = 16;

std::vector<std::string> plain_names(const std::vector<std::string>& words) {
  std::vector<std::string> plain;
  std::transform(words.begin(), words.end(), std::back_inserter(plain), plain_column_name);
  return plain;
}

class preamble_reader {
 public:
  preamble_reader(text_source& text, const read_options& options) : text_(text), options_(options) {}

  list_preamble read() {
    read_lines();
    if (!found_.lines.empty()) {
      refuse_relations(text_, found_.lines);
      refuse_line_ends();
      refuse_other_shapes();
      take_header();
      find_ids();
      find_names();
      find_direction();
    }
    return std::move(found_);
  }

 private:
  void read_lines() {
    for (std::string_view rest = text_.peek(); !rest.empty() && found_.lines.size() < sample_lines;) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(line.size() + 1);
      refuse_bare_return(text_, line);
      const std::string_view content = line.substr(std::min(line.find_first_not_of(" \t\r"), line.size()));
      if (content.empty()) continue;
      if (content[0] != '#' && content[0] != '%') {
        found_.lines.push_back(list_words(without_comment(content)));
      } else if (found_.lines.empty()) {
        take_comment(content);
      }
    }
  }

  // A separator at the end of each line would be read as a part of the last name.
  void refuse_line_ends() const {
    const auto last = [](const auto& words) { return words.empty() || words.back().empty() ? '\0' : words.back().back(); };
    const char end = last(found_.lines.front());
    if (end != ';' && end != ',' && end != '|') return;
    if (!std::all_of(found_.lines.begin(), found_.lines.end(), [&](const auto& words) { return last(words) == end; })) return;
    bad_text(text_, fmt::format("has '{}' at the end of each line; remove it: sed 's/{}$//'", end, end));
  }

  void refuse_other_shapes() const {
    if (options_.format != file_format::snap) return;
    refuse_matrix(text_, found_.lines, sample_lines, ' ');
    refuse_brackets(text_, found_.lines, 0);
    refuse_adjacency_list(text_, found_.lines);
    refuse_joined_ids(text_, found_.lines);
    refuse_single_number();
  }

  // A number of vertices or edges above the edges.
  void refuse_single_number() const {
    const auto& first = found_.lines.front();
    if (first.size() != 1 || !is_id_word(first[0]) || found_.lines.size() < 2) return;
    if (!std::all_of(found_.lines.begin() + 1, found_.lines.end(), [](const auto& words) { return words.size() > 1; })) return;
    bad_text(text_, fmt::format("has a single number, {0}, in its first line; remove it: sed 1d '{1}' > '{1}.txt' (and use "
                                "--num-vertices if it is the number of vertices)",
                                excerpt(first[0]), text_.file().string()));
  }

  void take_comment(std::string_view line) {
    const std::string lower = lower_case(line.substr(1));
    const std::vector<std::string> words = lower_case_words(line.substr(1));
    comment_ = list_words(line.substr(1));
    if (line.starts_with('%')) take_percent_comment(line, words);
    if (!found_.directed) {
      found_.directed = direction_in_comment(line);
      if (found_.directed) state_direction(fmt::format("the comment {}", excerpt(line)));
    }
    found_.stated.take(line);
    weight_word_ |= lower.find("weight") != lower.npos;
    time_word_ |= lower.find("timestamp") != lower.npos || lower.find("time stamp") != lower.npos;
    found_.mentions_time = time_word_ && !weight_word_;
  }

  // KONECT's "% asym unweighted" and "% 6 5 5" (number of edges, left vertices and right vertices).
  void take_percent_comment(std::string_view line, const std::vector<std::string>& words) {
    if (words.empty()) return;
    if (words[0] == "bip") {
      bad_line(text_, line, "KONECT bipartite graphs number their two sides separately; renumber one side and remove this comment");
    }
    if (!found_.directed && (words[0] == "sym" || words[0] == "asym")) {
      found_.konect = true;
      found_.unweighted = words.size() > 1 && words[1] == "unweighted";
      found_.directed = words[0] == "asym";
      state_direction(fmt::format("the comment {}", excerpt(line)));
      return;
    }
    const auto numbers = header_numbers(line.substr(std::min(line.find_first_not_of('%'), line.size())));
    if (!numbers || found_.stated.vertices || found_.size_numbers) return;
    if (numbers->size() == 3 && (*numbers)[0] == (*numbers)[1] && (*numbers)[1] != (*numbers)[2]) {
      found_.size_numbers = *numbers;
      found_.size_text = excerpt(line);
    } else if (found_.konect && numbers->size() >= 2) {
      found_.stated.take_vertices(*std::max_element(numbers->begin() + 1, numbers->end()), line);
      found_.stated.vertices->from_one = true;
      found_.stated.edges = (*numbers)[0];
    }
  }

  void state_direction(const std::string& by) {
    found_.direction_note = fmt::format("read as {}, as {} says", *found_.directed ? "directed" : "undirected", by);
  }

  [[nodiscard]] bool is_header() const {
    if (options_.format != file_format::snap || options_.table.header == header_row::no) return false;
    if (options_.table.header == header_row::yes) return true;
    const std::vector<std::string>& first = found_.lines.front();
    if (first.size() < 2 || std::any_of(first.begin(), first.end(), is_number_word)) return false;
    const auto ends = named_endpoints(plain_names(first));
    if (ends && !ends->letters) return true;
    if (first[0] == first[1] || std::any_of(first.begin(), first.end(), [](const auto& word) { return word.starts_with('{'); }))
      return false;
    return found_.lines.size() > 1 && std::all_of(found_.lines.begin() + 1, found_.lines.end(), [&](const auto& words) {
             return words.size() == first.size() && is_id_word(words[0]) && is_id_word(words[1]);
           });
  }

  void take_header() {
    if (!is_header()) return;
    header_ = std::move(found_.lines.front());
    found_.lines.erase(found_.lines.begin());
    for (;;) {
      const auto line = text_.next_line();
      if (!line) return;
      const std::string_view content = line->substr(std::min(line->find_first_not_of(" \t\r"), line->size()));
      if (content.empty() || content[0] == '#' || content[0] == '%') continue;
      found_.notes.push_back(fmt::format("the first line, {}, names the columns", excerpt(content)));
      return;
    }
  }

  // Ids are names if the first line has names; a name among numbers is an error that the parser reports.
  void find_ids() {
    if (options_.format != file_format::snap || found_.lines.empty()) return;
    const std::vector<std::string>& first = found_.lines.front();
    if (first.size() < 2 || (is_number_word(first[0]) && is_number_word(first[1]))) return;
    found_.names = std::all_of(found_.lines.begin(), found_.lines.end(), [&](const auto& words) {
      const bool data = !options_.build.keep_weights || words.size() < 3 || words[2].starts_with('{') || is_number_word(words[2]);
      const bool weight_missing = std::min(words.size(), first.size()) == 2 && std::max(words.size(), first.size()) == 3;
      return (words.size() == first.size() || weight_missing) && (data || !header_.empty());
    });
  }

  void find_names() {
    const std::size_t columns = found_.lines.empty() ? header_.size() : found_.lines.front().size();
    std::vector<std::string> names = header_.empty() ? plain_names(comment_) : plain_names(header_);
    if (!header_.empty() && names.size() < columns) names.resize(columns);  // columns without names
    if (names.size() != columns) return;
    // A comment may contain anything; it names the columns if it names source and target, or the third column.
    const bool known = !header_.empty() || named_endpoints(names) ||
                       (columns > 2 && (weight_name_of(names[2]) != weight_name::none || names_time(names[2])));
    if (known) found_.column_names = std::move(names);
  }

  void find_direction() {
    if (found_.directed || options_.format != file_format::snap) return;
    const auto ends = named_endpoints(found_.column_names);
    if (!ends || !ends->directed) return;
    found_.directed = true;
    found_.direction_note = "read as directed, as the column names say";
  }

  text_source& text_;
  const read_options& options_;
  list_preamble found_;
  std::vector<std::string> comment_, header_;
  bool weight_word_ = false, time_word_ = false;
};

}  // namespace

list_preamble read_list_preamble(text_source& text, const read_options& options) { return preamble_reader(text, options).read(); }

}  // namespace fathom::io
