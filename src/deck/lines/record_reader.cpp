#include "deck/lines/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "deck/lines/field_units.h"
#include "deck/lines/record_units.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

// If the field at `where` is a unit and stands apart from the number before it: both as one field,
// "6Hz". Else empty.
std::string number_with_unit(const std::vector<const Token*>& fields, SourceLocation where) {
  for (std::size_t k = 1; k < fields.size(); ++k) {
    const Token &number = *fields[k - 1], &unit = *fields[k];
    if (unit.where.line != where.line || unit.where.column != where.column) continue;
    if (number.kind != TokenKind::number || number.suffix || unit.kind != TokenKind::word ||
        unit.text.empty() || unit_name_length(unit.text) != unit.text.size())
      return {};
    return printable(number.text) + printable(unit.text);
  }
  return {};
}

}  // namespace

RecordReader::RecordReader(const Record& record, std::string name, Diagnostics& diagnostics,
                           std::size_t first_field)
    : units_(record.units), end_(record.end), name_(std::move(name)), diagnostics_(diagnostics) {
  if (!record.tokens.empty() && record.tokens.front().kind == TokenKind::word)
    keyword_ = &record.tokens.front();
  for (std::size_t k = first_field; k < record.tokens.size(); ++k)
    if (record.tokens[k].kind != TokenKind::label) fields_.push_back(&record.tokens[k]);
}

namespace {

// Whether an expression such as ${cos(30deg)} has no parameter and no unit but that of angles. In a
// file of other units than the deck nobody can tell what such a length is in.
bool is_pure_number(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t number = number_length(text.substr(i));
    const std::size_t from = i + number;
    std::size_t end = from;
    while (end < text.size() && (is_letter(text[end]) || text[end] == '_')) ++end;
    const std::string_view name = text.substr(from, end - from);
    const bool is_function = number == 0 && end < text.size() && text[end] == '(';
    if (!name.empty() && !is_function && name != "deg" && name != "rad" && name != "pi")
      return false;
    i = std::max(end, i + 1);
  }
  return true;
}

// Whether a number from ${...}, whose angles are radians, was perhaps told in the degrees of the
// UNITS line: a whole number, typed and not computed.
bool told_in_degrees(const Token& token, const RecordUnits& units, Unit unit) {
  if (!unit.known || unit.rad == 0 || units.of_file.radian.value() == 1) return false;
  if (std::fabs(token.value) <= 1 || token.value != std::round(token.value)) return false;
  const bool says_unit =
      std::adjacent_find(token.text.begin(), token.text.end(), [](char one, char next) {
        return is_digit(one) && is_letter(next);
      }) != token.text.end();
  return !says_unit && token.text.find("pi") == std::string::npos;
}

}  // namespace

SourceLocation RecordReader::here() const { return is_over() ? end_ : fields_[next_]->where; }

void RecordReader::warn(SourceLocation where, std::string problem, std::string expected) {
  diagnostics_.warning(where, name_, std::move(problem), std::move(expected));
}

void RecordReader::fail(SourceLocation where, std::string problem, std::string expected) {
  if (ok_) {
    // The error is at or behind two numbers that may be one number with a decimal comma.
    const Token* const comma = decimals();
    const auto next = std::find(fields_.begin(), fields_.end(), comma);
    if (comma && where.line == comma->where.line && where.column >= next[-1]->where.column &&
        expected.find("decimal comma") == std::string::npos)
      expected += "; a decimal comma is a point here: commas separate";
    if (const std::string whole = number_with_unit(fields_, where); !whole.empty())
      expected = fmt::format("a unit follows its number without a blank: {}", whole);
    diagnostics_.error(where, name_, std::move(problem), std::move(expected) + hint_);
  }
  ok_ = false;
}

double RecordReader::number(std::string_view field) {
  const double value = plain_number(field);
  if (!ok_) return 0;
  const Token& token = *fields_[next_ - 1];
  return units_ || token.suffix ? coherent(field, token, unit_of(field)) : value;
}

double RecordReader::number(std::string_view field, Unit unit) {
  const double value = plain_number(field);
  if (!ok_) return 0;
  const Token& token = *fields_[next_ - 1];
  return units_ || token.suffix ? coherent(field, token, unit) : value;
}

void RecordReader::say_unit(std::string_view field, Unit unit) {
  said_units_.emplace_back(field, unit);
}

std::optional<Unit> RecordReader::unit_of(std::string_view field) const {
  const std::string_view plain = without_number(field);
  for (auto it = said_units_.rbegin(); it != said_units_.rend(); ++it)
    if (plain == it->first) return it->second;
  return unit_of_field(keyword_ ? upper_case(keyword_->text) : std::string(), field);
}

