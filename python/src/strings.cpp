// Dictionary encoding of columns of strings: each string becomes its position in the list of distinct strings.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "arrays.hpp"
#include "bindings.hpp"
#include "fathom/array.hpp"
#include "string_table.hpp"

namespace fathom_python {
namespace {

// Calls string(i) for all i below `size` and encodes the results, of which a block must be valid at once.
template <class String>
fathom::array<std::uint32_t> encoded(string_table& table, std::size_t size, String&& string) {
  fathom::array<std::uint32_t> codes(size);
  std::array<std::string_view, string_table::block> strings;
  for (std::size_t begin = 0; begin < size; begin += string_table::block) {
    const std::size_t count = std::min(string_table::block, size - begin);
    for (std::size_t i = 0; i < count; ++i) strings[i] = string(begin + i);
    table.encode(std::span(strings.data(), count), codes.data() + begin);
  }
  return codes;
}

// Entry of a list that is not a string, or one with surrogates, which has no UTF-8 form.
struct no_string {};

std::string_view text_of(PyObject* one) {
  if (!PyUnicode_Check(one)) throw no_string();
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(one, &size);
  if (!text) {
    PyErr_Clear();
    throw no_string();
  }
  return {text, static_cast<std::size_t>(size)};
}

// Returns None if some entry is not a string.
anything encode_list(string_table& table, const nb::list& listed) {
  constexpr std::size_t ahead = 16;
  const std::size_t size = nb::len(listed);
  const auto entry = [&](std::size_t i) { return PyList_GetItem(listed.ptr(), static_cast<Py_ssize_t>(i)); };
  try {
    return hand_over(encoded(table, size, [&](std::size_t i) {
      if (i + ahead < size) __builtin_prefetch(entry(i + ahead));
      return text_of(entry(i));
    }));
  } catch (const no_string&) {
    return nb::none();
  }
}

// Strings of Arrow: string i is the text from offsets[i] to offsets[i + 1].
template <class Offset>
anything encode_arrow(string_table& table, const host_array_of<Offset>& offsets, const host_array_of<std::uint8_t>& text) {
  const Offset* const starts = offsets.data();
  const char* const bytes = reinterpret_cast<const char*>(text.data());
  const std::size_t size = offsets.size() - 1;
  fathom::array<std::uint32_t> codes;
  {
    const nb::gil_scoped_release unlocked;
    codes = encoded(table, size, [&](std::size_t i) {
      return std::string_view(bytes + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i]));
    });
  }
  return hand_over(std::move(codes));
}

// Rows that hold positions in a list of categories. Returns None if a row has no category.
anything encode_categories(string_table& table, const string_table& categories, const host_array_of<std::int32_t>& rows) {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> places(categories.count(), unseen);
  fathom::array<std::uint32_t> codes(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto category = static_cast<std::size_t>(rows.data()[i]);
    if (category >= places.size()) return nb::none();
    if (places[category] == unseen) {
      const std::string_view name = categories[category];
      table.encode(std::span(&name, 1), &places[category]);
    }
    codes[i] = places[category];
  }
  return hand_over(std::move(codes));
}

// Appends the UTF-8 form of a code point; false for a surrogate or a number beyond Unicode.
bool append_utf8(std::uint32_t c, std::string& text) {
  const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  constexpr std::uint32_t two = 0x80, three = 0x800, four = 0x10000, end = 0x110000, low_bits = 0x3F;
  if (c < two) return put(c), true;
  if (c >= end || (c >= 0xD800 && c < 0xE000)) return false;
  if (c >= four) put(0xF0 | c >> 18);
  if (c >= four) put(two | (c >> 12 & low_bits));
  if (c >= three && c < four) put(0xE0 | c >> 12);
  if (c >= three) put(two | (c >> 6 & low_bits));
  if (c < three) put(0xC0 | c >> 6);
  put(two | (c & low_bits));
  return true;
}

// Strings of NumPy, of `width` code points each, padded with zeros. Returns None if some string has no UTF-8 form.
anything encode_fixed(string_table& table, const host_array_of<std::uint32_t>& points, std::size_t width) {
  const std::size_t size = width == 0 ? 0 : points.size() / width;
  std::array<std::string, string_table::block> held;
  try {
    return hand_over(encoded(table, size, [&](std::size_t i) -> std::string_view {
      const std::uint32_t* const first = points.data() + i * width;
      const std::uint32_t* last = first + width;
      while (last > first && last[-1] == 0) --last;
      std::string& text = held[i % string_table::block];
      text.clear();
      for (const std::uint32_t* c = first; c < last; ++c) {
        if (!append_utf8(*c, text)) throw no_string();
      }
      return text;
    }));
  } catch (const no_string&) {
    return nb::none();
  }
}

const registered_bindings strings_bindings{[](nb::module_& m) {
  nb::class_<string_table>(m, "StringTable", "Distinct strings of one or more columns, numbered by first appearance.")
      .def(nb::init<>())
      .def("__len__", &string_table::count)
      .def("encode_list", &encode_list)
      .def("encode_arrow", &encode_arrow<std::int32_t>)
      .def("encode_arrow", &encode_arrow<std::int64_t>)
      .def("encode_fixed", &encode_fixed)
      .def("encode_categories", &encode_categories)
      .def(
          "take",
          [](string_table& table) -> nb::tuple {
            return nb::make_tuple(hand_over(table.take_offsets()), hand_over(table.take_text()));
          },
          "Return the offsets and the text of the strings, and leave the table.");
}};

}  // namespace
}  // namespace fathom_python
