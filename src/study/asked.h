// Measures that the command line asks of a run beside those of the deck, and equations and
// inequalities between them. Either side may be any text that is allowed behind `MEASURE name =`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/deck_input.h"

namespace mbs {

// "left = right" or "left > right", split at the last such sign outside parentheses.
struct Relation {
  std::string text;  // as given
  std::string left, right, sign;
  std::size_t right_at = 0;  // where the right side begins in the text
};

// Reads an equation of `mbsim solve`; `record`: the name in error messages. Empty after an error.
std::optional<Relation> read_equation(std::string_view text, const std::string& record,
                                      Diagnostics& diagnostics);
// Reads an inequality of --subject, with <, <=, > or >=.
std::optional<Relation> read_inequality(std::string_view text, const std::string& record,
                                        Diagnostics& diagnostics);

// MEASURE lines for a text, and for both sides of a relation. Their names begin with `name`.
AddedLine measure_line(std::string_view text, std::string_view name);
void add_relation(const Relation& relation, std::string_view name, std::vector<AddedLine>& lines);

}  // namespace mbs
