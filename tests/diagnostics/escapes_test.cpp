// Names of files, options and columns have any bytes; none of them reaches a terminal or a page as
// it is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/escaped.h"
#include "support/process.h"
#include "support/xml.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

const std::string kBad = "a\x1b[31m\nmbsim: all is well\r\xff\xc2\x9b\x7f";

// Control characters apart from line feeds, and bytes that are no UTF-8.
bool is_clean(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = shown_character(text);
    if (size == 0 && text[0] != '\n') return false;
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return true;
}

std::string in_quotes(const std::string& text) { return "'" + text + "'"; }

TEST(Escapes, Characters) {
  EXPECT_EQ(escaped("a b\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "a b\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(escaped("\x1b[1m\n\x7f"), "\\x1b[1m\\x0a\\x7f");
  // Cut, too long, a surrogate, beyond the last one, a control character of two bytes.
  EXPECT_EQ(escaped("\xc3"), "\\xc3");
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf");
  EXPECT_EQ(escaped("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(escaped("\xc2\x85"), "\\xc2\\x85");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("a\nb'\\"), "$'a\\012b\\'\\\\'");
}

TEST(Escapes, InMessages) {
  const test::Scratch scratch;
  const std::string deck = scratch.file(kBad + ".dat"), table = scratch.file("t.csv"),
                    good = "decks/kabios/quick_return.dat", bad = in_quotes(kBad);
  test::write_all(deck, "3 3 nonsense\n");
  test::write_all(table, "t,a\n0,1\n1,2\n");
  const std::string nowhere = in_quotes("/nowhere/" + kBad);
  for (const std::string& command : {in_quotes(deck),
                                     "--check " + in_quotes(deck),
                                     "measure " + in_quotes(deck),
                                     in_quotes(kBad),
                                     "--csv " + nowhere + " " + good,
                                     "sweep -p crank=1 -o " + nowhere + " " + good,
                                     "--" + bad + " " + good,
                                     "help " + bad,
                                     "plot " + in_quotes(table) + " t " + bad,
                                     "plot " + in_quotes(table) + " t a -o " + nowhere,
                                     "diff " + bad + " " + in_quotes(table),
                                     "diff " + in_quotes(deck) + " " + in_quotes(table),
                                     "draw " + good + " -o " + nowhere,
                                     "--set " + bad + "=1 " + good,
                                     "-D " + bad + "=1 " + good,
                                     "--template " + bad,
                                     "sweep --collect " + bad,
                                     "sweep --table " + bad + " " + good,
                                     "sweep -p " + bad + " " + good,
                                     "optimise " + good + " -p " + bad,
                                     "--certify=" + bad + " " + good,
                                     "--keep " + bad + " " + good}) {
    const Finished done = mbsim(command);
    EXPECT_EQ(done.status, 2) << escaped(command);
    EXPECT_TRUE(is_clean(done.err)) << escaped(command) << " gives " << escaped(done.err);
    EXPECT_TRUE(is_clean(done.out)) << escaped(command);
    EXPECT_EQ(done.err.find("\nmbsim: all"), std::string::npos) << done.err;
  }
}

TEST(Escapes, InReportsAndPictures) {
  const test::Scratch scratch;
  const std::string deck = scratch.file(kBad + ".dat");
  test::write_all(deck, test::deck_text("kabios/quick_return.dat"));
  const Finished report = mbsim(in_quotes(deck));
  EXPECT_EQ(report.status, 0);
  EXPECT_TRUE(is_clean(report.out)) << escaped(report.out.substr(0, 300));
  for (const std::string& command :
       {"draw " + in_quotes(deck), "plot " + in_quotes(deck) + " t body4.phi",
        "plot " + in_quotes(deck) + " t body4.phi --title " + in_quotes(kBad + "<&\">")}) {
    const Finished done = mbsim(command);
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_TRUE(is_clean(done.out)) << escaped(command);
    EXPECT_EQ(test::read_xml(done.out).problem, "") << escaped(command);
  }
  const std::string page = scratch.file("page.html");
  ASSERT_EQ(mbsim("animate " + in_quotes(deck) + " -o " + in_quotes(page)).status, 0);
  EXPECT_TRUE(is_clean(test::read_all(page)));
}

TEST(Escapes, InTablesThatArePlotted) {
  const test::Scratch scratch;
  const std::string table = scratch.file("t.csv");
  test::write_all(table, "t,\x1b[31m<b>\xff,k\n0,1,\x1b\xfe\n1,2,b\n");
  for (const char* what : {"1 2", "1 2 --by k", "3 2 --bars"}) {
    const Finished done = mbsim(fmt::format("plot '{}' {}", table, what));
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_TRUE(is_clean(done.out)) << what;
    EXPECT_EQ(test::read_xml(done.out).problem, "") << what;
  }
}

}  // namespace
}  // namespace mbs
