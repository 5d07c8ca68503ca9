// The lexer: tokens with their locations, PARAM, INCLUDE and overrides, messages to the letter.
#include "deck/lines/lexer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "paths.h"
#include "text/number.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;
using Overrides = std::vector<std::pair<std::string, std::string>>;

struct Lexed {
  LexedDeck deck;
  Diagnostics diagnostics;
  std::string messages() const { return diagnostics.format_all(); }
};

Lexed lexed(std::string text, Overrides overrides = {}, const fs::path& directory = {}) {
  Lexed out;
  out.deck = lex({"d", std::move(text), directory, std::move(overrides)}, out.diagnostics);
  return out;
}

std::string messages(std::string text, Overrides overrides = {}) {
  return lexed(std::move(text), std::move(overrides)).messages();
}

// The tokens of a record as "kind:text", joined by blanks.
std::string show(const Record& record) {
  std::string out;
  for (const Token& token : record.tokens) {
    const char* kind[] = {"n", "w", "s", "e", "l"};
    out += (out.empty() ? "" : " ") + std::string(kind[static_cast<int>(token.kind)]) + ":" +
           token.text;
  }
  return out;
}

// All records, one a line; the text must be without fault.
std::string tokens(std::string text) {
  const Lexed out = lexed(std::move(text));
  EXPECT_EQ(out.messages(), "");
  std::string shown;
  for (const Record& record : out.deck.records) shown += show(record) + "\n";
  return shown;
}

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Manual, chapter 7.
constexpr const char* kFourBar =
    "4 4 0 1 0 1 1 0 0                             (a)\n"
    "0.0000    0.0000    0.0000                    (b)\n"
    "0.5000    0.8000    1.0470                    (b)\n"
    "2.6000    2.6000    0.5000                    (b)\n"
    "3.5000    1.8000    1.0000                    (b)\n"
    "1 2   0.0000   0.0000  -1.0000   0.0000       ( C )\n"
    "2 3   1.0000   0.0000  -2.0000   0.0000       (C)\n"
    "3 4   2.0000   0.0000   2.0000   0.0000       (C)\n"
    "4 1  -2.0000   0.0000   2.5000   0.0000       (C)\n"
    "1                                             (e)\n"
    "2 3   1.0472   6.2832   0.0000                (g)\n"
    "3   0.5000   1.5000                           (h)\n"
    "0.0000   1.0000   0.0250                      (i)\n";

TEST(Lexer, DefaultsGiveWayToWhatStandsAbove) {
  const Lexed own = lexed("PARAM a = 3\nPARAM A DEFAULT = 1\nPARAM b default = 2*a\nX ${a} ${b}");
  EXPECT_EQ(own.messages(), "");
  EXPECT_EQ(own.deck.records.front().tokens[1].value, 3);
  EXPECT_EQ(own.deck.records.front().tokens[2].value, 6);
  const Lexed out = lexed("PARAM a DEFAULT = 1\nX ${a}", {{"a", "5"}});
  EXPECT_EQ(out.messages(), "");
  EXPECT_EQ(out.deck.records.front().tokens[1].value, 5);
}

TEST(Lexer, FourBarOfTheManual) {
  const Lexed out = lexed(kFourBar);
  EXPECT_EQ(out.messages(), "");
  EXPECT_TRUE(out.deck.usable);
  ASSERT_EQ(out.deck.records.size(), 13u);
  for (const Record& record : out.deck.records) {
    EXPECT_EQ(record.tokens.back().kind, TokenKind::label);
    for (std::size_t i = 0; i + 1 < record.tokens.size(); ++i)
      EXPECT_EQ(record.tokens[i].kind, TokenKind::number);
  }
  const Record& joint = out.deck.records[5];
  ASSERT_EQ(joint.tokens.size(), 7u);
  EXPECT_TRUE(joint.tokens[0].integral);
  EXPECT_FALSE(joint.tokens[4].integral);
  EXPECT_EQ(joint.tokens[4].value, -1.0);
  EXPECT_EQ(joint.tokens[4].where.line, 6);
  EXPECT_EQ(joint.tokens[4].where.column, 24);
  EXPECT_EQ(joint.tokens[6].text, "( C )");
  EXPECT_EQ(joint.end.column, 52);
}

