// The canonical SEGDYN deck of a chain.
#include <fmt/format.h>

#include "deck/dialects.h"
#include "deck/expression.h"
#include "deck/writing.h"

namespace mbs {

namespace {

std::string constraint(const ChainConstraint& row) {
  const std::string place = row.placed ? write_numbers({row.x, row.y}) : "";
  return row.label + place + "\n";  // the label is the record
}

std::string known(const ChainKnown& row, const Parameters& parameters) {
  if (!row.text.empty())
    return fmt::format("{} = {}\n", row.label, resolve_parameters(row.text, parameters));
  return row.label + write_numbers({row.value}) + "\n";
}

}  // namespace

std::string write_segdyn(const Tables& tables) {
  const Chain& c = tables.chain;
  std::string out = "SEGDYN\n";
  int i = 0;
  for (const ChainSegment& s : c.segments)
    out += fmt::format("SEGMENT {}{}\n", ++i, write_numbers({s.m, s.l, s.d, s.j}));
  i = 0;
  for (const ChainSegment& s : c.segments)
    out += fmt::format("STATE {}{}{}\n", ++i, write_numbers({s.phi}),
                       s.phid_given ? write_numbers({s.phid}) : "");
  const bool moves = c.base[2] != 0 || c.base[3] != 0;
  out += fmt::format("BASE{}{}\n", write_numbers({c.base[0], c.base[1]}),
                     moves ? write_numbers({c.base[2], c.base[3]}) : "");
  if (c.free_base) out += "FREE BASE\n";
  const auto& g = tables.forces.gravity;
  if (g[0] != 0 || g[1] != 0) out += fmt::format("GRAV{}\n", write_numbers({g[0], g[1]}));
  for (const ChainConstraint& row : c.constraints) out += constraint(row);
  for (const ChainKnown& row : c.knowns)
    out += row.table ? fmt::format("{} TABLE \"{}\" {}\n", row.label, row.file, row.column)
                     : known(row, tables.parameters);
  const TimeGrid& t = tables.time;
  out += fmt::format("TIME{}\n", write_numbers({t.start, t.end, t.step}));
  out += write_integration(tables.forces.integration);
  if (tables.forces.form != Form::automatic) out += write_form(tables.forces.form);
  return out + "END\n";
}

}  // namespace mbs
