#include <fmt/format.h>

#include <algorithm>

#include "deck/forms/formulas.h"
#include "deck/forms/orientation_record.h"
#include "deck/help/keywords.h"
#include "deck/kabios/space_words.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/lines/tokenizer.h"
#include "deck/names/input_names.h"
#include "deck/records/muscle_records.h"
#include "deck/records/observation_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// A keyword, or something that may have been meant as one while the second record has one.
bool starts_native(const LexedDeck& deck, ElementSpecs specs) {
  const std::vector<std::string_view> keywords = native_kinematics_words(specs);
  for (std::size_t k = 0; k < std::min<std::size_t>(2, deck.records.size()); ++k) {
    const Token& first = deck.records[k].tokens.front();
    if (first.kind != TokenKind::word) return false;
    const std::string word = upper_case(first.text);
    if (std::find(keywords.begin(), keywords.end(), word) != keywords.end()) return true;
    if (nearest_word(word, keywords).empty()) return false;
  }
  return false;
}

// A word of another place tells which dialect was meant.
void refuse(const Token& first, ElementSpecs specs, Diagnostics& diagnostics) {
  std::string expected = "expected the nine counts of a KABIOS deck or a native keyword";
  for (const ReaderKeyword& keyword : reader_keywords(specs)) {
    if (keyword.row.name != upper_case(first.text)) continue;
    expected = keyword.block == Block::dynamics
                   ? "it is of native decks, which begin with a kinematics block"
               : keyword.block == Block::kabios_tail
                   ? "it is of KABIOS decks, which begin with nine counts"
               : keyword.block == Block::kabios_space
                   ? "it is of KABIOS decks of space, whose first line is SPACE"
                   : "it is of SEGDYN decks, whose first line is SEGDYN";
    break;
  }
  if (const std::string_view here = native_word_for(upper_case(first.text)); !here.empty())
    expected += fmt::format("; in a native deck it is {}", here);
  std::vector<std::string_view> words;
  for (const AnywhereKeyword& keyword : anywhere_keywords()) words.push_back(keyword.name);
  words.insert(words.end(), {"SPACE", "SEGDYN"});
  if (const std::string_view near = nearest_word(first.text, words);
      !near.empty() && native_word_for(upper_case(first.text)).empty())
    expected = fmt::format("did you mean '{}'?", near);
  diagnostics.error(first.where, "deck",
                    fmt::format("'{}' starts no dialect", printable(first.text)), expected);
}

// Expressions that name something have been checked but for those names.
void check_named(const LawNames& known, Diagnostics& diagnostics) {
  const Tables& tables = known.tables();
  check_laws(known, *tables.parameters, diagnostics);
  const LawPlace place{Target::coordinate, 0, 0, true};
  const auto check = [&](const ChainQuantity& is, const std::string& label) {
    if (!is.text.empty())
      check_inputs(is.text, is.text_at, known, place, *tables.parameters, diagnostics, label);
  };
  for (const ChainKnown& row : tables.chain.knowns) check(row.is, row.label);
  for (const ChainRow& row : tables.chain.rows)
    for (const ChainRowTerm& term : row.terms) check(term.is, term.label);
}

}  // namespace

const RecordSpec* find_spec(ElementSpecs specs, std::string_view keyword) {
  const auto spec = std::find_if(specs.begin(), specs.end(),
                                 [&](const RecordSpec* s) { return s->keyword == keyword; });
  return spec == specs.end() ? nullptr : *spec;
}

Tables read_deck(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                 Diagnostics& diagnostics) {
  if (!deck.usable) return {};
  if (deck.records.empty()) {
    diagnostics.error({}, "deck", "it holds no records",
                      "expected a mechanism; mbsim --template kabios prints one to start from");
    return {};
  }
  const Token& first = deck.records.front().tokens.front();
  Tables tables;
  if (first.kind == TokenKind::number)
    tables = read_kabios(deck, specs, options, diagnostics);
  else if (upper_case(first.text) == "SPACE")
    tables = read_kabios_space(deck, specs, options, diagnostics);
  else if (upper_case(first.text) == "SEGDYN")
    tables = read_segdyn(deck, specs, diagnostics);
  else if (starts_native(deck, specs))
    tables = read_native(deck, specs, options, diagnostics);
  else
    refuse(first, specs, diagnostics);
  Parameters parameters = deck.parameters;
  for (const EventRow& event : tables.events)
    for (const ActionRow& action : event.actions)
      if (action.kind == ActionKind::set && !action.sets_state)
        parameters.make_live(action.parameter);
  tables.parameters = std::make_shared<const Parameters>(std::move(parameters));
  add_onsets(tables);
  read_observations(deck, tables, diagnostics);
  find_rotations(tables);
  const LawNames known(tables);
  if (!tables.names.empty() && !diagnostics.has_errors()) check_named(known, diagnostics);
  // They may use names. Of a native deck with errors, nodes and elements may be missing.
  if (tables.dialect != Dialect::native || !diagnostics.has_errors())
    check_formulas(known, *tables.parameters, diagnostics);
  return tables;
}

}  // namespace mbs
