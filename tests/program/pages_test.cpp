// HTML pages: well-formed, escaped, self-contained.
#include "charts/page.hpp"

#include <gtest/gtest.h>

#include "parsed_xml.hpp"

namespace fathom::charts {
namespace {

using test::elements_of;
using test::parsed_xml;

const std::string hostile_words = "</p><script src='http://example.com/x.js'></script>\x01<img onerror=\"x\">\n&nbsp;";

page page_of(const std::string& words) {
  page made(words);
  const text_table table{{{words, text_side::left}, {"n"}}, {{words, "1"}, {"short"}}};
  made.heading(words);
  made.paragraph(words);
  made.warning(words);
  made.code(words);
  made.figure(draw(xy_chart{words, words, {"x"}, {"y"}, {{words, {{1, 1}}}}}), table, words);
  made.figure(draw(box_chart{words, words, {"x"}, {}, {{words, {1, 2, 3}}}}), table);
  made.table(table);
  return made;
}

TEST(pages, are_escaped_and_well_formed) {
  const auto all = parsed_xml(page_of(hostile_words).html());
  for (const char* const element : {"script", "img"}) EXPECT_TRUE(elements_of(all, element).empty()) << element;
  ASSERT_EQ(elements_of(all, "h2").size(), 1u);
  EXPECT_EQ(elements_of(all, "h2")[0].text,
            "</p><script src='http://example.com/x.js'></script>\\x01<img onerror=\"x\">\\x0a&nbsp;");
  EXPECT_EQ(elements_of(all, "svg").size(), 2u);
  EXPECT_EQ(elements_of(all, "details").size(), 2u);
  EXPECT_EQ(elements_of(all, "table").size(), 3u);
  EXPECT_EQ(elements_of(all, "div", "figures").size(), 1u);
  // A short row has an empty cell: every row of three tables has two.
  EXPECT_EQ(elements_of(all, "td").size(), 12u);
}

TEST(pages, need_nothing_from_elsewhere) {
  const std::string html = page_of("plain").html();
  for (const char* const word : {"src=", "href=", "url(", "@import", "http://www.example", "https:"}) {
    EXPECT_EQ(html.find(word), std::string::npos) << word;
  }
  EXPECT_NE(html.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(html.find("width=device-width"), std::string::npos);
}

TEST(pages, code_keeps_its_lines) {
  page made("code");
  made.code("first < 1\nsecond  --all");
  EXPECT_NE(made.html().find("<pre>first &lt; 1\nsecond  <span class=\"option\">--all</span>\n</pre>"), std::string::npos);
}

}  // namespace
}  // namespace fathom::charts
