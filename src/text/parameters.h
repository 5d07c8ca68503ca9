// What the names in a deck's expressions stand for: its parameters (PARAM name = expression), in
// the order of their definition, and the tables of its files. Names are case-insensitive, but for
// some capitals (text/capital_names.h). The lexer fills the table and marks what is used; readers
// only look up.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source_location.h"
#include "text/expression_table.h"
#include "text/units.h"

namespace mbs {

struct Parameter {
  std::string name;  // as written
  double value = 0;  // finite; nan if faulty
  SourceLocation where;
  bool overridden = false;  // its value comes from the command line
  bool used = false;
  bool faulty = false;  // its definition is wrong and already reported
  // An event may change it: the slot that expressions read it from in a run. -1: a constant.
  int live = -1;
  // Where it is to be looked for (deck/lines/search_range.h): a first step, and bounds, both or
  // none.
  std::optional<double> spread = {}, from = {}, to = {};
};

class Parameters {
 public:
  // Null if there is none of that name.
  const Parameter* find(std::string_view name) const;
  // The name must be new.
  void define(Parameter parameter);
  // Returns the parameter, or null if there is none.
  Parameter* mark_used(std::string_view name);

  // Lets events change it; it exists.
  void make_live(std::string_view name);
  int live_count() const { return live_count_; }
  // What the deck gives the live ones, by their slots.
  std::vector<double> live_values() const;

  // The states of the deck (ODE), by name, as written. False if there is one of that name.
  bool define_state(std::string_view name, SourceLocation where);
  // Where it was defined; null if there is no state of that name.
  const SourceLocation* state(std::string_view name) const;
  // As it was written; null if there is no state of that name.
  const std::string* state_name(std::string_view name) const;
  // All of them, in the order of the deck.
  const std::vector<std::string>& states() const { return state_names_; }

  // Measures of the deck whose names mean something else in other decks. The first line counts.
  void declare_measure(std::string_view name, SourceLocation where);
  // Where it was declared; null if there is none of that name.
  const SourceLocation* measure(std::string_view name) const;

  // The tables that expressions name.
  const ExpressionTables& tables() const { return tables_; }
  ExpressionTables& tables() { return tables_; }

  // What coherent numbers are in: those of expressions, and all that is made of the deck.
  const UnitSystem& units() const { return units_; }
  void set_units(UnitSystem units) { units_ = std::move(units); }

  // Where a name stood that was no parameter then; the first such place counts.
  void remember_use(std::string_view name, SourceLocation where);
  const SourceLocation* remembered_use(std::string_view name) const;

  const std::vector<Parameter>& list() const { return list_; }
  // At most `limit` names of about the length of `word`, for nearest_word().
  std::vector<std::string_view> names_like(std::string_view word, std::size_t limit = 1000) const;

 private:
  std::vector<Parameter> list_;
  std::unordered_map<std::string, std::size_t> index_;  // name_key -> place in list_
  std::unordered_map<std::string, SourceLocation> remembered_, states_, measures_;  // by name_key
  std::vector<std::string> state_names_;
  int live_count_ = 0;
  ExpressionTables tables_;
  UnitSystem units_;
};

}  // namespace mbs
