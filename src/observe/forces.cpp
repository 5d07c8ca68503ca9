#include "observe/forces.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "base/not_determined.h"
#include "model/owner.h"
#include "model/redundancy.h"
#include "observe/bodies.h"

namespace mbs {

namespace {

constexpr Unit kMoment = unit::effort_along(unit::radian);

std::string channel(const char* letters, int number, int component) {
  return fmt::format("{}{}_{}", letters, number, component + 1);
}

// Channels of the load and the reaction of a coordinate, if the run has forces.
void add_forces(const Node& node, int owner, int c, Unit along, bool forces, bool open,
                Layout& layout) {
  if (!forces) return;
  layout.add(channel("f", node.number, c), unit::effort_along(along), {Of::load, owner, c});
  layout.add(channel("r", node.number, c), unit::effort_along(along),
             {Of::reaction, owner, c, open ? kOpenChannel : 0});
}

// Whether the report has tables of bodies of space in the place of those of their nodes.
bool has_space_bodies(const Model& model) {
  return !model.bodies.empty() && model.bodies.front().in_space;
}

// Loads and reactions of the coordinates of bodies of space, in the words of KABIOS decks.
void lay_out_body_forces(const Model& model, const Phase& phase, Layout& layout) {
  TableLayout table{
      " LOADS, AND REACTIONS OF WHAT HOLDS OR DRIVES, ALONG X Y Z AND THE AXES OF THE "
      "BODY",
      " BODY  C CLASS",
      {"F", "R"},
      {}};
  static constexpr std::string_view kBodyWords[] = {"X", "Y", "Z", "W1", "W2", "W3"};
  for (const Body& body : model.bodies)
    for (int c = 0; c < 6; ++c) {
      const int coordinate = c < 3 ? body.x + c : body.phi + c - 3;
      const auto load = [&](const Channel& channel) {
        const Quantity& what = channel.what;
        return what.of == Of::load &&
               model.nodes[at(what.owner)].first + what.component == coordinate;
      };
      const auto found = std::find_if(layout.channels.begin(), layout.channels.end(), load);
      table.rows.push_back({fmt::format("{:5} {:>2}     {}", body.number, kBodyWords[c],
                                        class_letter(phase.x_class[at(coordinate)])),
                            static_cast<int>(found - layout.channels.begin())});
    }
  layout.tables.push_back(std::move(table));
}

// Tables of quaternions (four numbers) and of angular velocities, accelerations, loads and
// reactions along the axes of the body (three numbers).
void lay_out_orientations(const Model& model, const Phase& phase, bool forces, Layout& layout) {
  TableLayout turns{" ORIENTATIONS", " NODE", {"Q0", "Q1", "Q2", "Q3"}, {}},
      rates{" ANGULAR VELOCITIES ALONG THE AXES OF THE BODY", " NODE  C CLASS", {"V", "A"}, {}};
  if (forces) rates.columns.insert(rates.columns.end(), {"F", "R"});
  for (int owner = -1; const Node& node : model.nodes) {
    ++owner;
    if (node_type(node.kind).has_rates() || is_ground(node)) continue;
    turns.rows.push_back({fmt::format("{:5}", node.number), layout.count()});
    for (int c = 0; c < 4; ++c)
      layout.add(channel("x", node.number, c), unit::number, {Of::quaternion, owner, c});
    for (int c = 0; c < 3; ++c) {
      rates.rows.push_back({fmt::format("{:5}{:3}     {}", node.number, c + 1,
                                        class_letter(phase.x_class[node.first + c])),
                            layout.count()});
      for (const auto& [rate, letter] : {std::pair{1, "v"}, std::pair{2, "a"}})
        layout.add_coordinate(channel(letter, node.number, c), unit::radian, node.first + c,
                              {Of::coordinate, owner, c, rate});
      add_forces(node, owner, c, unit::radian, forces, is_open_reaction(phase, node.first + c),
                 layout);
    }
  }
  if (turns.rows.empty() || has_space_bodies(model)) return;
  layout.tables.push_back(std::move(turns));
  layout.tables.push_back(std::move(rates));
}

// NODE and ELEM tables; their last columns, F R and S, exist in a dynamic run only.
void lay_out_node_table(const Model& model, const Phase& phase, bool forces, Layout& layout) {
  TableLayout table{"", " NODE  C CLASS", {"X", "V", "A"}, {}};
  if (forces) table.columns.insert(table.columns.end(), {"F", "R"});
  for (int owner = -1; const Node& node : model.nodes) {
    ++owner;
    if (!node_type(node.kind).has_rates() || is_ground(node)) continue;
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      table.rows.push_back({fmt::format("{:5}{:3}     {}", node.number, c + 1,
                                        class_letter(phase.x_class[node.first + c])),
                            layout.count()});
      const Unit unit = coordinate_unit(node.kind, c);
      for (const auto& [rate, letter] : {std::pair{0, "x"}, std::pair{1, "v"}, std::pair{2, "a"}})
        layout.add_coordinate(channel(letter, node.number, c), unit, node.first + c,
                              {Of::coordinate, owner, c, rate});
      add_forces(node, owner, c, unit, forces, is_open_reaction(phase, node.first + c), layout);
    }
  }
  const bool bodies = has_space_bodies(model);
  if (!table.rows.empty() && !bodies) layout.tables.push_back(std::move(table));
  lay_out_orientations(model, phase, forces, layout);
  if (bodies && forces) lay_out_body_forces(model, phase, layout);
}

void lay_out_element_table(const Model& model, const Phase& phase, bool forces, Layout& layout) {
  TableLayout table{"", " ELEM  D CLASS", {"E", "ED", "EDD"}, {}};
  if (forces) table.columns.push_back("S");
  const bool bodies = has_space_bodies(model);
  for (int owner = -1; const ElementRange& element : model.elements) {
    ++owner;
    for (int d = 0; d < element.type->ne; ++d) {
      // The table of a KABIOS deck leaves out points that bodies carry and, without forces, what is
      // held.
      const Class cls = phase.e_class[element.first + d];
      const bool carried = element.type->spec.keyword == "PINBODY";
      if (!bodies || (!carried && (forces || cls != Class::fixed)))
        table.rows.push_back(
            {fmt::format("{:5}{:3}     {}", element.number, d + 1, class_letter(cls)),
             layout.count()});
      const Unit unit = element.type->spec.deformations[d].unit;
      for (const auto& [rate, letters] :
           {std::pair{0, "e"}, std::pair{1, "ed"}, std::pair{2, "edd"}})
        layout.add(channel(letters, element.number, d), rate_of(unit, rate),
                   {Of::deformation, owner, d, rate});
      if (forces)
        layout.add(
            channel("s", element.number, d), unit::effort_along(unit),
            {Of::stress, owner, d, is_open_stress(phase, element.first + d) ? kOpenChannel : 0});
    }
  }
  if (!table.rows.empty()) layout.tables.push_back(std::move(table));
}

}  // namespace

