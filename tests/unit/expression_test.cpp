// Expressions: values against the same formula compiled by the C++ compiler, error texts to the
// letter.
#include "text/expression.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <random>

#include "text/number.h"
#include "text/parameters.h"

namespace mbs {
namespace {

Parameters some_parameters() {
  Parameters parameters;
  parameters.define({.name = "Length", .value = 0.4, .where = {0, 1, 7}});
  parameters.define({.name = "k", .value = -2, .where = {0, 2, 7}});
  return parameters;
}

double constant(std::string_view text) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const auto value = evaluate_constant(text, {0, 1, 1}, some_parameters(), diagnostics, "");
  EXPECT_TRUE(value.has_value()) << text << "\n" << diagnostics.format_all();
  return value.value_or(-999);
}

// The message for an expression that begins in column 11 of line 3.
std::string complaint(std::string_view text, std::span<const std::string_view> variables = {}) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const Parameters parameters = some_parameters();
  if (variables.empty())
    evaluate_constant(text, {0, 3, 11}, parameters, diagnostics, "PARAM a");
  else
    Expression::compile(text, {0, 3, 11}, variables, parameters, diagnostics, "ELAW 1");
  return diagnostics.format_all();
}

TEST(Expression, Arithmetic) {
  EXPECT_EQ(constant("1 + 2*3"), 7);
  EXPECT_EQ(constant("(1+2)*3"), 9);
  EXPECT_EQ(constant("7 - 2 - 1"), 4);
  EXPECT_EQ(constant("8/4/2"), 1);
  EXPECT_EQ(constant("8/4*2"), 4);
  EXPECT_EQ(constant("1/3"), 1.0 / 3);
  EXPECT_EQ(constant("0.1+0.2"), 0.1 + 0.2);
  EXPECT_EQ(constant("0.1*3-0.3"), 0.1 * 3 - 0.3);
  EXPECT_EQ(constant("2^3^2"), 512);
  EXPECT_EQ(constant("-2^2"), -4);
  EXPECT_EQ(constant("(-2)^2"), 4);
  EXPECT_EQ(constant("2^-1"), 0.5);
  EXPECT_EQ(constant("2^-1*4"), 2);
  EXPECT_EQ(constant("2*-3"), -6);
  EXPECT_EQ(constant("2--3"), 5);
  EXPECT_EQ(constant("-2*3"), -6);
  EXPECT_EQ(constant("+5"), 5);
  EXPECT_EQ(constant("6/-2+1"), -2);
  EXPECT_EQ(constant("\t1\n+\n2 "), 3);
}

TEST(Expression, NumbersAsInDecks) {
  EXPECT_EQ(constant("1.5d0 + 1.D+3"), 1001.5);
  EXPECT_EQ(constant(".5+5."), 5.5);
  EXPECT_EQ(constant("180deg"), kPi);
  EXPECT_EQ(constant("sin(30deg)"), std::sin(30 * kDegree));
  EXPECT_EQ(constant("30*deg"), 30 * kDegree);
  EXPECT_EQ(constant("1E2"), 100);
}

TEST(Expression, ComparisonsAndLogic) {
  EXPECT_EQ(constant("1 < 2"), 1);
  EXPECT_EQ(constant("2 <= 1"), 0);
  EXPECT_EQ(constant("2 >= 2"), 1);
  EXPECT_EQ(constant("1 == 1"), 1);
  EXPECT_EQ(constant("1 != 1"), 0);
  EXPECT_EQ(constant("1 > -1"), 1);
  EXPECT_EQ(constant("1<2 && 3<2"), 0);
  EXPECT_EQ(constant("1<2 || 3<2"), 1);
  EXPECT_EQ(constant("1 || 0 && 0"), 1);
  EXPECT_EQ(constant("0.5 && 2"), 1);
  EXPECT_EQ(constant("!0"), 1);
  EXPECT_EQ(constant("!(1<2) + 3"), 3);
  EXPECT_EQ(constant("1+1 == 2"), 1);
}

