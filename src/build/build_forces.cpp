// The part of build_model() that deals with masses, laws, loads and initial values.
// One file above 400 lines: each kind of row becomes a part of the model in a few lines of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "base/index.h"
#include "build/build_steps.h"
#include "build/build_variable.h"
#include "build/table_curves.h"
#include "deck/tables/tables.h"
#include "nodes/rigid_body.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

namespace {

class ForceBuilder {
 public:
  ForceBuilder(const LawNames& known, Model& model, Diagnostics& diagnostics)
      : tables_(known.tables()),
        known_(known),
        forces_(tables_.forces),
        model_(model),
        diagnostics_(diagnostics) {}

  void build() {
    model_.mass.assign(model_.nx, 0.0);
    model_.v0.assign(model_.nx, 0.0);
    model_.forces.prestress.assign(model_.ne, 0.0);
    model_.forces.load.assign(model_.nx, 0.0);
    model_.forces.gravity = forces_.gravity;
    for (const RestRow& row : forces_.rests) set_rest(row);
    for (const MassRow& row : forces_.masses) mass(row);
    for (const StressRow& row : forces_.stresses) stress(row);
    for (const ContactRow& row : tables_.contacts) contact(row);
    for (const ContactRow& row : tables_.frictions) friction(row);
    for (const LawRow& row : forces_.laws) law(row);
    if (tables_.choice.present) choice(tables_.choice);
    for (const OdeRow& row : tables_.odes) state(row);
    for (const MuscleRow& row : tables_.muscles) muscle(row);
    for (const MuscleArm& joint : tables_.muscle_start.joints)
      model_.muscle_joints.push_back(muscle_term(tables_, model_, joint));
    for (const MuscleRow& row : tables_.shared_muscles)
      model_.shared_muscles.push_back(body_of_muscle(tables_, model_, row));
    for (const MuscleArm& joint : tables_.static_opt.joints)
      model_.shared_joints.push_back(muscle_term(tables_, model_, joint));
    for (const LoadRow& row : forces_.loads) load(row);
    for (const DamperRow& row : forces_.dampers) damper(row);
    for (const PointForceRow& row : forces_.point_forces) point_force(row);
    for (const MeasuredForceRow& row : forces_.measured_forces) {
      MeasuredForce& m = model_.forces.measured_forces.emplace_back();
      m.x = first(row.point), m.phi = first(row.angle);
      std::transform(row.motions.begin(), row.motions.end(), m.motions.begin(), make_motion);
    }
    for (const SpaceLoadRow& row : forces_.space_loads) space_load(row);
    for (const StartRow& row : tables_.starts) start(row);
    group(model_.forces.stress_laws);
    group(model_.forces.load_laws);
    find_ranged();
    build_net_joints(forces_.net_joints, model_, diagnostics_);
  }

 private:
  int first(int node) const { return model_.nodes[node].first; }

  // Batch of an element and its index k there.
  struct Place {
    int batch;
    int k;
  };
  Place place(int element) const {
    const ElementRange& range = model_.elements[element];
    int b = count_of(model_.batches) - 1;
    while (model_.batches[b].first_deformation > range.first) --b;
    return {b, (range.first - model_.batches[b].first_deformation) / range.type->ne};
  }
  double* parameters(const Place& p) {
    ElementBatch& batch = model_.batches[p.batch];
    return batch.parameters.data() + p.k * batch.type->np;
  }

  void set_rest(const RestRow& row) {
    const Place p = place(row.element);
    const ElementType& type = *model_.batches[p.batch].type;
    double* reference = parameters(p) + type.np - type.ne;
    for (std::size_t k = 0; k < row.values.size(); ++k) reference[k] = row.values[k];
  }