Ratio RecordReader::factor(Unit unit) const { return units_ ? units_->factor(unit) : Ratio{}; }

double RecordReader::coherent(std::string_view field, const Token& token,
                              std::optional<Unit> unit) {
  // Without UNITS and without a known unit of the field, a value in degrees stays in radians.
  const bool degrees = token.suffix == unit::radian;
  const auto refuse = [&](std::string problem, std::string expected) {
    fail(token.where, std::move(problem), std::move(expected));
    return 0.0;
  };
  const auto refuse_unknown = [&] {
    return refuse(fmt::format("{} cannot be converted: its unit is that of the expressions around "
                              "it",
                              field),
                  "expected it in the deck itself, or in a file of the same units");
  };
  if (token.coherent && token.value != 0 && units_ && unit && (unit->m || unit->kg || unit->s) &&
      !are_same_but_angles(units_->of_file, units_->of_deck) && is_pure_number(token.text))
    return refuse_unknown();
  if (token.coherent && units_ && unit && told_in_degrees(token, *units_, *unit))
    diagnostics_.warning(
        token.where, name_,
        fmt::format("{} is {} {}: numbers of expressions count in radians", field, token.value,
                    units_->of_deck.name(*unit)),
        "expected a PARAM such as 30deg where degrees are meant; ${1rad*name} says radians");
  if (token.coherent || (degrees && !units_ && (!unit || !unit->known))) return token.value;
  if (!unit)
    return refuse(fmt::format("{} cannot be converted: its unit is not known", field),
                  units_ ? "expected a deck without UNITS, or ${number} in coherent units"
                         : "expected a number without a unit");
  if (token.suffix) {
    const Unit said = *token.suffix;
    // 300deg as a speed: degrees per unit of time of the file.
    if (degrees && unit->known && unit->rad == 1) {
      Unit rest = *unit;
      rest.rad = 0;
      return units_ ? units_->factor(rest)(token.value) : token.value;
    }
    const bool fits =
        !unit->known || (said.m == unit->m && said.kg == unit->kg && said.s == unit->s &&
                         (said.rad == 0 || said.rad == unit->rad));
    if (fits || (degrees && !units_)) return token.value;
    return refuse(fmt::format("{} is '{}', and its unit is {}", field, printable(token.text),
                              UnitSystem{}.name(*unit)),
                  *unit == unit::number ? "expected a number without a unit"
                                        : fmt::format("expected a number, or one with a unit of {}",
                                                      UnitSystem{}.name(*unit)));
  }
  if (!unit->known && !are_same_but_angles(units_->of_file, units_->of_deck))
    return refuse_unknown();
  return unit->known ? units_->factor(*unit)(token.value) : token.value;
}

namespace {

// Whether an unknown word looks like the name of a parameter, as leg_mass, and not like a channel,
// as x4_1.
bool may_be_parameter(const Token& token) {
  return token.kind == TokenKind::word && token.text.find('_') != npos && is_name(token.text) &&
         std::none_of(token.text.begin(), token.text.end(), is_digit);
}

}  // namespace

double RecordReader::plain_number(std::string_view field) {
  if (!ok_) return 0;
  const bool optional = std::exchange(asked_, false);
  if (is_over()) {
    fail(end_, fmt::format("{} is missing", field), layout_);
    return 0;
  }
  const Token& token = *fields_[next_++];
  if (token.faulty) {
    ok_ = false;  // the lexer has reported it
    return 0;
  }
  optional_filled_ = optional_filled_ || optional;
  if (token.kind == TokenKind::number) return token.value;
  const std::string shown = printable(token.text);
  if (token.kind == TokenKind::expression)
    fail(token.where, fmt::format("{} is '= {}'", field, shown),
         token.in_braces
             ? fmt::format("expected a number here, and no '='; a parameter's is ${{{}}}", shown)
             : "expected a number here, and no '='");
  else
    fail(token.where, fmt::format("{} is '{}'", field, shown),
         (token.in_braces && shown == token.text) || may_be_parameter(token)
             ? fmt::format("expected a number; {} is ${{{}}}",
                           is_name(shown) ? "a parameter's" : "an expression's", shown)
             : "expected a number");
  return 0;
}

long long RecordReader::integer(std::string_view field, long long lowest, long long highest,
                                std::string_view what) {
  const SourceLocation where = here();
  const Token* token = peek();
  const double value = plain_number(field);
  if (!ok_) return 0;
  const std::string shown = token->text.starts_with("${")
                                ? fmt::format("{} = {}", printable(token->text), value)
                                : printable(token->text);
  if (!token->integral) {
    fail(where, fmt::format("{} is {}", field, shown), "expected a whole number");
    return 0;
  }
  if (value < static_cast<double>(lowest) || value > static_cast<double>(highest)) {
    fail(where, fmt::format("{} is {}", field, shown),
         fmt::format("expected {} from {} to {}", what, lowest, highest));
    return 0;
  }
  return static_cast<long long>(value);
}