void MotionObserver::lay_out(const Phase& phase, Layout& layout) const {
  if (!model_.bodies.empty() || !model_.points.empty()) lay_out_bodies(model_, layout);
  if (!nodes_) return;
  lay_out_node_table(model_, phase, false, layout);
  lay_out_element_table(model_, phase, false, layout);
}

void MotionObserver::observe(const State& state, Vector values) const {
  observe_bodies(model_, state, values);
  if (!nodes_) return;
  double* out = values.data() + count_of_bodies(model_);
  for (const Node& node : model_.nodes) {
    if (!node_type(node.kind).has_rates() || is_ground(node)) continue;
    const std::size_t nv = coordinate_count(node.kind);
    for (std::size_t i = node.first; i < node.first + nv; ++i)
      for (const std::vector<double>* z : {&state.x, &state.v, &state.a}) *out++ = (*z)[i];
  }
  for (const Node& node : model_.nodes) {
    if (node_type(node.kind).has_rates() || is_ground(node)) continue;
    const Orientation& orientation = model_.orientations[model_.orientation_of[node.first]];
    const std::array<double, 4> q = orientation.quaternion(state.x.data());
    out = std::copy(q.begin(), q.end(), out);
    for (std::size_t i = orientation.first; i < orientation.first + 3u; ++i)
      for (const std::vector<double>* z : {&state.v, &state.a}) *out++ = (*z)[i];
  }
  for (const ElementRange& element : model_.elements)
    for (int d = 0; d < element.type->ne; ++d)
      for (const std::vector<double>* z : {&state.e, &state.ed, &state.edd})
        *out++ = (*z)[element.first + d];
}

void lay_out_nodes(const Model& model, const Phase& phase, Layout& layout) {
  lay_out_node_table(model, phase, true, layout);
}

void observe_nodes(const Model& model, const State& state, const Dynamics& dynamics, double* out) {
  const auto motion = [&](std::size_t i) {
    *out++ = state.v[i];
    *out++ = state.a[i];
    *out++ = dynamics.loads().f[i];
    *out++ = dynamics.reactions()[i];
  };
  for (const Node& node : model.nodes) {
    if (!node_type(node.kind).has_rates() || is_ground(node)) continue;
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      *out++ = state.x[node.first + c];
      motion(node.first + c);
    }
  }
  for (const Node& node : model.nodes) {
    if (node_type(node.kind).has_rates() || is_ground(node)) continue;
    const Orientation& orientation = model.orientations[model.orientation_of[node.first]];
    const std::array<double, 4> q = orientation.quaternion(state.x.data());
    out = std::copy(q.begin(), q.end(), out);
    for (int c = 0; c < 3; ++c) motion(orientation.first + c);
  }
}

void lay_out_elements(const Model& model, const Phase& phase, Layout& layout) {
  lay_out_element_table(model, phase, true, layout);
}

