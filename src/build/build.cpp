#include "build/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/index.h"
#include "build/build_steps.h"
#include "build/build_variable.h"
#include "build/table_curves.h"
#include "build/unwrapped_motion.h"
#include "deck/names/input_names.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "text/parameters.h"

namespace mbs {

namespace {

class Builder {
 public:
  Builder(const Tables& tables, Diagnostics& diagnostics)
      : tables_(tables), known_(tables), diagnostics_(diagnostics) {}

  std::optional<Built> build() {
    const int before = diagnostics_.error_count();
    number_coordinates();
    make_batches();
    make_motions();
    set_classes();
    copy_bodies();
    build_forces(known_, built_.model, diagnostics_);
    if (diagnostics_.error_count() == before) set_references(tables_, built_.model);
    set_muscle_references(built_.model);
    for (const MuscleRow& row : tables_.muscles)
      built_.phase.stimuli.push_back({row.has_from ? row.from : row.start_act,
                                      row.has_onset && row.onset <= tables_.time.start});
    if (tables_.choice.present) set_choice();
    if (diagnostics_.error_count() > before) return std::nullopt;
    build_parts(tables_, built_.model);
    find_crossed_joints(tables_, built_.model);
    return std::move(built_);
  }

 private:
  void number_coordinates() {
    Model& m = built_.model;
    for (int k = 0; k < diagnostics_.file_count(); ++k) m.files.push_back(diagnostics_.file(k));
    for (const NodeRow& row : tables_.nodes) {
      m.nodes.push_back({row.number, row.kind, m.nx});
      const NodeType& type = node_type(row.kind);
      if (!type.has_rates()) m.orientations.push_back({&type, m.nx, 0});
      for (int c = 0; c < type.nv; ++c) {
        m.x0.push_back(row.x[type.nq - type.nv + c]);
        if (coordinate_unit(row.kind, c) == unit::radian) m.turning.push_back(m.nx);
        m.coordinate_origin.push_back({label_of(row), row.where});
        ++m.nx;
      }
    }
    if (reads_time(known_)) {
      m.clock = m.nx++;
      m.x0.push_back(tables_.time.start);
      m.coordinate_origin.push_back({"time", {}});
    }
    if (!m.orientations.empty()) number_quaternions();
    m.turns.resize(m.orientations.size());
    gather_nodes();
  }

  // Makes one batch per kind of node, in the order of first appearance.
  void gather_nodes() {
    Model& m = built_.model;
    for (const Node& node : m.nodes) {
      const NodeType& type = node_type(node.kind);
      auto batch = std::find_if(m.node_batches.begin(), m.node_batches.end(),
                                [&](const NodeBatch& b) { return b.type == &type; });
      if (batch == m.node_batches.end()) batch = m.node_batches.insert(batch, {&type, {}, {}});
      if (!type.has_rates())
        batch->place.push_back(m.orientations[m.orientation_of[node.first]].scalar);
      for (int c = 0; c < type.nv; ++c) {
        batch->place.push_back(node.first + c);
        batch->gather.push_back(node.first + c);
      }
    }
  }

  // Numbers q0 of each orientation, behind all other coordinates.
  void number_quaternions() {
    Model& m = built_.model;
    m.orientation_of.assign(m.nx, -1);
    int next = 0;
    for (std::size_t k = 0; k < m.nodes.size(); ++k) {
      if (node_type(m.nodes[k].kind).has_rates()) continue;
      const int first = m.nodes[k].first;
      for (int c = 0; c < 3; ++c) m.orientation_of[first + c] = next;
      m.orientations[next].scalar = m.nx + next;
      m.x0.push_back(tables_.nodes[k].x[0]);
      ++next;
    }
  }

