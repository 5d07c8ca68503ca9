#include "observe/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace mbs {

namespace {

// The states of ODE lines; the states of muscles come after them.
std::span<const StateEquation> own_states(const Model& model) {
  return std::span(model.states).first(model.own_states());
}

}  // namespace

void lay_out_states(const Model& model, Layout& layout) {
  if (model.own_states() == 0) return;
  std::size_t width = 5;
  for (const StateEquation& state : own_states(model)) width = std::max(width, state.name.size());
  TableLayout table{"", fmt::format(" {:<{}}", "STATE", width), {"VALUE", "RATE"}, {}};
  for (int owner = -1; const StateEquation& state : own_states(model)) {
    ++owner;
    table.rows.push_back({fmt::format(" {:<{}}", state.name, width), layout.count()});
    layout.add(state.name, unit::unknown, {Of::state, owner});
    layout.add(state.name + ".rate", unit::unknown, {Of::state, owner, 0, 1});
  }
  layout.tables.push_back(std::move(table));
}

void observe_states(const Model& model, const State& state, double* out) {
  for (std::size_t k = 0; k < model.own_states(); ++k) *out++ = state.z[k], *out++ = state.zd[k];
}

}  // namespace mbs