void observe_elements(const Model& model, const State& state, const Dynamics& dynamics,
                      double* out) {
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d) {
      const std::size_t r = element.first + d;
      *out++ = state.e[r];
      *out++ = state.ed[r];
      *out++ = state.edd[r];
      *out++ = dynamics.stresses()[r];
    }
}

void ReactionObserver::lay_out(Layout& layout) const {
  TableLayout revolutes{
      " REACTIONS OF JOINTS, OF BODY I ON BODY J", " REVOLUTE   I   J", {"FX", "FY", "ANGLE"}, {}};
  TableLayout translationals{"", " TRANSLAT   I   J", {"N", "M"}, {}};
  TableLayout further{" FURTHER JOINTS: WHAT EACH HOLDS, ITS RATE AND ITS FORCE",
                      " JOINT        I   J  D",
                      {"E", "ED", "S"},
                      {}};
  TableLayout grounds{"", " GROUND  ", {"FX", "FY", "M"}, {}};
  TableLayout motions{"", " MOTION  ", {"FX", "FY", "M", "POWER"}, {}};
  TableLayout efforts{" FORCE OR TORQUE ON A COORDINATE", " RECORD     ", {"F"}, {}};
  TableLayout powers{"", " DRIVEN BY  ", {"F", "POWER"}, {}};
  for (int owner = -1; const Parts::Joint& joint : model_.parts.joints) {
    ++owner;
    const int number =
        static_cast<int>((joint.revolute ? revolutes : translationals).rows.size()) + 1;
    (joint.revolute ? revolutes : translationals)
        .rows.push_back({fmt::format("{:9}{:4}{:4}", number, joint.i, joint.j), layout.count()});
    layout.add(joint.name + (joint.revolute ? ".fx" : ".n"), unit::newton, {Of::joint, owner, 0});
    if (joint.revolute) {
      layout.add(joint.name + ".fy", unit::newton, {Of::joint, owner, 1});
      layout.add(joint.name + ".angle", unit::radian, {Of::joint, owner, 2});
    } else {
      layout.add(joint.name + ".m", kMoment, {Of::joint, owner, 1});
    }
  }
  for (int owner = -1; const Parts::Further& f : model_.parts.further) {
    ++owner;
    const auto body = [](int i) { return i == 0 ? std::string("    ") : fmt::format("{:4}", i); };
    further.rows.push_back(
        {fmt::format(" {:<9}{}{}{:3}", f.label, body(f.i), body(f.j), f.component + 1),
         layout.count()});
    layout.add(f.names[0], f.unit, {Of::further, owner, 0});
    layout.add(f.names[1], rate_of(f.unit), {Of::further, owner, 0, 1});
    layout.add(f.names[2], unit::effort_along(f.unit), {Of::further, owner, 1});
  }
  for (int owner = -1; const Parts::Holder& holder : model_.parts.holders) {
    ++owner;
    if (holder.coordinates.size() == 3) {
      const std::string number = holder.label.substr(holder.label.find(' ') + 1);
      (holder.driven ? motions : grounds)
          .rows.push_back({fmt::format("{:>9}", number), layout.count()});
      for (int k = 0; const char* part : {".fx", ".fy"})
        layout.add(holder.name + part, unit::newton, {Of::holder, owner, k++});
      layout.add(holder.name + ".m", kMoment, {Of::holder, owner, 2});
      if (holder.driven) layout.add(holder.name + ".power", unit::watt, {Of::holder, owner, 4});
      continue;
    }
    (holder.driven ? powers : efforts)
        .rows.push_back({fmt::format(" {:<11}", holder.label), layout.count()});
    layout.add(holder.name + ".f", holder.effort, {Of::holder, owner, 3});
    if (holder.driven) layout.add(holder.name + ".power", unit::watt, {Of::holder, owner, 4});
  }
  for (TableLayout* table :
       {&revolutes, &translationals, &further, &grounds, &motions, &efforts, &powers})
    if (!table->rows.empty()) layout.tables.push_back(std::move(*table));
}

void ReactionObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  for (const Parts::Joint& joint : model_.parts.joints) {
    const std::size_t first = model_.elements[joint.element].first;
    *out++ = dynamics.stresses()[first];
    *out++ = dynamics.stresses()[first + 1];
    if (joint.revolute) *out++ = state.x[joint.phi_j] - state.x[joint.phi_i];
  }
  for (const Parts::Further& f : model_.parts.further) {
    *out++ = state.e[f.deformation];
    *out++ = state.ed[f.deformation];
    *out++ = dynamics.stresses()[f.deformation];
  }
  for (const Parts::Holder& holder : model_.parts.holders) {
    double power = 0;
    for (int i : holder.coordinates) {
      *out++ = dynamics.reactions()[i];
      power += dynamics.reactions()[i] * state.v[i];
    }
    if (holder.driven) *out++ = power;
  }
}

}  // namespace mbs