  // Forces count on behind those of the plane.
  void space_load(const SpaceLoadRow& row) {
    auto& loads = model_.forces.space_loads;
    SpaceLoadOverTime load;
    load.turn = first(row.angle);
    if (row.point >= 0) load.x = first(row.point);
    if (row.frame >= 0) load.frame = first(row.frame);
    const bool is_force = load.x >= 0;
    load.number = 1 + (is_force ? count_of(forces_.measured_forces) : 0) +
                  static_cast<int>(std::count_if(loads.begin(), loads.end(),
                                                 [is_force](const SpaceLoadOverTime& other) {
                                                   return (other.x >= 0) == is_force;
                                                 }));
    load.place = vec3(row.place.data());
    for (const MotionRow& motion : row.motions) load.motions.push_back(make_motion(motion));
    loads.push_back(std::move(load));
  }

  void mass(const MassRow& row) {
    row.of_element ? element_mass(row) : row.turning >= 0 ? body_mass(row) : node_mass(row);
  }

  void node_mass(const MassRow& row) {
    const Node& node = model_.nodes[row.owner];
    const NodeType& type = node_type(node.kind);
    if (!type.diagonal_mass) return node_block(node, row.values);
    double m[kMostVelocities];
    type.diagonal_mass(row.values.data(), m);
    for (int c = 0; c < type.nv; ++c) model_.mass[node.first + c] += m[c];
  }

  void node_block(const Node& node, const std::vector<double>& values) {
    const NodeType& type = node_type(node.kind);
    const auto batch = std::find_if(model_.node_batches.begin(), model_.node_batches.end(),
                                    [&](const NodeBatch& b) { return b.type == &type; });
    int k = 0;
    while (batch->gather[k * type.nv] != node.first) ++k;
    NodeMass& block = block_of(type);
    block.nodes.add(*batch, k);
    block.columns.insert(block.columns.end(), values.begin(), values.end());
  }

  // The masses of nodes of this kind.
  NodeMass& block_of(const NodeType& type) {
    auto entry = std::find_if(model_.node_masses.begin(), model_.node_masses.end(),
                              [&](const NodeMass& m) { return m.nodes.type == &type; });
    if (entry == model_.node_masses.end())
      entry = model_.node_masses.insert(entry, NodeMass{{&type, {}, {}}, {}});
    return *entry;
  }

  void body_mass(const MassRow& row) {
    NodeMass& block = block_of(kRigidBody);
    const Orientation& turning = model_.orientations[model_.orientation_of[first(row.turning)]];
    for (int c = 0; c < 3; ++c) block.nodes.place.push_back(first(row.owner) + c);
    block.nodes.place.push_back(turning.scalar);
    for (int c = 0; c < 3; ++c) block.nodes.place.push_back(turning.first + c);
    for (const int node : {row.owner, row.turning})
      for (int c = 0; c < 3; ++c) block.nodes.gather.push_back(first(node) + c);
    block.columns.insert(block.columns.end(), row.values.begin(), row.values.end());
  }

  void element_mass(const MassRow& row) {
    const Place p = place(row.owner);
    const ElementBatch& batch = model_.batches[p.batch];
    const std::size_t width = batch.type->spec.mass_columns.size();
    auto entry = std::find_if(model_.element_masses.begin(), model_.element_masses.end(),
                              [&](const ElementMass& m) { return m.batch == p.batch; });
    if (entry == model_.element_masses.end()) {
      model_.element_masses.push_back({p.batch, std::vector<double>(batch.count * width, 0.0)});
      entry = model_.element_masses.end() - 1;
    }
    std::copy(row.values.begin(), row.values.end(),
              entry->columns.begin() + static_cast<std::ptrdiff_t>(p.k * width));
  }

  void stress(const StressRow& row) {
    const ElementRange& range = model_.elements[row.element];
    if (row.kind == StressKind::prestress) {
      for (std::size_t k = 0; k < row.values.size(); ++k)
        model_.forces.prestress[range.first + k] += row.values[k];
      return;
    }
    const int ne = range.type->ne;
    std::vector<double> K(at(ne) * at(ne)), columns = row.values;
    columns.resize(range.type->spec.stiffness_columns.size());
    range.type->stiffness(parameters(place(row.element)), columns.data(), K.data());
    std::vector<LinearTerm>& terms =
        row.kind == StressKind::stiffness ? model_.forces.stiffness : model_.forces.damping;
    for (int j = 0; j < ne; ++j)
      for (int i = 0; i < ne; ++i)
        if (K[j * ne + i] != 0) terms.push_back({range.first + i, range.first + j, K[j * ne + i]});
  }

