// Rows of variable arity. Consecutive formulas become one batch; a path, cam, curve or outline is a
// batch of one row. A batch comes after the batches that it reads.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "base/diagnostics.h"
#include "deck/names/input_names.h"
#include "elements/formula.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// Label of a row, with its name if the deck gives one: "body 4 (rocker)".
template <class Row>
std::string label_of(const Row& row) {
  return row.name.empty() ? row.label : fmt::format("{} ({})", row.label, row.name);
}

// Whether a formula reads t; the model then has a clock.
bool reads_time(const LawNames& known);

// Adds the batches of all rows of variable arity; call it after those of fixed arity. Formulas that
// read each other in a circle are an error.
void add_variable_rows(const LawNames& known, Model& model, Diagnostics& diagnostics);

// Sets the references of relations, paths and slips along outlines and curves to the initial
// position, unless EREST gives them. Call it after build_forces().
void set_references(const Tables& tables, Model& model);

// The elements with a deformation that counts from the start (ElementType::from_start) and without
// EREST: their references need the assembled position.
std::vector<int> elements_from_start(const Tables& tables, const Model& model);
// The coordinates (nq) of the nodes in the deck; references are taken there.
std::vector<double> deck_position(const Tables& tables, const Model& model);
// Takes the references of these elements again at x (nq), and writes the windings into x.
void take_references(const Tables& tables, const std::vector<int>& elements, Model& model,
                     std::vector<double>& x);

// The input with model indices for a name of the tables.
Input input_of(const NamedInput& named, const Model& model);

// Puts the last row of a batch of formulas, whose columns are complete, into the group of its shape
// (elements/formula.h), or into a new group. first_slot: slot of the first input. angles: the angle
// coordinates, ascending.
void add_to_group(const Expression& expression, const std::vector<FormulaInput>& inputs,
                  int first_slot, const std::vector<int>& angles, const ElementBatch& batch,
                  FormulaRows& formulas);

// Whether the derivatives of an expression by its `inputs` variables are equal at four points; for
// a linear expression they are.
bool has_constant_slopes(const Expression& expression, int first_slot, std::size_t inputs);

}  // namespace mbs