std::string RecordReader::peek_word() const {
  const Token* token = peek();
  return token && token->kind == TokenKind::word && !token->faulty ? upper_case(token->text) : "";
}

std::string RecordReader::word(std::string_view field, std::string expected) {
  std::string out = peek_word();
  if (!out.empty()) {
    skip();
  } else if (is_over()) {
    fail(end_, fmt::format("{} is missing", field), std::move(expected));
  } else if (peek()->faulty) {
    ok_ = false;
  } else {
    fail(here(), fmt::format("{} is '{}'", field, printable(peek()->text)), std::move(expected));
  }
  return ok_ ? out : "";
}

const Token* RecordReader::expression() {
  if (!ok_) return nullptr;
  const Token* token = peek();
  if (token && token->kind == TokenKind::expression && !token->faulty) {
    skip();
    return token;
  }
  if (!token)
    fail(end_, "the expression is missing", layout_);
  else if (token->faulty)
    ok_ = false;
  else
    fail(here(), fmt::format("'{}' stands where '=' must", printable(token->text)), layout_);
  return nullptr;
}

bool RecordReader::expression(std::string& text, SourceLocation& where) {
  const Token* const token = expression();
  if (!token) return false;
  text = token->text;
  where = token->where;
  return true;
}

// If commas separate all numbers of the record, none of them is a decimal comma.
const Token* RecordReader::decimals() const {
  const Token* found = nullptr;
  bool blanks = false;
  for (std::size_t k = 1; k < fields_.size(); ++k) {
    const Token& token = *fields_[k];
    if (token.behind_comma && !found) found = &token;
    const bool is_cell = token.text.empty();  // between two commas of a table
    blanks =
        blanks || (!token.behind_comma && !is_cell && fields_[k - 1]->kind == TokenKind::number);
  }
  return blanks ? found : nullptr;
}

void RecordReader::finish() {
  if (!ok_) return;
  const Token* comma = decimals();
  if (!is_over()) {
    const std::string hint = comma ? "; a decimal comma is a point here: commas separate" : "";
    fail(here(), fmt::format("'{}' is one field too many", printable(fields_[next_]->text)),
         layout_ + hint);
  } else if (comma && optional_filled_) {
    const auto at = std::find(fields_.begin(), fields_.end(), comma);
    const std::string& before = (*(at - 1))->text;
    diagnostics_.warning(
        (*(at - 1))->where, name_,
        fmt::format("'{0},{1}' is read as two numbers, {0} and {1}", before, comma->text),
        fmt::format("expected {}.{}, or a blank behind the comma", before, comma->text));
  }
}

void fail_unknown_word(RecordReader& in, SourceLocation where, std::string_view word,
                       std::string_view problem, const std::vector<std::string_view>& known,
                       std::string otherwise) {
  const std::string_view near = nearest_word(word, known);
  in.fail(where, fmt::format("'{}' {}", printable(word), problem),
          near.empty() ? std::move(otherwise) : fmt::format("did you mean '{}'?", near));
}

std::string take_word(RecordReader& in, std::string_view field,
                      const std::vector<std::string_view>& words, std::string_view problem,
                      const std::string& otherwise) {
  const SourceLocation at = in.here();
  const std::string word = in.word(field, otherwise);
  if (in.ok() && std::find(words.begin(), words.end(), word) == words.end())
    fail_unknown_word(in, at, word, problem, words, otherwise);
  return in.ok() ? word : std::string();
}

double read_within(RecordReader& in, std::string_view field, double lowest, double highest) {
  const SourceLocation where = in.here();
  const double value = in.number(field);
  if (in.ok() && (value < lowest || value > highest))
    in.fail(where, fmt::format("{} is {}", field, value),
            fmt::format("expected a number from {} to {}", lowest, highest));
  return value;
}

double read_positive(RecordReader& in, std::string_view field) {
  const SourceLocation where = in.here();
  const double value = in.number(field);
  if (in.ok() && !(value > 0))
    in.fail(where, fmt::format("{} is {}", field, value), "expected a positive number");
  return value;
}

double read_not_negative(RecordReader& in, std::string_view field) {
  const SourceLocation where = in.here();
  const double value = in.number(field);
  if (in.ok() && value < 0)
    in.fail(where, fmt::format("{} is {}", field, value), "expected a number that is not negative");
  return value;
}

}  // namespace mbs
