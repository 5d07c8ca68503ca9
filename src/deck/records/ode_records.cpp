#include "deck/records/ode_records.h"

#include <fmt/format.h>

#include "deck/lines/writing.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

bool read_ode(RecordReader& in, const Parameters& parameters, OdeRow& row) {
  const Token* name = in.peek();
  if (!name || !is_name(name->text)) {
    in.fail(in.here(), name ? fmt::format("'{}' is not a name", printable(name->text)) : "no name",
            "expected a letter, then letters, digits and underscores");
    return false;
  }
  in.skip();
  // Another record has this name, or the name is reserved: the lexer has reported it.
  const SourceLocation* known = parameters.state(name->text);
  const bool mine = known && known->file == name->where.file && known->line == name->where.line &&
                    known->column == name->where.column;
  if (!mine) return in.give_up(), false;
  row.name = name->text;
  row.label = "ODE " + row.name;
  const std::string word = in.peek_word();
  row.equilibrium = word == "EQUILIBRIUM";
  if (row.equilibrium) in.skip();
  if (!row.equilibrium || in.peek_word() != "RATE") row.start = in.number("start");
  const SourceLocation at = in.here();
  const std::string rate = in.word("RATE", "expected RATE and an expression");
  if (!in.ok()) return false;
  if (rate != "RATE") {
    in.fail(at, fmt::format("'{}' where RATE was expected", printable(rate)));
    return false;
  }
  if (in.at_end()) {
    in.fail(in.here(), "nothing follows RATE", "expected the expression of the rate");
    return false;
  }
  if (!in.expression(row.text, row.text_at)) return false;
  in.finish();
  return in.ok();
}

std::string write_odes(const std::vector<OdeRow>& rows, const Parameters& parameters) {
  std::string out;
  for (const OdeRow& row : rows) {
    const bool has_start = !row.equilibrium || row.start != 0;
    out += fmt::format("ODE {}{}{} RATE {}\n", row.name, row.equilibrium ? " EQUILIBRIUM" : "",
                       has_start ? write_numbers({row.start}) : "",
                       resolve_parameters(row.text, parameters));
  }
  return out;
}

}  // namespace mbs
