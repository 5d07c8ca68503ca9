#include "observe/states.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

void lay_out_states(const Model& model, Layout& layout) {
  if (model.states.empty()) return;
  std::size_t width = 5;
  for (const StateEquation& state : model.states) width = std::max(width, state.name.size());
  TableLayout table{"", fmt::format(" {:<{}}", "STATE", width), {"VALUE", "RATE"}, {}};
  for (const StateEquation& state : model.states) {
    table.rows.push_back({fmt::format(" {:<{}}", state.name, width), layout.count()});
    layout.add(state.name, unit::unknown);
    layout.add(state.name + ".rate", unit::unknown);
  }
  layout.tables.push_back(std::move(table));
}

void observe_states(const State& state, double* out) {
  for (std::size_t k = 0; k < state.z.size(); ++k) *out++ = state.z[k], *out++ = state.zd[k];
}

}  // namespace mbs