  // Makes one batch per element type, rows in deck order; numbers deformations batch by batch.
  void make_batches() {
    Model& m = built_.model;
    m.elements.resize(tables_.elements.size());
    for (const ElementType* type : element_types()) {
      if (type->nx == 0) continue;
      ElementBatch batch{type, 0, {}, {}, m.ne, m.derivative_count};
      for (std::size_t k = 0; k < tables_.elements.size(); ++k)
        if (tables_.elements[k].spec == &type->spec) add_element(batch, k);
      if (batch.count > 0) m.batches.push_back(std::move(batch));
    }
    add_variable_rows(known_, m, diagnostics_);
  }

  void add_element(ElementBatch& batch, std::size_t index) {
    Model& m = built_.model;
    const ElementType& type = *batch.type;
    const ElementRow& row = tables_.elements[index];
    m.elements[index] = {row.number, &type, m.ne};
    std::vector<double> x0;
    const std::size_t first_gather = batch.gather.size();
    for (int node : row.nodes) {
      const Node& n = m.nodes[node];
      for (int c = 0; c < coordinate_count(n.kind); ++c) batch.gather.push_back(n.first + c);
      for (int c = 0; c < position_count(n.kind); ++c) x0.push_back(tables_.nodes[node].x[c]);
    }
    batch.parameters.resize(batch.parameters.size() + type.np);
    if (batch.count == 0 && type.windings() > 0) batch.first_winding = m.nq();
    for (const int r : type.counts_turns)
      m.counted_angles.push_back(
          {m.ne + r, m.nq(), count_of(m.batches), (batch.count + 1) * type.np - type.ne + r});
    if (type.round) m.counted_rounds.push_back({count_of(m.batches), batch.count, m.nq()});
    const std::string problem = type.prepare(x0.data(), row.columns.data(),
                                             batch.parameters.data() + batch.count * type.np);
    if (!problem.empty()) diagnostics_.error(row.where, row.label, problem);
    for (int i = 0; i < type.nx; ++i)
      for (int r = 0; r < type.ne; ++r) {
        m.entry_row.push_back(m.ne + r);
        m.entry_column.push_back(batch.gather[first_gather + i]);
        m.entry_zero.push_back(has_entry(type.zeros, i * type.ne + r));
        m.entry_constant.push_back(has_entry(type.constants, i * type.ne + r));
      }
    for (int r = 0; r < type.ne; ++r) m.deformation_origin.push_back({label_of(row), row.where});
    ++batch.count;
    m.ne += type.ne;
    m.derivative_count += type.ne * type.nx;
  }

  void make_motions() {
    for (const TurnRow& row : tables_.turns)
      built_.model.turns[built_.model.orientation_of[built_.model.nodes[row.node].first]] =
          row.turn;
    for (const MotionRow& row : tables_.motions) {
      const Motion motion = row.text.empty() ? make_motion(row) : expression(row);
      built_.model.motions.push_back(row.is_rate ? motion.as_rate() : motion);
      built_.model.motion_origin.push_back({row.label, row.where});
    }
  }

  Motion expression(const MotionRow& row) {
    static constexpr std::string_view kTime[] = {"t"};
    auto compiled = Expression::compile(row.text, row.text_at, kTime, *tables_.parameters,
                                        diagnostics_, row.label);
    if (!compiled) return Motion();
    const int k = static_cast<int>(&row - tables_.motions.data());
    UnwrappedMotion unwrapped = unwrap_motion(tables_, k, *compiled);
    if (unwrapped.expression) compiled = std::move(unwrapped.expression);
    return Motion::expression(std::move(*compiled));
  }

