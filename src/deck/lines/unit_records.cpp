#include "deck/lines/unit_records.h"

#include <fmt/format.h>

#include <cmath>

#include "deck/lines/record_units.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/parameters.h"
#include "text/unit_number.h"

namespace mbs {

std::shared_ptr<const RecordUnits> read_units_line(const Record& record, bool first, bool of_deck,
                                                   Parameters& parameters,
                                                   Diagnostics& diagnostics) {
  const auto fail = [&](SourceLocation at, std::string problem, std::string expected) {
    diagnostics.error(at, "UNITS", std::move(problem), std::move(expected));
    return nullptr;
  };
  if (!first)
    return fail(record.where, "it stands below lines that it is about",
                "expected it as the first line of the file, or behind SEGDYN");
  std::vector<std::string> words;
  for (std::size_t k = 1; k < record.tokens.size(); ++k) {
    if (record.tokens[k].faulty) return nullptr;
    words.push_back(record.tokens[k].text);
  }
  auto said = std::make_shared<RecordUnits>();
  if (const auto fault = read_units(words, said->of_file))
    return fail(fault->word < 0 ? record.end : record.tokens[fault->word + 1].where, fault->problem,
                fault->expected);
  if (of_deck) {
    UnitSystem coherent = said->of_file;
    coherent.radian = {};
    coherent.angle = "rad";
    parameters.set_units(std::move(coherent));
  }
  said->of_deck = parameters.units();
  return said;
}

namespace {

// Whether all numbers of an expression have a unit, so that it means the same in any units. An
// exponent and 0 need none. An expression with a table file never counts, because its numbers are
// not visible.
bool says_all_units(std::string_view text) {
  char before = ' ';  // the last character that is not blank
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') return false;
    if (is_name_char(text[i]) && !is_digit(text[i])) {
      while (i < text.size() && (is_name_char(text[i]) || text[i] == '.')) ++i;
      before = text[i - 1];
    } else if (const std::size_t n = number_length(text.substr(i)); n > 0) {
      const std::string_view number = text.substr(i, n);
      const std::size_t unit = unit_name_length(text.substr(i + n));
      const bool clear = unit > 0 || before == '^' || is_letter(number.back()) ||
                         number.find_first_not_of("0.") == number.npos;
      if (!clear) return false;
      i += n + unit;
      before = '0';
    } else {
      if (text[i] != ' ' && text[i] != '\t' && text[i] != '\n') before = text[i];
      ++i;
    }
  }
  return true;
}

}  // namespace

void refuse_foreign(const Record& record, Diagnostics& diagnostics) {
  if (!record.units || are_same_but_angles(record.units->of_file, record.units->of_deck)) return;
  for (const Token& token : record.tokens)
    if ((token.kind == TokenKind::expression || token.coherent) && !says_all_units(token.text))
      return diagnostics.error(
          token.where, printable(record.tokens.front().text),
          fmt::format("an expression stands in a file of other units ({}) than those of the deck "
                      "({}), in which expressions are",
                      record.units->of_file.line(), record.units->of_deck.line()),
          "expected it in the deck itself or in a file of the same units, or a unit behind each of "
          "its numbers");
}

NumberStatus take_number_with_unit(Token& token, const UnitSystem& units) {
  const auto said = parse_unit_number(token.text);
  if (!said) return NumberStatus::malformed;
  token.kind = TokenKind::number;
  token.suffix = said->of.unit;
  token.value = in_units(said->of.size(said->number.value), said->of.unit, units);
  return std::isfinite(token.value) ? said->number.status : NumberStatus::out_of_range;
}

}  // namespace mbs
