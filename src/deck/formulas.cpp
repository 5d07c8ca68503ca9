#include "deck/formulas.h"

#include <fmt/format.h>

#include "deck/input_names.h"

namespace mbs {

namespace {

bool is_position(InputKind kind) {
  return kind == InputKind::coordinate || kind == InputKind::deformation ||
         kind == InputKind::angle || kind == InputKind::point_position;
}

bool check(const ElementRow& row, const Tables& tables, const Parameters& parameters,
           Diagnostics& diagnostics) {
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  if (!check_inputs(row.text, row.text_at, tables, nowhere, parameters, diagnostics, row.label))
    return false;
  const bool relation = row.spec->arity == Arity::relation;
  const InputNames names = input_names(row.text, tables, nowhere);
  for (std::size_t k = 0; k < names.names.size(); ++k) {
    const InputKind kind = names.inputs[k].kind;
    if (is_position(kind) || (kind == InputKind::time && !relation)) continue;
    diagnostics.error(row.text_at, row.label,
                      fmt::format("a {} cannot read '{}'", relation ? "relation" : "formula",
                                  printable(names.names[k])),
                      relation ? "expected coordinates, points and deformations; a relation that "
                                 "changes with t is an INPUTE of it, or a FORMULA"
                               : "expected coordinates, points, deformations and t");
    return false;
  }
  if (!names.names.empty()) return true;
  diagnostics.error(row.text_at, row.label, "its expression reads no coordinate or deformation",
                    "expected some that it relates");
  return false;
}

}  // namespace

void take_formula(RecordReader& in, ElementRow& row) {
  const Token* token = in.expression();
  if (!token) return;
  row.text = token->text;
  row.text_at = token->where;
}

bool check_formulas(const Tables& tables, const Parameters& parameters, Diagnostics& diagnostics) {
  bool good = true;
  for (const ElementRow& row : tables.elements)
    if (!row.text.empty()) good &= check(row, tables, parameters, diagnostics);
  return good;
}

}  // namespace mbs
