#include "parsed_xml.hpp"

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

namespace fathom::test {
namespace {

std::string taken(xmlChar* text) {
  const std::string copy = text == nullptr ? "" : reinterpret_cast<const char*>(text);
  xmlFree(text);
  return copy;
}

void add_elements(xmlNode* node, std::vector<xml_element>& all) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    xml_element one{reinterpret_cast<const char*>(node->name), {}, taken(xmlNodeGetContent(node))};
    for (xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      const char* const name = reinterpret_cast<const char*>(a->name);
      one.attributes[name] = taken(xmlGetProp(node, a->name));
    }
    all.push_back(std::move(one));
    add_elements(node->children, all);
  }
}

}  // namespace

double xml_element::number(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  if (found == attributes.end()) {
    ADD_FAILURE() << name << " has no attribute " << attribute;
    return 0;
  }
  return std::stod(found->second);
}

std::vector<xml_element> parsed_xml(const std::string& text) {
  std::vector<xml_element> all;
  // Without XML_PARSE_NOENT and DTDs: nothing but the text itself is read.
  xmlDoc* const document =
      xmlReadMemory(text.data(), static_cast<int>(text.size()), nullptr, "UTF-8", XML_PARSE_NONET | XML_PARSE_NOERROR);
  if (document == nullptr) {
    const auto* const problem = xmlGetLastError();
    ADD_FAILURE() << "not well-formed: " << (problem != nullptr ? problem->message : "") << text;
    return all;
  }
  add_elements(xmlDocGetRootElement(document), all);
  xmlFreeDoc(document);
  return all;
}

std::vector<xml_element> elements_of(const std::vector<xml_element>& all, const std::string& name, const std::string& with_class) {
  std::vector<xml_element> found;
  for (const xml_element& one : all) {
    const auto classes = one.attributes.find("class");
    const bool fits = with_class.empty() || (classes != one.attributes.end() && classes->second == with_class);
    if (one.name == name && fits) found.push_back(one);
  }
  return found;
}

}  // namespace fathom::test
