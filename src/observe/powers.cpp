#include "observe/powers.h"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "observe/forces.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PowerObserver::PowerObserver(const Tables& tables, const Model& model, const Phase& phase)
    : model_(model) {
  auto deformation = [&](int element) { return model.elements[at(element)].first; };
  if (tables.vocabulary.rows == RowsOf::segments) {
    const Chain& chain = tables.chain;
    int number = 0;
    for (const ChainSegment& s : chain.segments)
      drives_.push_back({fmt::format("m{}", ++number), false, deformation(s.hinge)});
    if (chain.tip_hinge >= 0)
      drives_.push_back({fmt::format("m{}", ++number), false, deformation(chain.tip_hinge)});
    for (const ChainSpring& s : chain.springs)
      add_spring(tables.elements[at(s.element)], deformation(s.element), s.i, s.j);
    for (const ChainBeam& b : chain.beams)
      beams_.push_back({b.word, deformation(b.element), b.i, b.j});
    for (const ChainPath& p : chain.paths) paths_.push_back(deformation(p.element));
    return;
  }
  const bool bodies = tables.vocabulary.rows == RowsOf::bodies;
  for (std::size_t k = 0; k < tables.elements.size(); ++k) {
    const ElementRow& row = tables.elements[k];
    const ElementRange& element = model.elements[k];
    if (bodies && (row.label.starts_with("SDA ") || row.label.starts_with("RSDA "))) {
      auto body = [&](std::size_t node) {
        return body_of(model, model.nodes[at(row.nodes[node])].first);
      };
      const bool turns = row.nodes.size() == 2;
      add_spring(row, element.first, body(turns ? 0 : 1), body(turns ? 1 : 3));
    }
    if (bodies) continue;
    if (row.spec->keyword == "PLREV")
      angles_.push_back({fmt::format("rev{}.angle", row.number),
                         model.nodes[at(row.nodes[1])].first, model.nodes[at(row.nodes[3])].first});
    for (int d = 0; d < element.type->ne; ++d)
      if (phase.e_class[at(element.first + d)] != Class::fixed)
        drives_.push_back({fmt::format("e{}_{}", row.number, d + 1), false, element.first + d});
  }
  if (bodies) return;
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      if (phase.x_class[at(node.first + c)] == Class::prescribed)
        drives_.push_back({fmt::format("x{}_{}", node.number, c + 1), true, node.first + c});
}

// An SDA or RSDA between two bodies, or segments of a chain.
void PowerObserver::add_spring(const ElementRow& row, int deformation, int body_i, int body_j) {
  auto angle = [&](std::size_t node) { return model_.nodes[at(row.nodes[node])].first; };
  if (row.nodes.size() == 2)
    hinges_.push_back({fmt::format("rsda{}", hinges_.size() + 1), deformation, body_i, body_j,
                       angle(0), angle(1)});
  else
    springs_.push_back({fmt::format("sda{}", springs_.size() + 1), deformation, body_i, body_j,
                        place_of(row, model_, 0, 0), place_of(row, model_, 2, 2)});
}

void PowerObserver::lay_out(Layout& layout) const {
  for (const Angle& angle : angles_) layout.add(angle.name, unit::radian);
  for (const Drive& drive : drives_) layout.add(drive.name + ".power", unit::watt);
  TableLayout springs{" SPRINGS, DAMPERS AND ACTUATORS, POSITIVE WHEN THEY PULL",
                      " SDA        I   J",
                      {"F", "POWER", "LENGTH", "RATE"},
                      {}};
  TableLayout hinges{" ROTATIONAL SPRINGS, DAMPERS AND ACTUATORS, TORQUE ON BODY I",
                     " RSDA       I   J",
                     {"M", "POWER", "ANGLE", "RATE"},
                     {}};
  auto add = [&](TableLayout& table, const std::string& name, int i, int j, const char* effort,
                 const char* size, Unit unit) {
    table.rows.push_back(
        {fmt::format("{:9}{:4}{:4}", table.rows.size() + 1, i, j), layout.count()});
    layout.add(name + effort, unit::effort_along(unit));
    layout.add(name + ".power", unit::watt);
    layout.add(name + size, unit);
    layout.add(name + ".rate", rate_of(unit));
  };
  for (const Spring& s : springs_)
    add(springs, s.name, s.body_i, s.body_j, ".f", ".length", unit::metre);
  for (const Hinge& h : hinges_)
    add(hinges, h.name, h.body_i, h.body_j, ".m", ".angle", unit::radian);
  for (TableLayout* table : {&springs, &hinges})
    if (!table->rows.empty()) layout.tables.push_back(std::move(*table));
  lay_out_beams(layout);
  lay_out_paths(layout);
}

void PowerObserver::lay_out_beams(Layout& layout) const {
  TableLayout table{" BEAMS", " BEAM WORD      I   J  D", {"E", "ED", "S"}, {}};
  int number = 0;
  for (const Beam& b : beams_) {
    ++number;
    for (int d = 1; d <= 3; ++d) {
      table.rows.push_back(
          {fmt::format("{:5} {:<7}{:4}{:4}{:3}", number, b.word, b.i, b.j, d), layout.count()});
      layout.add(fmt::format("beam{}.e{}", number, d), unit::metre);
      layout.add(fmt::format("beam{}.ed{}", number, d), rate_of(unit::metre));
      layout.add(fmt::format("beam{}.s{}", number, d), unit::effort_along(unit::metre));
    }
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

void PowerObserver::lay_out_paths(Layout& layout) const {
  TableLayout table{" PATHS", " PATH", {"E", "ED", "S"}, {}};
  for (std::size_t k = 1; k <= paths_.size(); ++k) {
    table.rows.push_back({fmt::format("{:5}", k), layout.count()});
    layout.add(fmt::format("path{}.e", k), unit::metre);
    layout.add(fmt::format("path{}.ed", k), rate_of(unit::metre));
    layout.add(fmt::format("path{}.s", k), unit::effort_along(unit::metre));
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

void PowerObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  for (const Angle& angle : angles_) *out++ = state.x[at(angle.phi_j)] - state.x[at(angle.phi_i)];
  for (const Drive& drive : drives_) {
    const std::size_t k = at(drive.index);
    *out++ = drive.coordinate ? dynamics.reactions()[k] * state.v[k]
                              : 0.0 - dynamics.stresses()[k] * state.ed[k];
  }
  auto put = [&](int index, double size) {
    const double stress = dynamics.stresses()[at(index)], rate = state.ed[at(index)];
    *out++ = stress;
    *out++ = 0.0 - stress * rate;
    *out++ = size;
    *out++ = rate;
  };
  for (const Spring& s : springs_) {
    const auto i = s.i.at(state), j = s.j.at(state);
    put(s.index, std::hypot(j[0] - i[0], j[1] - i[1]));
  }
  for (const Hinge& h : hinges_) put(h.index, state.x[at(h.phi_j)] - state.x[at(h.phi_i)]);
  for (const Beam& b : beams_)
    for (int d = 0; d < 3; ++d) {
      const std::size_t r = at(b.index + d);
      *out++ = state.e[r];
      *out++ = state.ed[r];
      *out++ = dynamics.stresses()[r];
    }
  for (const int path : paths_) {
    const std::size_t r = at(path);
    *out++ = state.e[r];
    *out++ = state.ed[r];
    *out++ = dynamics.stresses()[r];
  }
}

}  // namespace mbs
