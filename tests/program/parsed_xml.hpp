// Drawings and pages parsed as XML by libxml2.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace fathom::test {

struct xml_element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< of the element and all elements in it

  [[nodiscard]] double number(const std::string& attribute) const;
};

/// All elements of the document in its order. Adds a test failure with the parser's message if the text is not well-formed XML.
std::vector<xml_element> parsed_xml(const std::string& text);

/// The elements with this name and, unless it is empty, this class.
std::vector<xml_element> elements_of(const std::vector<xml_element>& all, const std::string& name,
                                     const std::string& with_class = "");

}  // namespace fathom::test