TEST(Lexer, ThighOfTheManual) {
  const Lexed out = lexed(read_file(fs::path(MBSIM_ROOT) / "decks/kabios/thigh.dat"));
  EXPECT_EQ(out.messages(), "");
  ASSERT_EQ(out.deck.records.size(), 41u);
  const Record& last_row = out.deck.records[39];
  ASSERT_EQ(last_row.tokens.size(), 4u);
  EXPECT_EQ(last_row.tokens[1].value, 1.803705);
  EXPECT_EQ(out.deck.records[0].tokens[8].value, 35);
}

TEST(Lexer, SeparatorsAndLineEnds) {
  EXPECT_EQ(tokens("1, 2,3\t4 ,\t5\r\n\r\n6\n  \n\t7\r\n8"),
            "n:1 n:2 n:3 n:4 n:5\nn:6\nn:7\nn:8\n");
  EXPECT_EQ(tokens("1,2,\n"), "n:1 n:2\n");
  EXPECT_EQ(tokens("\xEF\xBB\xBF"
                   "1 2\n"),
            "n:1 n:2\n");
  EXPECT_EQ(tokens(""), "");
  EXPECT_EQ(tokens("\n\n  # only a comment\n"), "");
  EXPECT_EQ(messages("1,,2"), "d:1:3: error: nothing stands before ','; expected a value\n");
  EXPECT_EQ(messages("FIX ,2\n , 3"),
            "d:2:2: error: nothing stands before ','; expected a value\n");
}

TEST(Lexer, Comments) {
  EXPECT_EQ(tokens("1 2# x\n3 4 ! x\n5 6 % x\n! x\n% x\n\t! x\n7 8\t%\n9 !"),
            "n:1 n:2\nn:3 n:4\nn:5 n:6\nn:7 n:8\nn:9\n");
  EXPECT_EQ(tokens("a!b c%d"), "w:a!b w:c%d\n");
  EXPECT_EQ(tokens("\"a # b ! c\" 1 # \"open"), "s:a # b ! c n:1\n");
  EXPECT_EQ(tokens("LAW = t != 2 ! less\n"), "w:LAW e:t != 2\n");
  EXPECT_EQ(tokens("1 # \xFF\xFE\xC3 invalid UTF-8\n"), "n:1\n");
}

TEST(Lexer, Continuation) {
  const Lexed out = lexed("1 2 & # more\n\n# between\n  3&\n4\n5");
  EXPECT_EQ(out.messages(), "");
  ASSERT_EQ(out.deck.records.size(), 2u);
  EXPECT_EQ(show(out.deck.records[0]), "n:1 n:2 n:3 n:4");
  EXPECT_EQ(out.deck.records[0].tokens[2].where.line, 4);
  EXPECT_EQ(out.deck.records[0].tokens[2].where.column, 3);
  EXPECT_EQ(out.deck.records[0].tokens[3].where.line, 5);
  EXPECT_EQ(out.deck.records[0].end.line, 5);
  EXPECT_EQ(out.deck.records[0].end.column, 2);
  EXPECT_EQ(out.deck.records[1].where.line, 6);
  EXPECT_EQ(messages("1 2 &\n\n"), "d:1:5: error: '&' continues a line but nothing follows\n");
  EXPECT_EQ(messages("FIX 1 & 2"),
            "d:1:7: error: FIX: '&' inside a line; it continues a line from its very end only\n");
}

TEST(Lexer, NumbersAndWhatOnlyLooksLikeOne) {
  const Lexed out = lexed("1.D+3 1.5d0 .5 5. +3 30deg -1.5E1DEG");
  EXPECT_EQ(out.messages(), "");
  const double expected[] = {1000, 1.5, 0.5, 5, 3, 30 * kDegree, -15 * kDegree};
  ASSERT_EQ(out.deck.records.size(), 1u);
  ASSERT_EQ(out.deck.records[0].tokens.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(out.deck.records[0].tokens[i].kind, TokenKind::number);
    EXPECT_EQ(out.deck.records[0].tokens[i].value, expected[i]);
  }
  EXPECT_EQ(tokens("1.2.3 12abc 0.0O00 30degx nan -inf 1e"),
            "w:1.2.3 w:12abc w:0.0O00 w:30degx w:nan w:-inf w:1e\n");
  EXPECT_EQ(messages("XM 1 1e999"),
            "d:1:6: error: XM: number '1e999' is outside the range of double precision\n");
  EXPECT_EQ(messages("1 \xE2\x88\x92"
                     "2"),
            "d:1:3: error: '\\xE2\\x88\\x922' is not plain ASCII; retype it: signs copied from a "
            "document often only look right\n");
}