  void contact(const ContactRow& row) {
    const ElementRange& element = model_.elements[row.element];
    if (row.model == ContactModel::penalty)
      model_.forces.contacts.push_back(
          {element.first, row.k, row.n, row.d, row.mu, row.vs, element.type->contact_slips()});
    else if (tables_.job == Job::equilibrium || tables_.job == Job::modes)
      diagnostics_.error(row.where, row.label, "this contact model needs a run in time",
                         "expected PENALTY with STATIC and EIGEN");
  }

  // STATIC and EIGEN ignore friction, but a motion before EIGEN would need it.
  void friction(const ContactRow& row) {
    if (tables_.job == Job::modes && !tables_.method.equilibrium_first && tables_.time.count() > 1)
      diagnostics_.error(
          row.where, row.label,
          "EIGEN about the end of a motion leaves friction out, also on the way",
          "expected EIGEN about the start (no times) or with STATIC, or no friction");
    const bool is_left_out = tables_.job == Job::modes || tables_.job == Job::equilibrium;
    if (!row.has_direction() || is_left_out) return;
    const ElementRange& slips = model_.elements[row.joint.element];
    SmoothFriction out;
    out.mu = row.mu, out.vs = row.vs;
    out.count = row.joint.slip_count();
    for (std::size_t k = 0; static_cast<int>(k) < out.count; ++k) {
      const int d = row.joint.component + static_cast<int>(k);
      out.slips[k] = slips.first + d;
      const bool turns = slips.type->spec.deformations[d].unit == unit::radian;
      out.arms[k] = turns ? row.joint.size : 1;
    }
    // A gap without CONTACT is held from both sides.
    const bool touches =
        std::any_of(tables_.contacts.begin(), tables_.contacts.end(),
                    [&row](const ContactRow& of) { return of.element == row.element; });
    const FrictionKind pressed = touches ? row.joint.kind : row.joint.load_kind();
    out.load = {pressed, model_.elements[row.element].first + first_pressing(pressed),
                row.joint.per_length()};
    model_.forces.smooth_frictions.push_back(out);
  }

  void find_ranged() {
    std::vector<char>& ranged = model_.ranged;
    ranged.assign(model_.ne, 0);
    for (const LinearTerm& term : model_.forces.stiffness) ranged[term.row] = 1;
    for (const ExpressionLaw& law : model_.forces.stress_laws) ranged[law.index()] = 1;
    for (const Muscle& muscle : model_.forces.muscles)
      for (const MuscleTerm& term : muscle.terms)
        if (term.of_deformation) ranged[term.i] = 1;
    for (int k = 0; k < static_cast<int>(model_.forces.inputs.count()); ++k) {
      const Input& read = model_.forces.inputs[k];
      if (read.kind == InputKind::deformation || read.kind == InputKind::rate) ranged[read.i] = 1;
    }
    for (const ElementMass& mass : model_.element_masses) {
      const ElementBatch& batch = model_.batches[mass.batch];
      const auto width = count_of(batch.type->spec.mass_columns);
      const int ne = batch.type->ne;
      for (int k = 0; k < batch.count * width; ++k)
        for (int r = 0; r < ne && mass.columns[k] != 0; ++r)
          ranged[batch.first_deformation + k / width * ne + r] = 1;
    }
  }

  // Laws of one coordinate or deformation stand behind one another: they are summed before they are
  // added, like the one law that --echo writes for them.
  static void group(std::vector<ExpressionLaw>& laws) {
    std::map<int, std::size_t> rank;  // of the first law of each
    for (const ExpressionLaw& law : laws) rank.emplace(law.index(), rank.size());
    std::stable_sort(laws.begin(), laws.end(), [&rank](const auto& a, const auto& b) {
      return rank.at(a.index()) < rank.at(b.index());
    });
  }