TEST(Expression, Choice) {
  EXPECT_EQ(constant("1 ? 2 : 3"), 2);
  EXPECT_EQ(constant("0 ? 2 : 3"), 3);
  EXPECT_EQ(constant("1<2 ? 10 : 20"), 10);
  EXPECT_EQ(constant("0 ? 1 : 0 ? 2 : 3"), 3);
  EXPECT_EQ(constant("1 ? 0 ? 4 : 5 : 6"), 5);
  EXPECT_EQ(constant("1 + (0 ? 2 : 3)*2"), 7);
  EXPECT_EQ(constant("min(0 ? 1 : 5, 1 ? 7 : 2)"), 5);
  EXPECT_EQ(constant("0 ? 1/0 : 4"), 4);
}

TEST(Expression, Functions) {
  volatile double a = 0.7, b = 2.3;  // or the compiler folds sinh to other last digits
  EXPECT_EQ(constant("sin(0.7)"), std::sin(a));
  EXPECT_EQ(constant("cos(0.7)"), std::cos(a));
  EXPECT_EQ(constant("tan(0.7)"), std::tan(a));
  EXPECT_EQ(constant("asin(0.7)"), std::asin(a));
  EXPECT_EQ(constant("acos(0.7)"), std::acos(a));
  EXPECT_EQ(constant("atan(0.7)"), std::atan(a));
  EXPECT_EQ(constant("atan2(0.7, -2.3)"), std::atan2(a, -b));
  EXPECT_EQ(constant("sinh(0.7)"), std::sinh(a));
  EXPECT_EQ(constant("cosh(0.7)"), std::cosh(a));
  EXPECT_EQ(constant("tanh(0.7)"), std::tanh(a));
  EXPECT_EQ(constant("exp(0.7)"), std::exp(a));
  EXPECT_EQ(constant("log(2.3)"), std::log(b));
  EXPECT_EQ(constant("ln(2.3)"), std::log(b));
  EXPECT_EQ(constant("log10(1000)"), 3);
  EXPECT_EQ(constant("sqrt(2.25)"), 1.5);
  EXPECT_EQ(constant("abs(-3)"), 3);
  EXPECT_EQ(constant("sign(-3)+10*sign(2)+sign(0)"), 9);
  EXPECT_EQ(constant("step(-1e-9)"), 0);
  EXPECT_EQ(constant("step(0)"), 1);
  EXPECT_EQ(constant("floor(-1.5)"), -2);
  EXPECT_EQ(constant("ceil(-1.5)"), -1);
  EXPECT_EQ(constant("mod(7, 4)"), 3);
  EXPECT_EQ(constant("fmod(-7, 4)"), -3);
  EXPECT_EQ(constant("hypot(3, 4)"), 5);
  EXPECT_EQ(constant("min(3, 1, 2)"), 1);
  EXPECT_EQ(constant("max(3)"), 3);
  EXPECT_EQ(constant("max(1, 2, min(5, 4))"), 4);
  EXPECT_EQ(constant("SIN (0.7)"), std::sin(a));
  EXPECT_EQ(constant("max  (1, 2)*2"), 4);
}

TEST(Expression, NamesInAnyCase) {
  EXPECT_EQ(constant("LENGTH*2"), 0.8);
  EXPECT_EQ(constant("2*Pi"), 2 * kPi);
  EXPECT_EQ(constant("k^2"), 4);
  EXPECT_EQ(constant("-k"), 2);
  EXPECT_EQ(constant("${length}*${k}"), 0.4 * -2);
  EXPECT_EQ(constant("2*${1 + k}"), -2);
}

TEST(Expression, VariablesAreReadAtEachEvaluation) {
  double slots[2] = {};
  double &t = slots[0], &e = slots[1];
  const std::string_view variables[] = {"t", "e"};
  Diagnostics diagnostics;
  auto law = Expression::compile("-100*E - step(T - 1)*length + e^2/7", {0, 1, 1}, variables,
                                 some_parameters(), diagnostics, "ELAW 1");
  ASSERT_TRUE(law) << diagnostics.format_all();
  Expression moved = std::move(*law);
  for (int i = 0; i < 200; ++i) {
    t = 0.01 * i;
    e = std::sin(t);
    EXPECT_DOUBLE_EQ(moved.value(slots), -100 * e - (t < 1 ? 0 : 1) * 0.4 + e * e / 7);
  }
  t = e = std::nan("");
  EXPECT_TRUE(std::isnan(moved.value(slots)));
}