TEST(Lexer, LabelsAndParentheses) {
  EXPECT_EQ(tokens("1 (c)\n2 ( C )\n3(i)\n4 (a) (\tb)\n"),
            "n:1 l:(c)\nn:2 l:( C )\nn:3 l:(i)\nn:4 l:(a) l:(\tb)\n");
  EXPECT_EQ(tokens("f(a, b) (ab) (1)"), "w:f(a, b) w:(ab) w:(1)\n");
  EXPECT_EQ(messages("A (1 2\nB 3\n"), "d:1:3: error: A: '(' is not closed in '(1 2'\n");
}

TEST(Lexer, Strings) {
  EXPECT_EQ(tokens("TITLE \"four bar\" 2"), "w:TITLE s:four bar n:2\n");
  EXPECT_EQ(tokens("TITLE \"\xC3\xA9t\xC3\xA9\""), "w:TITLE s:\xC3\xA9t\xC3\xA9\n");
  EXPECT_EQ(messages("TITLE \"four bar\n1"),
            "d:1:7: error: TITLE: the string is not closed; expected '\"' on the same line\n");
}

TEST(Lexer, Braces) {
  const Lexed out = lexed("PARAM L=0.4\n1 ${L*2} ${ 1 + &\n 2 }(c) ${3}");
  EXPECT_EQ(out.messages(), "");
  ASSERT_EQ(out.deck.records.size(), 1u);
  const auto& t = out.deck.records[0].tokens;
  ASSERT_EQ(t.size(), 5u);
  EXPECT_EQ(t[1].text, "${L*2}");
  EXPECT_EQ(t[1].value, 0.8);
  EXPECT_FALSE(t[1].integral);
  EXPECT_EQ(t[2].value, 3);
  EXPECT_TRUE(t[2].integral);
  EXPECT_EQ(t[3].kind, TokenKind::label);
  EXPECT_EQ(messages("1 ${2*M}"),
            "d:1:7: error: unknown name 'M'; expected a parameter defined above\n");
  EXPECT_EQ(messages("FIX ${1 +\n2}"), "d:1:5: error: FIX: '${' is not closed; expected '}'\n");
  EXPECT_EQ(messages("1 ${1 + &\n  2*M}"),
            "d:2:5: error: unknown name 'M'; expected a parameter defined above\n");
  EXPECT_EQ(
      messages("PARAM L=1\nX 1 -${L} 2"),
      "d:2:5: error: X: '-' directly before '${'; the braces must hold the whole number: ${-L}\n");
  EXPECT_EQ(messages("PARAM L=1\nX 1 ${L}deg 2"),
            "d:2:9: error: X: text directly after '}'; the braces must hold the whole number\n");
  EXPECT_EQ(messages("X ${1/0}"),
            "d:1:5: error: X: the value of the expression is infinite; expected a finite number\n");
  EXPECT_TRUE(lexed("X ${1/0}").deck.records[0].tokens[1].faulty);
}

TEST(Lexer, ExpressionsToTheEndOfTheRecord) {
  const Lexed out = lexed("PARAM k = 2\nELAW 1 2=  -k*e &\n  - max(3, ed)  # law\nEND");
  EXPECT_EQ(out.messages(), "");
  ASSERT_EQ(out.deck.records.size(), 2u);
  const Token& law = out.deck.records[0].tokens.back();
  EXPECT_EQ(law.kind, TokenKind::expression);
  EXPECT_EQ(law.text, "-k*e \n  - max(3, ed)");
  EXPECT_EQ(law.where.line, 2);
  EXPECT_EQ(law.where.column, 12);
  EXPECT_EQ(messages("ELAW 1 1 =  # none"),
            "d:1:10: error: ELAW: nothing follows '='; expected an expression\n");
  EXPECT_EQ(tokens("A = b && &\n c"), "w:A e:b && \n c\n");
}

TEST(Param, ValuesAndOrder) {
  const Lexed out = lexed("param A = 2\nPARAM b=a*3 # twice\n Param c = ${A} + B\n1 ${C}");
  EXPECT_EQ(out.messages(), "");
  ASSERT_EQ(out.deck.parameters.list().size(), 3u);
  EXPECT_EQ(out.deck.parameters.find("C")->value, 8);
  EXPECT_EQ(out.deck.parameters.find("b")->where.line, 2);
  EXPECT_EQ(out.deck.parameters.find("b")->where.column, 7);
  EXPECT_EQ(out.deck.records.size(), 1u);
}

