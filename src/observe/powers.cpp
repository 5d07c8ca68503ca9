#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "observe/observers.h"
#include "plan/plan.h"

namespace mbs {

PowerObserver::PowerObserver(const Plan& plan, const Model& model, const Phase& phase)
    : model_(model) {
  auto deformation = [&](int element) { return model.elements[element].first; };
  const RowsOf rows = plan.vocabulary.rows;
  if (rows == RowsOf::segments) {
    int number = 0;
    for (const ChainSegment& s : plan.chain.segments)
      drives_.push_back({fmt::format("m{}", ++number), false, deformation(s.hinge)});
    if (plan.chain.tip_hinge >= 0)
      drives_.push_back({fmt::format("m{}", ++number), false, deformation(plan.chain.tip_hinge)});
  }
  if (rows != RowsOf::nodes) return;
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d)
      if (phase.e_class[element.first + d] != Class::fixed)
        drives_.push_back({fmt::format("e{}_{}", element.number, d + 1), false, element.first + d});
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      if (phase.x_class[node.first + c] == Class::prescribed)
        drives_.push_back({fmt::format("x{}_{}", node.number, c + 1), true, node.first + c});
}

void PowerObserver::lay_out(Layout& layout) const {
  for (int owner = 0; const Parts::Angle& angle : model_.parts.angles)
    layout.add(angle.name, unit::radian, {Of::angle, owner++});
  for (const Drive& drive : drives_)
    layout.add(drive.name + ".power", unit::watt,
               {Of::drive_power, drive.coordinate ? -1 : drive.index});
  TableLayout springs{" SPRINGS, DAMPERS AND ACTUATORS, POSITIVE WHEN THEY PULL",
                      " SDA        I   J",
                      {"F", "POWER", "LENGTH", "RATE"},
                      {}};
  TableLayout hinges{" ROTATIONAL SPRINGS, DAMPERS AND ACTUATORS, TORQUE ON BODY I",
                     " RSDA       I   J",
                     {"M", "POWER", "ANGLE", "RATE"},
                     {}};
  auto add = [&](TableLayout& table, const std::string& name, int i, int j, const char* effort,
                 const char* size, Unit unit, Of of) {
    const int owner = count_of(table.rows);
    table.rows.push_back(
        {fmt::format("{:9}{:4}{:4}", table.rows.size() + 1, i, j), layout.count()});
    layout.add(name + effort, unit::effort_along(unit), {of, owner, 0});
    layout.add(name + ".power", unit::watt, {of, owner, 1});
    layout.add(name + size, unit, {of, owner, 2});
    layout.add(name + ".rate", rate_of(unit), {of, owner, 2, 1});
  };
  for (const Parts::Spring& s : model_.parts.springs)
    add(springs, s.name, s.body_i, s.body_j, ".f", ".length", unit::metre, Of::spring);
  for (const Parts::Hinge& h : model_.parts.hinges)
    add(hinges, h.name, h.body_i, h.body_j, ".m", ".angle", unit::radian, Of::hinge);
  for (TableLayout* table : {&springs, &hinges})
    if (!table->rows.empty()) layout.tables.push_back(std::move(*table));
  lay_out_beams(layout);
  lay_out_paths(layout);
}

void PowerObserver::lay_out_beams(Layout& layout) const {
  TableLayout table{" BEAMS", " BEAM WORD      I   J  D", {"E", "ED", "S"}, {}};
  int number = 0;
  for (const Parts::Beam& b : model_.parts.beams) {
    ++number;
    for (int d = 1; d <= 3; ++d) {
      table.rows.push_back(
          {fmt::format("{:5} {:<7}{:4}{:4}{:3}", number, b.word, b.i, b.j, d), layout.count()});
      layout.add(fmt::format("beam{}.e{}", number, d), unit::metre, {Of::beam, number - 1, d - 1});
      layout.add(fmt::format("beam{}.ed{}", number, d), rate_of(unit::metre),
                 {Of::beam, number - 1, d - 1, 1});
      layout.add(fmt::format("beam{}.s{}", number, d), unit::effort_along(unit::metre),
                 {Of::beam_stress, number - 1, d - 1});
    }
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

void PowerObserver::lay_out_paths(Layout& layout) const {
  TableLayout table{" PATHS", " PATH", {"E", "ED", "S"}, {}};
  for (std::size_t k = 1; k <= model_.parts.paths.size(); ++k) {
    table.rows.push_back({fmt::format("{:5}", k), layout.count()});
    const int owner = static_cast<int>(k) - 1;
    layout.add(fmt::format("path{}.e", k), unit::metre, {Of::path, owner});
    layout.add(fmt::format("path{}.ed", k), rate_of(unit::metre), {Of::path, owner, 0, 1});
    layout.add(fmt::format("path{}.s", k), unit::effort_along(unit::metre),
               {Of::path_stress, owner});
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

void PowerObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  for (const Parts::Angle& angle : model_.parts.angles)
    *out++ = state.x[angle.phi_j] - state.x[angle.phi_i];
  for (const Drive& drive : drives_) {
    const std::size_t k = drive.index;
    *out++ = drive.coordinate ? dynamics.reactions()[k] * state.v[k]
                              : 0.0 - dynamics.stresses()[k] * state.ed[k];
  }
  auto put = [&](int index, double size) {
    const double stress = dynamics.stresses()[index], rate = state.ed[index];
    *out++ = stress;
    *out++ = 0.0 - stress * rate;
    *out++ = size;
    *out++ = rate;
  };
  for (const Parts::Spring& s : model_.parts.springs) {
    const auto i = s.i.at(state.x), j = s.j.at(state.x);
    put(s.index, std::hypot(j[0] - i[0], j[1] - i[1]));
  }
  for (const Parts::Hinge& h : model_.parts.hinges)
    put(h.index, state.x[h.phi_j] - state.x[h.phi_i]);
  for (const Parts::Beam& b : model_.parts.beams)
    for (int d = 0; d < 3; ++d) {
      const std::size_t r = b.index + d;
      *out++ = state.e[r];
      *out++ = state.ed[r];
      *out++ = dynamics.stresses()[r];
    }
  for (const int path : model_.parts.paths) {
    *out++ = state.e[path];
    *out++ = state.ed[path];
    *out++ = dynamics.stresses()[path];
  }
}

}  // namespace mbs