TEST(Expression, DecimalPointIsNotTheLocales) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE", "nl_NL.UTF-8", "C.UTF-8"})
    if (std::setlocale(LC_ALL, name)) break;
  EXPECT_EQ(constant("1.5 + max(0.25, 0.5)"), 2.0);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(ExpressionErrors, NamesAndColumns) {
  EXPECT_EQ(complaint("2*lenght"),
            "d:3:13: error: PARAM a: unknown name 'lenght'; did you mean 'Length'?\n");
  EXPECT_EQ(complaint("1 + mass"),
            "d:3:15: error: PARAM a: unknown name 'mass'; expected a parameter defined above\n");
  EXPECT_EQ(complaint("1 + t"),
            "d:3:15: error: PARAM a: 't' has no value here; it is known in the expressions of laws "
            "only\n");
  EXPECT_EQ(complaint("sni(1)"),
            "d:3:11: error: PARAM a: unknown function 'sni'; did you mean 'sin'?\n");
  EXPECT_EQ(complaint("k(2)"), "d:3:11: error: PARAM a: unknown function 'k'\n");
  EXPECT_EQ(complaint("1+\n2*\nfoo"),
            "d:5:1: error: PARAM a: unknown name 'foo'; expected a parameter defined above\n");
  // What muParser knows of its own accord is not part of the language.
  EXPECT_EQ(complaint("2*_pi"),
            "d:3:13: error: PARAM a: unknown name '_pi'; expected a parameter defined above\n");
  EXPECT_EQ(complaint("rint(2)"), "d:3:11: error: PARAM a: unknown function 'rint'\n");
  EXPECT_EQ(complaint("nan"),
            "d:3:11: error: PARAM a: unknown name 'nan'; expected a parameter defined above\n");
}

TEST(ExpressionErrors, LawsNameTheirVariables) {
  const std::string_view variables[] = {"t", "e"};
  EXPECT_EQ(complaint("x*2", variables),
            "d:3:11: error: ELAW 1: 'x' has no value here; known here: t, e\n");
  EXPECT_EQ(
      complaint("3*stiffness", variables),
      "d:3:13: error: ELAW 1: unknown name 'stiffness'; expected a parameter defined above or "
      "one of t, e\n");
}

TEST(ExpressionErrors, Syntax) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "11: error: PARAM a: the expression is empty"},
      {"  ", "11: error: PARAM a: the expression is empty"},
      {"1 +", "14: error: PARAM a: the expression ends where a value should follow"},
      {"1 2", "13: error: PARAM a: an operator is missing before '2'"},
      {"2 k", "13: error: PARAM a: an operator is missing before 'k'"},
      {"2(3)", "12: error: PARAM a: an operator is missing before '('"},
      {"2k", "11: error: PARAM a: '2k' is not a number"},
      {"1.2.3", "11: error: PARAM a: '1.2.3' is not a number"},
      {"30degx", "11: error: PARAM a: '30degx' is not a number"},
      {"0x1F", "11: error: PARAM a: '0x1F' is not a number"},
      {"1+1e999", "13: error: PARAM a: number '1e999' is outside the range of double precision"},
      {"*2", "11: error: PARAM a: a value is missing before '*'"},
      {"2*/3", "13: error: PARAM a: a value is missing before '/'"},
      {"()", "12: error: PARAM a: a value is missing before ')'"},
      {"(1", "11: error: PARAM a: '(' is not closed"},
      {"1)", "12: error: PARAM a: ')' closes nothing"},
      {"${1)", "14: error: PARAM a: ')' does not close '${'"},
      {"- -2", "13: error: PARAM a: '-' follows another sign; use parentheses"},
      {"1, 2", "12: error: PARAM a: ',' outside the arguments of a function; expected one value"},
      {"1,75",
       "12: error: PARAM a: ',' outside the arguments of a function; expected one value; a decimal "
       "comma is a point here"},
      {"(1, 2)", "13: error: PARAM a: ',' outside the arguments of a function; expected one value"},
      {"max(1,)", "17: error: PARAM a: a value is missing before ')'"},
      {"atan2(1)", "11: error: PARAM a: function 'atan2' takes 2 arguments, not 1"},
      {"2+sin(1,2)", "13: error: PARAM a: function 'sin' takes 1 argument, not 2"},
      {"sin", "11: error: PARAM a: function 'sin' has no arguments; expected 'sin('"},
      {"1 ? 2", "16: error: PARAM a: '?' has no ':'; expected 'a ? b : c'"},
      {"1 : 2", "13: error: PARAM a: ':' has no '?'; expected 'a ? b : c'"},
      {"min(1 ? 2, 3 : 4)", "20: error: PARAM a: '?' has no ':'; expected 'a ? b : c'"},
      {"k = 3", "13: error: PARAM a: '=' inside an expression; '==' compares"},
      {"2**3", "12: error: PARAM a: '**' is not an operator; '^' raises to a power"},
      {"1 & 0", "13: error: PARAM a: '&' is not an operator; logical operators are && || !"},
      {"\"abc\"", "11: error: PARAM a: unexpected '\"'; expected numbers, names and operators"},
      {"2 \xE2\x88\x92 1",
       "13: error: PARAM a: unexpected '\\xE2\\x88\\x92'; expected numbers, names and operators"},
      {"1/0",
       "11: error: PARAM a: the value of the expression is infinite; expected a finite number"},
      {"sqrt(-1)",
       "11: error: PARAM a: the value of the expression is not a number (nan); expected a finite "
       "number"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(complaint(text), "d:3:" + std::string(message) + "\n") << text;
}

