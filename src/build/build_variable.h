// Rows of variable arity: formulas that follow one another become one batch, paths and the like
// batches of one row each, which stand after what they read.
#pragma once

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "deck/names/input_names.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// "body 4 (rocker)" of a row that the deck gives a name.
template <class Row>
std::string label_of(const Row& row) {
  return row.name.empty() ? row.label : fmt::format("{} ({})", row.label, row.name);
}

// Whether a formula reads t: then the model has a clock.
bool reads_time(const Tables& tables);

// The batches of all such rows, after those of fixed arity. A circle of formulas is an error.
void add_variable_rows(const Tables& tables, Model& model, Diagnostics& diagnostics);

// Relations, paths and slips along outlines and curves count from the initial position, unless
// EREST says otherwise: after build_forces().
void set_references(const Tables& tables, Model& model);

// The elements with a deformation that counts from the start (ElementType::from_start) and that no
// EREST sets: those that solve() needs a position for.
std::vector<int> elements_from_start(const Tables& tables, const Model& model);
// The coordinates (nq) of the nodes of a deck: those that references count from.
std::vector<double> deck_position(const Tables& tables, const Model& model);
// Takes the references of these elements anew at x (nq), and the arcs round pulleys, which go into
// x.
void take_references(const Tables& tables, const std::vector<int>& elements, Model& model,
                     std::vector<double>& x);

// The indices of the model of what a name in the tables stands for.
Input input_of(const NamedInput& named, const Model& model);

}  // namespace mbs
