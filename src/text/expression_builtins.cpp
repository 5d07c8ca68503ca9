// The names of the language of expressions: functions, constants and the variables of laws.
#include <algorithm>
#include <array>

#include "text/expression_syntax.h"
#include "text/number.h"

namespace mbs {
namespace {

constexpr int kAnyNumber = 1000;

constexpr std::array kBuiltins = {
    Builtin{.info = {"t", "time (in laws)"}, .law_variable = true},
    Builtin{.info = {"e", "deformation (in laws)"}, .law_variable = true},
    Builtin{.info = {"ed", "rate of deformation (in laws)"}, .law_variable = true},
    Builtin{.info = {"x", "coordinate (in laws)"}, .law_variable = true},
    Builtin{.info = {"v", "velocity of the coordinate (in laws)"}, .law_variable = true},
    Builtin{{"nan", "never a number of a deck"}},
    Builtin{{"inf", "never a number of a deck"}},
    Builtin{.info = {"pi", "3.14159..."}, .constant = kPi},
    Builtin{.info = {"deg", "pi/180: 30*deg is an angle in radians"}, .constant = kDegree},
    Builtin{{"sin", "sine (radians)", 1, 1}, Operation::sine},
    Builtin{{"cos", "cosine", 1, 1}, Operation::cosine},
    Builtin{{"tan", "tangent", 1, 1}, Operation::tangent},
    Builtin{{"asin", "arc sine", 1, 1}, Operation::arc_sine},
    Builtin{{"acos", "arc cosine", 1, 1}, Operation::arc_cosine},
    Builtin{{"atan", "arc tangent", 1, 1}, Operation::arc_tangent},
    Builtin{{"atan2", "angle of the vector (x, y): atan2(y, x)", 2, 2}, Operation::arc_tangent2},
    Builtin{{"sinh", "hyperbolic sine", 1, 1}, Operation::hyperbolic_sine},
    Builtin{{"cosh", "hyperbolic cosine", 1, 1}, Operation::hyperbolic_cosine},
    Builtin{{"tanh", "hyperbolic tangent", 1, 1}, Operation::hyperbolic_tangent},
    Builtin{{"exp", "exponential", 1, 1}, Operation::exponential},
    Builtin{{"log", "natural logarithm", 1, 1}, Operation::logarithm},
    Builtin{{"ln", "natural logarithm", 1, 1}, Operation::logarithm},
    Builtin{{"log10", "decimal logarithm", 1, 1}, Operation::logarithm10},
    Builtin{{"sqrt", "square root", 1, 1}, Operation::root},
    Builtin{{"abs", "magnitude", 1, 1}, Operation::magnitude},
    Builtin{{"sign", "-1, 0 or 1", 1, 1}, Operation::sign},
    Builtin{{"step", "0 for x < 0, else 1", 1, 1}, Operation::step},
    Builtin{{"floor", "largest whole number not above x", 1, 1}, Operation::floor},
    Builtin{{"ceil", "smallest whole number not below x", 1, 1}, Operation::ceiling},
    Builtin{{"mod", "remainder of x/y with the sign of x: mod(x, y)", 2, 2}, Operation::remainder},
    Builtin{{"fmod", "the same as mod", 2, 2}, Operation::remainder},
    Builtin{{"hypot", "sqrt(x^2 + y^2): hypot(x, y)", 2, 2}, Operation::hypotenuse},
    Builtin{{"min", "smallest argument", 1, kAnyNumber}, Operation::minimum},
    Builtin{{"max", "largest argument", 1, kAnyNumber}, Operation::maximum},
    Builtin{
        {"rise_harmonic", "from 0 at u = 0 to 1 at u = 1, at rest outside: half a cosine", 1, 1},
        Operation::rise_harmonic},
    Builtin{{"rise_cycloidal", "the same, acceleration a sine", 1, 1}, Operation::rise_cycloidal},
    Builtin{{"rise_345", "the same, 10u^3 - 15u^4 + 6u^5", 1, 1}, Operation::rise_345},
    Builtin{{"rise_4567", "the same, 35u^4 - 84u^5 + 70u^6 - 20u^7", 1, 1}, Operation::rise_4567},
    Builtin{{"rise_modsine", "the same, modified sine", 1, 1}, Operation::rise_modsine},
    Builtin{{"table", "column of a file, linear between its rows: table(\"f.csv\", u)", 2, 3},
            Operation::table},
    Builtin{
        {"spline", "the same, a natural cubic spline", 2, 3}, Operation::table, TableKind::cubic},
    Builtin{{"monotone", "the same, a cubic that rises and falls where the rows do", 2, 3},
            Operation::table,
            TableKind::monotone},
    Builtin{{"smooth", "the same, a smoothing spline near the rows", 2, 3},
            Operation::table,
            TableKind::smooth},
    Builtin{{"periodic", "the same, periodic: the last row is the first one again", 2, 3},
            Operation::table,
            TableKind::periodic},
    Builtin{
        {"table2",
         "bilinear between the rows and columns of a file, u down and w across: table2(\"f.csv\", "
         "u, w)",
         3, 3},
        Operation::surface,
        TableKind::surface},
};

constexpr auto kReserved = [] {
  std::array<NameInfo, kBuiltins.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kBuiltins[i].info;
  return names;
}();

}  // namespace

const Builtin* find_builtin(std::string_view name) {
  const auto it = std::find_if(kBuiltins.begin(), kBuiltins.end(),
                               [&](const Builtin& b) { return b.info.name == name; });
  return it == kBuiltins.end() ? nullptr : &*it;
}

std::span<const NameInfo> reserved_names() { return kReserved; }

bool is_reserved(std::string_view name) { return find_builtin(lower_case(name)) != nullptr; }

}  // namespace mbs