  int law_index(const LawRow& row) const {
    return row.component + (row.target == Target::deformation ? model_.elements[row.owner].first
                                                              : first(row.owner));
  }

  void law(const LawRow& row) {
    ForceLaws& laws = model_.forces;
    const bool on_e = row.target == Target::deformation;
    if (row.table) {
      laws.known_tables.push_back(
          {row.target, law_index(row), curve_through(*row.table, 0, row.smoothing)});
      return;
    }
    auto compiled = compile(row.text, row.text_at, place_of(row), law_index(row), row.label);
    if (!compiled) return;
    (row.of_chain ? on_e ? laws.known_stresses : laws.known_loads
     : on_e       ? laws.stress_laws
                  : laws.load_laws)
        .push_back(std::move(*compiled));
  }

  void choice(const ChoiceTables& rows) {
    Choice& out = model_.choice.emplace();
    out.where = rows.where;
    for (const ChoiceRow& row : rows.rows)
      if (row.kind == ChoiceKind::known_acceleration)
        out.accelerations.push_back({first(row.owner) + row.component, given(row.is, row.label)});
    for (const EquationRow& row : rows.equations) {
      Choice::Equation& equation = out.equations.emplace_back();
      equation.right_side = given(row.right_side, row.label + " RHS");
      for (const EquationTerm& term : row.terms)
        equation.terms.push_back({variable(term.variable), given(term.coefficient, term.label),
                                  term.negative ? -1.0 : 1.0, term.label});
    }
    for (const VariableName& name : rows.names)
      out.names.push_back({variable(name.variable), name.name});
    std::vector<int> known;  // preferred, so that other coordinates follow
    for (const auto& row : out.accelerations) known.push_back(row.coordinate);
    model_.preferred_freedoms.insert(model_.preferred_freedoms.begin(), known.begin(), known.end());
  }

  Variable variable(const BalanceVariable& v) const {
    const bool on_e = v.side == BalanceSide::stress;
    return {v.side, v.component + (on_e ? model_.elements[v.owner].first : first(v.owner))};
  }

  GivenNumber given(const ChainQuantity& is, const std::string& label) {
    GivenNumber out;
    out.constant = is.value;
    const LawPlace nowhere{Target::coordinate, 0, 0, true};
    if (is.table)
      out.table = curve_through(*is.table, 0, is.smoothing);
    else if (!is.text.empty())
      out.law = compile(is.text, is.text_at, nowhere, 0, label);
    return out;
  }

  void state(const OdeRow& row) {
    const LawPlace nowhere{Target::coordinate, 0, 0, true};
    auto rate = compile(row.text, row.text_at, nowhere, model_.nz(), row.label);
    if (rate)
      model_.states.push_back(
          {row.name, row.start, row.equilibrium, std::move(*rate), {row.label, row.where}});
  }

  void muscle(const MuscleRow& row) {
    Muscle m = body_of_muscle(tables_, model_, row);
    m.stimulated = row.to;
    m.onset = row.onset;
    m.has_from = row.has_from || row.has_start;
    m.has_start = row.has_start;
    if (!row.text.empty()) {
      const LawPlace nowhere{Target::coordinate, 0, 0, true};
      m.stimulation = compile(row.text, row.text_at, nowhere, model_.nz(), row.label);
      if (!m.stimulation) return;
    }
    const bool found = tables_.job == Job::equilibrium || tables_.method.equilibrium_first;
    const bool elastic = !row.constants.rigid;
    const Origin origin{row.label, row.where};
    m.activation = model_.nz();
    model_.states.push_back(
        {row.name + ".act", row.start_act, found && !row.has_start, std::nullopt, origin});
    if (elastic) {
      m.strain = model_.nz();
      m.start_fibre = row.start_fibre;
      model_.states.push_back(
          {row.name + ".strain", 0, found && !row.has_start, std::nullopt, origin});
    }
    model_.muscle_origin.push_back(origin);
    model_.forces.muscles.push_back(std::move(m));
  }

