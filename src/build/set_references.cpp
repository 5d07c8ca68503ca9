#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "build/build_variable.h"
#include "deck/tables/tables.h"
#include "elements/path.h"
#include "elements/place_motion.h"

namespace mbs {

namespace {

bool is_variable(const ElementRow& row) { return row.spec->arity != Arity::fixed; }

// Whether the row has a slip that counts from the start.
bool slips(const ElementRow& row) {
  return is_variable(row) && (row.spec->is_contact || row.spec->is_gap) &&
         row.spec->deformations.size() > 1;
}

// Takes references at a position, batch after batch, so that the deformations that a row reads
// already have their references.
class References {
 public:
  References(const Tables& tables, const std::vector<char>& wanted, Model& model)
      : tables_(tables),
        wanted_(wanted),
        model_(model),
        element_of_(model.ne),
        cosine_(model.nx),
        sine_(model.nx),
        angle_(model.nx, std::nan("")),
        rotation_(9 * model.orientations.size()),
        e_(model.ne),
        size_(model.ne),
        De_(model.derivative_count),
        D2e_(model.ne) {
    for (std::size_t k = 0; k < model.elements.size(); ++k)
      element_of_[model.elements[k].first] = static_cast<int>(k);
  }

  void take(std::vector<double>& x) {
    for (const PathPulley& pulley : model_.pulleys)
      x[pulley.winding] = first_winding(model_.batches[pulley.batch], x.data(), pulley.place);
    model_.prepare_nodes(x.data(), {cosine_.data(), sine_.data(), angle_.data(), rotation_.data()});
    const Coordinates here{x.data(),     nullptr,          cosine_.data(),
                           sine_.data(), rotation_.data(), model_.orientation_of.data()};
    for (const PathPulley& pulley : model_.pulleys)
      x[pulley.winding] = pulley_arc(model_.batches[pulley.batch], here, pulley.place).winding;
    for (const CountedRound& one : model_.counted_rounds) {
      const ElementBatch& batch = model_.batches[one.batch];
      if (wanted_[element(batch, one.row)] != 0) x[one.winding] = std::nan("");
      wind_round(batch, one.row, here, x.data() + one.winding);
    }
    for (ElementBatch& batch : model_.batches) {
      const bool fixed = batch.type->nx > 0;
      for (int k = 0; k < batch.count; ++k) fixed ? prepare(batch, k, x) : clear(batch, k);
      batch.type->position(batch, here, {e_.data(), size_.data(), De_.data(), D2e_.data()});
      for (int k = 0; k < batch.count && !fixed; ++k) count_from_here(batch, k);
    }
    for (const CountedAngle& angle : model_.counted_angles)
      x[angle.winding] =
          e_[angle.deformation] + model_.batches[angle.batch].parameters[angle.parameter];
  }

 private:
  int first(const ElementBatch& batch, int k) const {
    return batch.first_deformation + k * batch.type->ne;
  }
  std::size_t element(const ElementBatch& batch, int k) const {
    return element_of_[first(batch, k)];
  }
  double* parameters(ElementBatch& batch, int k) const {
    return batch.parameters.data() + k * batch.type->np;
  }

  void prepare(ElementBatch& batch, int k, const std::vector<double>& x) const {
    if (wanted_[element(batch, k)] == 0) return;
    std::vector<double> local;
    for (int i = 0; i < batch.type->nx; ++i) {
      const int g = batch.gather[k * batch.type->nx + i];
      if (model_.is_orientation(g)) {
        const Orientation& turning = model_.orientations[model_.orientation_of[g]];
        if (g == turning.first) local.push_back(x[turning.scalar]);
      }
      local.push_back(x[g]);
    }
    batch.type->prepare(local.data(), tables_.elements[element(batch, k)].columns.data(),
                        parameters(batch, k));
  }

