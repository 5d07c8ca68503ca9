// The names of the language of expressions: functions, constants and the variables of laws.
#include <algorithm>
#include <array>
#include <cmath>

#include "deck/expression_syntax.h"
#include "deck/number.h"

namespace mbs {
namespace {

constexpr int kAnyNumber = 1000;

double smallest(const double* v, int n) { return *std::min_element(v, v + n); }
double largest(const double* v, int n) { return *std::max_element(v, v + n); }

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
    Builtin{.info = {"sin", "sine (radians)", 1, 1}, .one = [](double x) { return std::sin(x); }},
    Builtin{.info = {"cos", "cosine", 1, 1}, .one = [](double x) { return std::cos(x); }},
    Builtin{.info = {"tan", "tangent", 1, 1}, .one = [](double x) { return std::tan(x); }},
    Builtin{.info = {"asin", "arc sine", 1, 1}, .one = [](double x) { return std::asin(x); }},
    Builtin{.info = {"acos", "arc cosine", 1, 1}, .one = [](double x) { return std::acos(x); }},
    Builtin{.info = {"atan", "arc tangent", 1, 1}, .one = [](double x) { return std::atan(x); }},
    Builtin{.info = {"atan2", "angle of the vector (x, y): atan2(y, x)", 2, 2},
            .two = [](double y, double x) { return std::atan2(y, x); }},
    Builtin{.info = {"sinh", "hyperbolic sine", 1, 1},
            .one = [](double x) { return std::sinh(x); }},
    Builtin{.info = {"cosh", "hyperbolic cosine", 1, 1},
            .one = [](double x) { return std::cosh(x); }},
    Builtin{.info = {"tanh", "hyperbolic tangent", 1, 1},
            .one = [](double x) { return std::tanh(x); }},
    Builtin{.info = {"exp", "exponential", 1, 1}, .one = [](double x) { return std::exp(x); }},
    Builtin{.info = {"log", "natural logarithm", 1, 1},
            .one = [](double x) { return std::log(x); }},
    Builtin{.info = {"ln", "natural logarithm", 1, 1}, .one = [](double x) { return std::log(x); }},
    Builtin{.info = {"log10", "decimal logarithm", 1, 1},
            .one = [](double x) { return std::log10(x); }},
    Builtin{.info = {"sqrt", "square root", 1, 1}, .one = [](double x) { return std::sqrt(x); }},
    Builtin{.info = {"abs", "magnitude", 1, 1}, .one = [](double x) { return std::fabs(x); }},
    Builtin{.info = {"sign", "-1, 0 or 1", 1, 1},
            .one = [](double x) { return x > 0 ? 1.0 : (x < 0 ? -1.0 : x); }},
    Builtin{.info = {"step", "0 for x < 0, else 1", 1, 1},
            .one = [](double x) { return x < 0 ? 0.0 : 1.0; }},
    Builtin{.info = {"floor", "largest whole number not above x", 1, 1},
            .one = [](double x) { return std::floor(x); }},
    Builtin{.info = {"ceil", "smallest whole number not below x", 1, 1},
            .one = [](double x) { return std::ceil(x); }},
    Builtin{.info = {"mod", "remainder of x/y with the sign of x: mod(x, y)", 2, 2},
            .two = [](double x, double y) { return std::fmod(x, y); }},
    Builtin{.info = {"fmod", "the same as mod", 2, 2},
            .two = [](double x, double y) { return std::fmod(x, y); }},
    Builtin{.info = {"hypot", "sqrt(x^2 + y^2): hypot(x, y)", 2, 2},
            .two = [](double x, double y) { return std::hypot(x, y); }},
    Builtin{.info = {"min", "smallest argument", 1, kAnyNumber}, .many = smallest},
    Builtin{.info = {"max", "largest argument", 1, kAnyNumber}, .many = largest},
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