  void set_classes() {
    const Model& m = built_.model;
    Phase& p = built_.phase;
    const std::size_t nx = m.nx, ne = m.ne;
    p.x_class.assign(nx, Class::calculable);
    p.e_class.assign(ne, Class::fixed);
    p.e_fixed.assign(ne, 0.0);
    p.e_law.assign(ne, 0);
    p.x_motion.assign(nx, -1);
    p.e_motion.assign(ne, -1);
    if (m.clock >= 0) run_clock();
    p.parameters = tables_.parameters->live_values();
    p.wraps.assign(m.circles.size(), Wrap::by_geometry);
    p.pieces.assign(m.outlines.size(), -1);
    p.touch.assign(tables_.contacts.size(), Touch::by_gap);
    p.x_origin.assign(nx, {});
    p.e_origin.assign(ne, {});
    for (const ClassRow& row : tables_.classes) {
      const bool on_x = row.target == Target::coordinate;
      const std::size_t owner = row.owner;
      const int index = row.component + (on_x ? m.nodes[owner].first : m.elements[owner].first);
      Origin& origin = on_x ? p.x_origin[index] : p.e_origin[index];
      if (!origin.label.empty()) {
        diagnostics_.error(
            row.where, row.label,
            fmt::format("{} is already taken by {} ({})",
                        on_x ? m.coordinate_name(index) : m.deformation_name(index), origin.label,
                        line_text(origin.where, row.where, diagnostics_)),
            "each may be named once; remove one of the two records");
        continue;
      }
      origin = {row.label, row.where};
      (on_x ? p.x_class : p.e_class)[index] = row.cls;
      (on_x ? p.x_motion : p.e_motion)[index] = row.motion;
    }
    for (const RestRow& rest : tables_.forces.rests)
      for (std::size_t k = 0; k < rest.values.size(); ++k)
        if (Origin& origin = p.e_origin[m.elements[at(rest.element)].first + k];
            origin.label.empty())
          origin = {rest.label, rest.where};
    for (std::size_t r = 0; r < ne; ++r) p.e_law[r] = is_free(p.e_class[r]) ? 1 : 0;
  }

  // Adds the motion x = t of the clock, the last motion of the model.
  void run_clock() {
    Model& m = built_.model;
    const std::size_t clock = m.clock;
    built_.phase.x_class[clock] = Class::prescribed;
    built_.phase.x_motion[clock] = count_of(m.motions);
    m.motions.push_back(Motion::uniform(0, 1, 0));
    m.motion_origin.push_back({"time", {}});
  }

  void set_choice() {
    const Model& m = built_.model;
    Phase& p = built_.phase;
    p.x_choice.resize(m.nx);
    p.e_choice.resize(m.ne);
    for (const ChoiceRow& row : tables_.choice.rows) {
      const std::size_t owner = row.owner;
      const std::size_t k = row.component;
      auto x = [&]() -> CoordinateChoice& { return p.x_choice[m.nodes[owner].first + k]; };
      auto e = [&]() -> DeformationChoice& { return p.e_choice[m.elements[owner].first + k]; };
      switch (row.kind) {
        case ChoiceKind::known_acceleration:
          x().known_acceleration = true;
          break;
        case ChoiceKind::known_reaction:
          x().known_reaction = true;
          break;
        case ChoiceKind::unknown_load:
          x().unknown_load = true;
          break;
        case ChoiceKind::known_stress:
          e().known_stress = true;
          break;
        case ChoiceKind::unknown_stress:
          e().unknown_stress = true;
          break;
        case ChoiceKind::held_rate:
          e().held_rate = true;
          break;
      }
    }
  }

  void copy_bodies() {
    Model& m = built_.model;
    for (const BodyRow& row : tables_.bodies)
      m.bodies.push_back({row.number, m.nodes[row.point].first, m.nodes[row.angle].first,
                          m.is_orientation(m.nodes[row.angle].first)});
    for (const PointRow& row : tables_.points)
      m.points.push_back({row.number, m.nodes[row.point].first, m.nodes[row.angle].first, row.xi,
                          row.eta, m.is_orientation(m.nodes[row.angle].first), row.zeta});
  }

  const Tables& tables_;
  const LawNames known_;
  Diagnostics& diagnostics_;
  Built built_;
};

}  // namespace

std::optional<Built> build_model(const Tables& tables, Diagnostics& diagnostics) {
  return Builder(tables, diagnostics).build();
}

}  // namespace mbs