TEST(Param, Errors) {
  const std::pair<const char*, const char*> cases[] = {
      {"PARAM", "d:1:6: error: PARAM: no name; expected 'PARAM name = expression'\n"},
      {"PARAM = 2",
       "d:1:9: error: PARAM: no name before '='; expected 'PARAM name = expression'\n"},
      {"PARAM a", "d:1:8: error: PARAM: no value; expected 'PARAM name = expression'\n"},
      {"PARAM a 2", "d:1:9: error: PARAM: '=' is missing; expected 'PARAM name = expression'\n"},
      {"PARAM 2a = 2",
       "d:1:7: error: PARAM: '2a' is not a name; expected a letter, then letters, digits and "
       "underscores\n"},
      {"PARAM t = 2",
       "d:1:7: error: PARAM: 't' is reserved: time (in laws), in any letter case; choose another "
       "name, such as the capital T\n"},
      {"PARAM sin = 2",
       "d:1:7: error: PARAM: 'sin' is reserved: sine (radians), in any letter case; choose another "
       "name, such as sin_1\n"},
      {"PARAM a = ", "d:1:9: error: PARAM: nothing follows '='; expected an expression\n"},
      {"PARAM a = 1\nPARAM A = 2\nX ${a}",
       "d:2:7: error: PARAM A: defined twice; the first definition is at line 1\n"},
      {"PARAM a = b\nPARAM b = 2\nX ${a} ${b}",
       "d:1:11: error: PARAM a: unknown name 'b'; expected a parameter defined above\n"},
      {"ELAW 1 1 = -k*e\nPARAM k = 2",
       "d:2:7: error: PARAM k: used before its definition, at line 1; PARAM must stand above the "
       "first use\n"},
      {"PARAM a = 1/0\nX ${a} ${2*a}\nELAW 1 1 = a*e\nPARAM b = a\nX ${b}",
       "d:1:11: error: PARAM a: the value of the expression is infinite; expected a finite "
       "number\n"},
      {"PARAM stiffness = 1\n1 2",
       "d:1:7: warning: PARAM stiffness: never used; ${stiffness} reads it where a number stands, "
       "its name in an expression\n"},
      {"PARAM a DEFAULT = 1\nPARAM A = 2\nX ${a}",
       "d:2:7: error: PARAM A: defined twice; the first definition is at line 1\n"},
      {"PARAM a DEFAULT\nX 1",
       "d:1:16: error: PARAM: no value; expected 'PARAM name = expression'\n"},
      {"PARAM a DEFAULT 2",
       "d:1:17: error: PARAM: '=' is missing; expected 'PARAM name = expression'\n"},
      {"PARAM a DEFAULT = 1\nX 1", ""},
      {"PARAM a=1 b=2\nX ${a}", "d:1:11: error: PARAM a: an operator is missing before 'b'\n"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(messages(text), message) << text;
}

TEST(Param, Overrides) {
  const std::string text = "PARAM g = 9.81\nPARAM length = g/2\n1 ${length} ${G}";
  const Lexed out = lexed(text, {{"LENGTH", "2*g"}});
  EXPECT_EQ(out.messages(), "");
  EXPECT_EQ(out.deck.records[0].tokens[1].value, 2 * 9.81);
  EXPECT_TRUE(out.deck.parameters.find("length")->overridden);
  EXPECT_FALSE(out.deck.parameters.find("g")->overridden);
  EXPECT_EQ(messages(text, {{"lenght", "1"}}),
            "d: error: -D lenght: no PARAM of the deck has this name; did you mean 'length'?\n");
  EXPECT_EQ(messages(text, {{"g", "1"}, {"G", "2"}}), "d: error: -D G: given twice\n");
  EXPECT_EQ(messages(text, {{"2g", "1"}}),
            "d: error: -D 2g: '2g' is not a name; expected -D name=value\n");
  EXPECT_EQ(messages(text, {{"g", "foo"}}),
            "d: error: -D g: unknown name 'foo'; expected a parameter defined above\n");
  EXPECT_EQ(messages(text, {{"g", ""}}), "d: error: -D g: the expression is empty\n");
  EXPECT_EQ(messages(text, {{"g", "1e999"}}),
            "d: error: -D g: number '1e999' is outside the range of double precision\n");
}

class Include : public ::testing::Test {
 protected:
  Include()
      : root_(fs::temp_directory_path() / ("mbsim_lexer_test_" + std::to_string(::getpid()))) {
    fs::create_directories(root_ / "sub");
  }
  ~Include() override { fs::remove_all(root_); }
  void write(const fs::path& name, const std::string& text) {
    std::ofstream(root_ / name, std::ios::binary) << text;
  }
  Lexed read(std::string text) { return lexed(std::move(text), {}, root_); }
  fs::path root_;
};

TEST_F(Include, IsRelativeToTheIncludingFile) {
  write("sub/a.dat", "PARAM k = 3\nINCLUDE \"b.dat\"\n10\n");
  write("sub/b.dat", "\n20 ${k} oops(\n");
  const Lexed out = read("1\ninclude \"sub/a.dat\"\n2 ${k}\nPARAM K = 1\n");
  EXPECT_EQ(out.messages(),
            "d:4:7: error: PARAM K: defined twice; the first definition is at sub/a.dat:1\n"
            "sub/b.dat:2:9: error: '(' is not closed in 'oops('\n");
  ASSERT_EQ(out.deck.records.size(), 4u);
  EXPECT_EQ(show(out.deck.records[1]), "n:20 n:${k} w:oops(");
  EXPECT_EQ(out.deck.records[1].where.file, 2);
  EXPECT_EQ(out.deck.records[2].where.file, 1);
  EXPECT_EQ(out.deck.records[3].tokens[1].value, 3);
  EXPECT_TRUE(out.deck.usable);
}

TEST_F(Include, Errors) {
  write("loop.dat", "INCLUDE \"sub/../loop.dat\"\n");
  write("d", "INCLUDE \"d\"\n");
  for (int i = 0; i < 20; ++i)
    write("deep" + std::to_string(i), "INCLUDE \"deep" + std::to_string(i + 1) + "\"\n");
  write("wide", "INCLUDE \"wide1\"\nINCLUDE \"wide1\"\n");
  for (int i = 1; i < 12; ++i) {
    const std::string next = "INCLUDE \"wide" + std::to_string(i + 1) + "\"\n";
    write("wide" + std::to_string(i), next + next);
  }
  write("wide12", "");
  write("binary", std::string("1 2\n3\0", 6));
  const std::pair<const char*, const char*> cases[] = {
      {"INCLUDE \"none.dat\"",
       "d:1:9: error: INCLUDE: 'none.dat' does not exist; paths are relative to the including "
       "file\n"},
      {"INCLUDE \"sub\"", "d:1:9: error: INCLUDE: 'sub' is not a file\n"},
      {"INCLUDE \"/dev/zero\"", "d:1:9: error: INCLUDE: '/dev/zero' is not a file\n"},
      {"INCLUDE \"loop.dat\"", "loop.dat:1:9: error: INCLUDE: 'sub/../loop.dat' includes itself\n"},
      {"INCLUDE \"d\"", "d:1:9: error: INCLUDE: 'd' includes itself\n"},
      {"INCLUDE deep0",
       "deep15:1:9: error: INCLUDE: 'deep16' is included too deeply; at most 16 levels\n"},
      {"INCLUDE \"binary\"",
       "binary:2:2: error: byte 0x00 does not belong in a text; expected a plain text file, lines "
       "ending in LF or CR LF\n"},
      {"INCLUDE", "d:1:8: error: INCLUDE: no file name; expected 'INCLUDE \"file\"'\n"},
      {"INCLUDE \"\"", "d:1:9: error: INCLUDE: no file name; expected 'INCLUDE \"file\"'\n"},
      {"INCLUDE \"a\" 2", "d:1:13: error: INCLUDE: too many fields; expected 'INCLUDE \"file\"'\n"},
  };
  for (const auto& [text, message] : cases) {
    const Lexed out = read(text);
    EXPECT_EQ(out.messages(), message) << text;
    EXPECT_FALSE(out.deck.usable);
  }
  const Lexed wide = read("INCLUDE \"wide\"");
  EXPECT_NE(wide.messages().find("is one file too many; at most 1000 are included"),
            std::string::npos);

  Lexed closed;
  closed.deck = lex({"d", "INCLUDE \"binary\"", root_, {}, false}, closed.diagnostics);
  EXPECT_EQ(closed.messages(), "d:1:9: error: INCLUDE: 'binary' is not read here\n");
}

}  // namespace
}  // namespace mbs