  void clear(ElementBatch& batch, int k) const {
    if (wanted_[element(batch, k)] == 0) return;
    const int np = batch.type->np;
    double* const p = parameters(batch, k);
    if (slips(tables_.elements[element(batch, k)])) p[kInitialSlip] = 0;
    p[np - batch.type->ne + batch.type->from_start] = 0;
  }

  void count_from_here(ElementBatch& batch, int k) {
    const std::size_t owner = element(batch, k);
    const int r = first(batch, k) + batch.type->from_start, np = batch.type->np;
    if (slips(tables_.elements[owner])) {
      if (wanted_[owner] == 0 && parameters(batch, k)[kInitialSlip] != 0) return;
      const double rest = parameters(batch, k)[np - 1];
      parameters(batch, k)[kInitialSlip] = e_[r] + rest;
      e_[r] = -rest;
    } else if (wanted_[owner] != 0) {
      parameters(batch, k)[0] = e_[r];
      e_[r] = 0;
    }
  }

  const Tables& tables_;
  const std::vector<char>& wanted_;  // one per element
  Model& model_;
  std::vector<int> element_of_;  // first deformation -> element
  std::vector<double> cosine_, sine_, angle_, rotation_, e_, size_, De_, D2e_;
};

// Whether the deck itself has this element. Other dialects build joints and springs, which have
// their own references, of PLSDA and PLTOR. FRICTION of a joint adds elements for its slip.
bool is_own(const Tables& tables, const ElementRow& row) {
  if (row.label.starts_with("FRICTION")) return false;
  return tables.vocabulary.own_numbers ||
         (row.spec->keyword != "PLSDA" && row.spec->keyword != "PLTOR");
}

// Per element, 1: EREST gives its reference.
std::vector<char> given_references(const Tables& tables) {
  std::vector<char> given(tables.elements.size());
  for (const RestRow& rest : tables.forces.rests) given[rest.element] = 1;
  return given;
}

}  // namespace

std::vector<int> elements_from_start(const Tables& tables, const Model& model) {
  std::vector<char> given = given_references(tables);
  // The slip of a contact counts from the position in the deck.
  for (const ContactRow& row : tables.contacts) given[row.element] = 1;
  std::vector<int> out;
  for (int k = 0; k < count_of(model.elements); ++k)
    if (model.elements[k].type->from_start >= 0 && !given[k] && is_own(tables, tables.elements[k]))
      out.push_back(k);
  return out;
}

std::vector<double> deck_position(const Tables& tables, const Model& model) {
  std::vector<double> x, scalars;  // scalars: q0 of orientations, behind all others
  for (const NodeRow& row : tables.nodes) {
    const NodeType& type = node_type(row.kind);
    if (!type.has_rates()) scalars.push_back(row.x[0]);
    for (int c = 0; c < type.nv; ++c) x.push_back(row.x[type.nq - type.nv + c]);
  }
  x.resize(model.nx, tables.time.start);
  x.insert(x.end(), scalars.begin(), scalars.end());
  x.resize(model.nq());
  for (const CountedRound& one : model.counted_rounds) x[one.winding] = std::nan("");
  return x;
}

void take_references(const Tables& tables, const std::vector<int>& elements, Model& model,
                     std::vector<double>& x) {
  std::vector<char> wanted(tables.elements.size());
  for (const int k : elements) wanted[k] = 1;
  References(tables, wanted, model).take(x);
}

void set_references(const Tables& tables, Model& model) {
  const auto& rows = tables.elements;
  const bool none = std::none_of(rows.begin(), rows.end(), is_variable);
  if (none && model.windings() == 0) return;
  std::vector<int> elements;  // elements without a reference
  const std::vector<char> given = given_references(tables);
  for (int k = 0; k < count_of(model.elements); ++k)
    if (is_variable(rows[k]) && model.elements[k].type->from_start >= 0 && !given[k])
      elements.push_back(k);
  std::vector<double> x = deck_position(tables, model);
  take_references(tables, elements, model, x);
  model.x0.insert(model.x0.end(), x.end() - model.windings(), x.end());
}

}  // namespace mbs