  // Compiles an expression and adds its variables to the inputs of the model.
  std::optional<ExpressionLaw> compile(const std::string& text, SourceLocation where,
                                       const LawPlace& place, int index, const std::string& label) {
    LawInputs& inputs = model_.forces.inputs;
    const InputNames read = input_names(text, known_, place);
    std::vector<int> reads;
    for (std::size_t k = 0; k < read.names.size(); ++k)
      reads.push_back(inputs.find_or_add(read.names[k], input_of(read.inputs[k], model_)));
    std::optional<Expression> expression = Expression::compile(
        text, where, inputs.names_of(reads), *tables_.parameters, diagnostics_, label);
    if (!expression) return {};
    return ExpressionLaw(index, tables_.parameters->live_count(), std::move(reads),
                         std::move(*expression));
  }

  void load(const LoadRow& row) {
    const Node& node = model_.nodes[row.node];
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      model_.forces.load[node.first + c] += row.value[c];
  }

  // The damper F = -c v becomes a law like XLAW, so that derivatives, kinks and causes of laws
  // work.
  void damper(const DamperRow& row) {
    auto c = row.values.begin();
    for (const int n : row.nodes)
      for (int k = 0; k < coordinate_count(tables_.nodes[n].kind); ++k, ++c) {
        if (*c == 0) continue;
        const LawPlace place{Target::coordinate, n, k, false};
        auto law = compile(fmt::format("-({})*v", format_number(*c)), row.where, place,
                           first(n) + k, row.label);
        if (law) model_.forces.load_laws.push_back(std::move(*law));
      }
  }

  void point_force(const PointForceRow& row) {
    const PointForce place{first(row.point), first(row.angle), row.xi, row.eta, row.fx, row.fy};
    if (!row.by_expression()) return model_.forces.point_forces.push_back(place);
    const LawPlace nowhere{Target::coordinate, 0, 0, true};
    auto fx = compile(row.text[0], row.text_at[0], nowhere, 0, row.label);
    auto fy = compile(row.text[1], row.text_at[1], nowhere, 0, row.label);
    if (fx && fy)
      model_.forces.force_laws.push_back(
          {place, row.frame < 0 ? -1 : first(row.frame), {std::move(*fx), std::move(*fy)}});
  }

  void start(const StartRow& row) {
    if (row.target == Target::deformation) {
      const int r = model_.elements[row.owner].first + row.component;
      model_.initial_deformations.push_back({r, row.value, row.has_velocity ? row.velocity : 0});
      return;
    }
    const int i = first(row.owner) + row.component;
    if (row.has_value && model_.is_orientation(i)) return start_orientation(row, i);
    if (row.has_value) {
      model_.start_moves.push_back({i, i, 1, model_.x0[i]});
      model_.x0[i] = row.value;
    }
    if (row.has_velocity) {
      model_.v0[i] = row.velocity;
      model_.preferred_freedoms.push_back(i);
    }
  }

  // The rotation vector from the axes of space, one component after the other.
  void start_orientation(const StartRow& row, int i) {
    start_turn_[row.component] = row.value;
    if (row.component < 2) return;
    const Orientation& of = model_.orientations[model_.orientation_of[i]];
    for (const int k : {of.scalar, of.first, of.first + 1, of.first + 2})
      model_.start_moves.push_back({k, of.first, 3, model_.x0[k]});
    double q[] = {1, 0, 0, 0};
    of.type->retract(start_turn_, q);
    of.set_quaternion(q, model_.x0.data());
  }

  double start_turn_[3] = {0, 0, 0};
  const Tables& tables_;
  const LawNames& known_;
  const Forces& forces_;
  Model& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void build_forces(const LawNames& known, Model& model, Diagnostics& diagnostics) {
  ForceBuilder(known, model, diagnostics).build();
}

}  // namespace mbs
