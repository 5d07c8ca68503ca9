// The names of a deck for its expressions: parameters (PARAM name = expression) in the order of
// their definition, states, measures and tables of files. Names are case-insensitive, except some
// capitals (text/capital_names.h). The lexer fills the table and marks used parameters; readers
// only look up.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source_location.h"
#include "text/expression_tables.h"
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
  // Search range (deck/lines/tokenizer.h): size of the first step, and bounds (both or none).
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

  // Lets events change the parameter, which must exist.
  void make_live(std::string_view name);
  int live_count() const { return live_count_; }
  // Values of live parameters in the deck, by slots.
  std::vector<double> live_values() const;

  // Texts of the deck (PARAM name = "text"), for quoted texts: "${name}.csv". A text is no
  // parameter.
  struct Text {
    std::string name, text;  // name as written
    SourceLocation where;
    bool used = false;
  };
  // The name must be new.
  void define_text(Text text) { texts_.push_back(std::move(text)); }
  // Null if there is none of that name.
  const Text* text(std::string_view name) const;
  const Text* mark_text_used(std::string_view name);
  const std::vector<Text>& texts() const { return texts_; }

  // Adds a state of the deck (ODE), name as written. False if the name exists.
  bool define_state(std::string_view name, SourceLocation where);
  // Where it was defined; null if there is no state of that name.
  const SourceLocation* state(std::string_view name) const;
  // As it was written; null if there is no state of that name.
  const std::string* state_name(std::string_view name) const;
  // All states in the order of the deck.
  const std::vector<std::string>& states() const { return state_names_; }

  // Declares a measure: messages tell it from an unknown name, and a capital (text/capital_names.h)
  // means it from here on. The first line counts.
  void declare_measure(std::string_view name, SourceLocation where);
  // Where it was declared; null if there is none of that name.
  const SourceLocation* measure(std::string_view name) const;

  // The tables that expressions name.
  const ExpressionTables& tables() const { return tables_; }
  ExpressionTables& tables() { return tables_; }

  // The units of coherent numbers: of expressions and of everything made from the deck.
  const UnitSystem& units() const { return units_; }
  void set_units(UnitSystem units) { units_ = std::move(units); }

  // Remembers the first place of a name that was not yet a parameter there.
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
  std::vector<Text> texts_;
  int live_count_ = 0;
  ExpressionTables tables_;
  UnitSystem units_;
};

}  // namespace mbs
