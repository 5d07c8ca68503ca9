#include <algorithm>
#include <cmath>

#include "elements/path.h"
#include "elements/place_motion.h"
#include "model/build_variable.h"

namespace mbs {

void set_references(const Tables& tables, Model& model) {
  const auto counts_from_start = [](const ElementRow& row) {
    return row.spec->arity == Arity::relation || row.spec->arity == Arity::path;
  };
  // Whose slip counts from the start.
  const auto slips = [](const ElementRow& row) {
    return row.spec->arity == Arity::outline || row.spec->arity == Arity::curves;
  };
  const auto& rows = tables.elements;
  if (std::none_of(rows.begin(), rows.end(), counts_from_start) &&
      std::none_of(rows.begin(), rows.end(), slips))
    return;
  std::vector<double> x, cosine(model.nx), sine(cosine);
  std::vector<double> scalars;  // q0 of orientations, behind all others
  for (const NodeRow& row : tables.nodes) {
    const NodeType& type = node_type(row.kind);
    if (!type.has_rates()) scalars.push_back(row.x[0]);
    for (int c = 0; c < type.nv; ++c) x.push_back(row.x[type.nq - type.nv + c]);
  }
  x.resize(model.nx, tables.time.start);
  x.insert(x.end(), scalars.begin(), scalars.end());
  for (const PathPulley& pulley : model.pulleys)
    x.push_back(first_winding(model.batches[pulley.batch], x.data(), pulley.place));
  std::vector<double> rotation(9 * model.orientations.size());
  std::vector<double> angle(model.nx, std::nan(""));
  model.prepare_nodes(x.data(), {cosine.data(), sine.data(), angle.data(), rotation.data()});
  std::vector<double> e(model.ne), size(e), De(model.derivative_count), D2e(e);
  const Coordinates here{x.data(),    nullptr,         cosine.data(),
                         sine.data(), rotation.data(), model.orientation_of.data()};
  const Deformation out{e.data(), size.data(), De.data(), D2e.data()};
  std::vector<char> given(rows.size());
  for (const RestRow& rest : tables.forces.rests) given[rest.element] = 1;
  for (const PathPulley& pulley : model.pulleys) {
    x[pulley.winding] = pulley_arc(model.batches[pulley.batch], here, pulley.place).winding;
    model.x0.push_back(x[pulley.winding]);
  }
  std::vector<int> element_of(model.ne);  // of its first deformation
  for (std::size_t k = 0; k < model.elements.size(); ++k)
    element_of[model.elements[k].first] = static_cast<int>(k);
  // In the order of the batches, so that what a row reads counts from its own reference already.
  for (ElementBatch& batch : model.batches) {
    batch.type->position(batch, here, out);
    const int ne = batch.type->ne, np = batch.type->np;
    for (int k = 0; k < batch.count; ++k) {
      const int first = batch.first_deformation + k * ne, element = element_of[first];
      double* const parameters = batch.parameters.data() + k * np;
      if (slips(rows[element])) {
        const double rest = parameters[np - 1];
        parameters[kInitialSlip] = e[first + 1] + rest;
        e[first + 1] = -rest;
      }
      if (!counts_from_start(rows[element]) || given[element]) continue;
      parameters[0] += e[first];
      e[first] = 0;
    }
  }
}

}  // namespace mbs
