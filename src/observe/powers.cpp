#include "observe/powers.h"

#include <fmt/format.h>

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PowerObserver::PowerObserver(const Tables& tables, const Model& model, const Phase& phase) {
  auto deformation = [&](int element) { return model.elements[at(element)].first; };
  if (tables.dialect == Dialect::segdyn) {
    const Chain& chain = tables.chain;
    int number = 0;
    for (const ChainSegment& s : chain.segments)
      drives_.push_back({fmt::format("m{}", ++number), false, deformation(s.hinge), nullptr});
    if (chain.tip_hinge >= 0)
      drives_.push_back(
          {fmt::format("m{}", ++number), false, deformation(chain.tip_hinge), nullptr});
    int springs = 0, hinges = 0;
    for (const ChainSpring& s : chain.springs)
      drives_.push_back(
          {s.turns ? fmt::format("rsda{}", ++hinges) : fmt::format("sda{}", ++springs), false,
           deformation(s.element), s.turns ? "m" : "f"});
    return;
  }
  const bool kabios = tables.dialect == Dialect::kabios;
  int springs = 0, hinges = 0;
  for (std::size_t k = 0; k < tables.elements.size(); ++k) {
    const ElementRow& row = tables.elements[k];
    const ElementRange& element = model.elements[k];
    if (kabios && row.spec->keyword == "PLSDA")
      drives_.push_back({fmt::format("sda{}", ++springs), false, element.first, "f"});
    if (kabios && row.spec->keyword == "PLTOR")
      drives_.push_back({fmt::format("rsda{}", ++hinges), false, element.first, "m"});
    if (kabios) continue;
    if (row.spec->keyword == "PLREV")
      angles_.push_back({fmt::format("rev{}.angle", row.number),
                         model.nodes[at(row.nodes[1])].first, model.nodes[at(row.nodes[3])].first});
    for (int d = 0; d < element.type->ne; ++d)
      if (phase.e_class[at(element.first + d)] != Class::fixed)
        drives_.push_back(
            {fmt::format("e{}_{}", row.number, d + 1), false, element.first + d, nullptr});
  }
  if (kabios) return;
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      if (phase.x_class[at(node.first + c)] == Class::prescribed)
        drives_.push_back(
            {fmt::format("x{}_{}", node.number, c + 1), true, node.first + c, nullptr});
}

void PowerObserver::lay_out(Layout& layout) const {
  for (const Angle& angle : angles_) layout.names.push_back(angle.name);
  for (const Drive& drive : drives_) {
    if (drive.stress != nullptr) layout.names.push_back(drive.name + "." + drive.stress);
    layout.names.push_back(drive.name + ".power");
  }
}

void PowerObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  for (const Angle& angle : angles_) *out++ = state.x[at(angle.phi_j)] - state.x[at(angle.phi_i)];
  for (const Drive& drive : drives_) {
    const std::size_t k = at(drive.index);
    const double stress = drive.coordinate ? 0 : dynamics.stresses()[k];
    if (drive.stress != nullptr) *out++ = stress;
    *out++ = drive.coordinate ? dynamics.reactions()[k] * state.v[k] : 0.0 - stress * state.ed[k];
  }
}

}  // namespace mbs