TEST(ExpressionLimits, LongAndDeep) {
  std::string sum = "1";
  while (sum.size() + 2 <= kMaxExpressionLength) sum += "+1";
  EXPECT_EQ(constant(sum), 2000);
  EXPECT_EQ(constant(std::string(1990, '(') + "5" + std::string(1990, ')')), 5);
  std::string choices = "7";
  while (choices.size() < 3900) choices = "0?1:" + choices;
  EXPECT_EQ(constant(choices), 7);
  EXPECT_EQ(
      complaint(std::string(4001, '1')),
      "d:3:11: error: PARAM a: the expression has 4001 characters; at most 4000 are allowed\n");
}

TEST(ExpressionText, NamesAndResolvedText) {
  EXPECT_EQ(expression_names("2*sin(K) + 1e5 - 30deg*_a1"),
            (std::vector<std::string_view>{"sin", "K", "_a1"}));
  EXPECT_EQ(resolve_parameters("-k*e \n  + LENGTH^2*t", some_parameters()), "-(-2)*e + 0.4^2*t");
}

TEST(ExpressionText, ReservedNames) {
  for (const char* name : {"t", "E", "ed", "x", "v", "pi", "DEG", "sin", "Max", "fmod", "hypot"})
    EXPECT_TRUE(is_reserved(name)) << name;
  for (const char* name : {"a", "l", "k", "length"}) EXPECT_FALSE(is_reserved(name)) << name;
  for (const NameInfo& info : reserved_names()) EXPECT_FALSE(info.meaning.empty()) << info.name;
}

// Strings of pieces of the language in any order: each is either refused with one message or has a
// value.
TEST(ExpressionFuzz, RandomPieces) {
  const char* pieces[] = {
      "1",  "2.5",  "k",    "length", "t",  "(",  ")",     "${", "}",  "+",     "-",
      "*",  "/",    "^",    "<",      "<=", "==", "!",     "?",  ":",  ",",     "&&",
      "||", "sin(", "min(", "atan2(", " ",  "\n", "30deg", "=",  "\"", "step ("};
  std::mt19937 random(7);
  const double t = 0.5;
  const std::string_view variables[] = {"t"};
  const Parameters parameters = some_parameters();
  int good = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text;
    const std::size_t count = 1 + random() % 12;
    for (std::size_t j = 0; j < count; ++j) text += pieces[random() % std::size(pieces)];
    Diagnostics diagnostics;
    const auto law = Expression::compile(text, {0, 1, 1}, variables, parameters, diagnostics, "");
    if (law) law->value(&t), ++good;
    ASSERT_EQ(diagnostics.error_count(), law ? 0 : 1) << text;
    ASSERT_EQ(diagnostics.format_all().find("the expression is wrong near"), std::string::npos)
        << text;
  }
  EXPECT_GT(good, 500);  // seen 686
}

}  // namespace
}  // namespace mbs
