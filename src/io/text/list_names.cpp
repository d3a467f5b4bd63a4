#include "io/text/list_names.hpp"

#include "io/edge_data.hpp"
#include "io/text/list_words.hpp"
#include "io/vertices/name_table.hpp"

namespace fathom::io {
namespace {

class name_reader {
 public:
  explicit name_reader(const list_columns& columns) : columns_(columns) {}

  // Reads a line without its terminator; after a fault `token` is the offending text.
  line_fault take(std::string_view line, const char*& token) {
    std::size_t at = 0;
    const std::string_view source = next_word(line, at), target = next_word(line, at);
    token = line.data() + at;
    if (target.empty()) return line_fault::missing_target;
    double weight = 1;
    if (const line_fault what = take_weight(line, at, weight); what != line_fault::none) {
      token = line.data() + std::min(line.find_first_not_of(" \t", at), line.size());
      return what;
    }
    append(sources_, names_(source));
    append(targets_, names_(target));
    if (columns_.third != third_column::none) append(weights_, weight);
    return line_fault::none;
  }

  named_list finish() {
    named_list found;
    found.given_weights = given_;
    found.list.num_vertices = names_.count();
    found.list.labels = names_.take();
    found.list.sources = sources_.take();
    found.list.targets = targets_.take();
    found.list.wide_weights = weights_.take();
    found.list.notes.push_back(numbered_names_note(found.list.num_vertices));
    if (changed_) found.list.notes.push_back(changed_weights_note);
    return found;
  }

 private:
  template <class T>
  static void append(growing_array<T>& values, T value) {
    values.resize(values.size() + 1);
    values[values.size() - 1] = value;
  }

  // After a fault `at` is its position.
  line_fault take_weight(std::string_view line, std::size_t& at, double& weight) {
    if (columns_.third == third_column::data) {
      std::string_view written;
      const line_fault what = scan_edge_data(skip_blanks(line.data() + at), weight, written);
      given_ += !written.empty();
      changed_ |= is_changed_weight(written, weight);
      return what;
    }
    if (columns_.third == third_column::weight) {
      for (std::size_t column = 0; column < columns_.skipped; ++column) static_cast<void>(next_word(line, at));
      const std::size_t before = at;
      const std::string_view word = next_word(line, at);
      line_fault what = line_fault::none;
      if (word.empty()) {
        what = line_fault::missing_weight;
      } else if (!scan_field_weight(word, weight)) {
        what = line_fault::bad_weight;
      } else if (!is_finite_weight(weight)) {
        what = line_fault::not_finite;
      }
      if (what != line_fault::none) {
        at = before;
        return what;
      }
      changed_ |= is_changed_weight(word, weight);
    }
    if (columns_.rest_ignored) return line_fault::none;
    return line.find_first_not_of(" \t\r", at) == line.npos ? line_fault::none : line_fault::extra_text;
  }

  const list_columns& columns_;
  name_table names_;
  growing_array<vertex_id> sources_, targets_;
  growing_array<double> weights_;
  bool changed_ = false;  // double precision changed some weight
  std::uint64_t given_ = 0;
};

}  // namespace

named_list read_list_names(text_source& text, const list_columns& columns, const fault_context& context) {
  name_reader reader(columns);
  for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
    while (!block.empty()) {
      const std::string_view whole = block.substr(0, block.find('\n'));
      block.remove_prefix(whole.size() + 1);
      const std::size_t first = whole.find_first_not_of(" \t\r");
      if (first == whole.npos || whole[first] == '#' || whole[first] == '%') continue;
      const std::string_view line = without_comment(whole);
      const char* token = nullptr;
      if (const line_fault what = reader.take(line, token); what != line_fault::none) {
        throw_fault(text, {what, line.data(), token}, context);
      }
    }
  }
  return reader.finish();
}

}  // namespace fathom::io
