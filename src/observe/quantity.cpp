#include "observe/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>

#include "base/index.h"
#include "model/model.h"
#include "observe/space_joints.h"
#include "observe/space_net_joints.h"
#include "plan/plan.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kRates[] = {"", "rate of ", "second rate of "};

// The components of each kind of quantity in words.
struct Words {
  Of of;
  std::array<std::string_view, 14> components;
};
constexpr Words kWords[] = {
    {Of::body, {"x", "y", "angle"}},
    {Of::point, {"x", "y", "z"}},
    {Of::quaternion,
     {"Euler parameter q0", "Euler parameter q1", "Euler parameter q2", "Euler parameter q3"}},
    {Of::further, {"what is held", "its force"}},
    {Of::holder, {"force along x", "force along y", "moment", "force or torque", "power"}},
    {Of::segment,
     {"angle", "joint force along x", "joint force along y", "joint moment",
      "external force along x", "external force along y", "external moment",
      "contact force along x", "contact force along y", "contact force"}},
    {Of::last_joint, {"joint force along x", "joint force along y", "joint moment"}},
    {Of::base, {"x", "y"}},
    {Of::constraint, {"force along x", "force along y", "moment", "power", "work"}},
    {Of::net_joint, {"x", "y", "force along x", "force along y", "moment", "power"}},
    {Of::plate, {"force along x", "force along y", "x of the force", "y of the force"}},
    {Of::space_load,
     {"force along x", "force along y", "force along z", "x of the force", "y of the force",
      "z of the force"}},
    {Of::contact,
     {"gap", "slip", "rate of the slip", "normal force", "friction force",
      "force of laws beside the contact", "force of laws beside its friction"}},
    {Of::friction,
     {"slip", "rate of the slip", "load that presses", "friction force",
      "force of laws beside the friction"}},
    {Of::angle, {"angle between the two bodies"}},
    {Of::spring, {"force, positive when it pulls", "power", "length"}},
    {Of::hinge, {"torque on body i", "power", "angle"}},
    {Of::beam, {"elongation", "bending at i", "bending at j"}},
    {Of::beam_stress, {"axial force", "bending stress at i", "bending stress at j"}},
    {Of::path, {"length beyond that at rest"}},
    {Of::path_stress, {"tension"}},
    {Of::muscle,
     {"length with tendon", "rate of the length", "fibre length", "rate of the fibre length",
      "tendon strain", "force", "stimulation", "activation", "power", "rate of the activation",
      "active state", "power of the fibres", "power of the tendon", "elastic energy"}},
    {Of::muscle_joint, {"moment arm", "moment about the joint"}},
    {Of::shared, {"force", "activation", "largest force", "length with tendon", "fibre length"}},
    {Of::shared_joint, {"moment arm", "moment about the joint"}},
    {Of::moment, {"moment to be shared", "moment that no muscle makes"}},
    {Of::energy,
     {"kinetic energy", "potential energy", "work of all other forces since the start",
      "kinetic + potential - work - energy at the start: 0 but for errors"}},
    {Of::centre, {"x", "y", "z"}},
    {Of::momentum, {"momentum along x", "momentum along y", "momentum along z"}},
    {Of::spin,
     {"angular momentum about x", "angular momentum about y",
      "angular momentum about the origin (z)"}},
    {Of::impulse, {"impulses on the coordinate so far", "impulses of the deformation so far"}},
    {Of::place, {"x", "y"}},
    {Of::wheel,
     {"x of the point of contact", "y of the point of contact", "z of the point of contact",
      "force of the plane along its normal", "force of the plane along the way that it rolls",
      "force of the plane across the way", "slip along the way", "slip across the way"}},
    {Of::cam,
     {"curve parameter at the contact", "x of the contact", "y of the contact", "x of the normal",
      "y of the normal", "radius of curvature", "pressure angle"}},
    {Of::curves,
     {"curve parameter of the first curve", "curve parameter of the second curve",
      "x of the contact", "y of the contact", "x of the normal", "y of the normal",
      "radius of curvature of the first curve", "radius of curvature of the second curve"}},
    {Of::mode,
     {"angular frequency without damping", "frequency", "damping ratio", "real part",
      "imaginary part"}},
    {Of::shape, {"part in the mode"}},
    {Of::out, {"OUT: an expression of the deck"}}};

std::string component_of(const Quantity& what) {
  for (const Words& words : kWords)
    if (words.of == what.of) return std::string(words.components[at(what.component)]);
  return {};
}

// "node 4", or of a KABIOS deck of space "body 2".
std::string name_of_node(int node, const Model& model) {
  const Node& of = model.nodes[at(node)];
  for (const Body& body : model.bodies)
    if (body.in_space && (body.x == of.first || body.phi == of.first))
      return fmt::format("body {}", body.number);
  return fmt::format("node {}", of.number);
}

// Of what the name says: "rot2_5.zxy_1".
std::string meaning_of_rotation(const Quantity& what, const Plan& plan, const Model& model) {
  const RotationRow& row = plan.rotations[at(what.owner)];
  const std::string body = name_of_node(row.node, model),
                    seen = row.in_node < 0 ? std::string()
                                           : fmt::format(" as seen from node {}",
                                                         model.nodes[at(row.in_node)].number);
  const int one = what.component + 1;
  if (what.component >= 3 && what.rate > 0)  // of the table of bodies
    return fmt::format("angular {} of {} along {}", what.rate == 1 ? "velocity" : "acceleration",
                       body, "xyz"[what.component - 3]);
  if (row.form == "angle") return fmt::format("angle of the whole turn of {}{}", body, seen);
  if (row.form == "vector")
    return fmt::format("rotation vector of {}{}, number {}", body, seen, one);
  if (row.form == "matrix")
    return fmt::format("matrix of {}{}, row {}, column {}", body, seen, what.component / 3 + 1,
                       what.component % 3 + 1);
  if (row.form == "velocity")
    return fmt::format("angular velocity of {}{} along the axis {}", body,
                       seen.empty() ? " in space" : seen, one);
  return fmt::format("{}angle {} of the turns {} of {}{}", kRates[what.rate], one, row.form, body,
                     seen);
}

std::string meaning_of_coordinate(const Quantity& what, const Model& model) {
  const Node& node = model.nodes[at(what.owner)];
  const NodeType& type = node_type(node.kind);
  const bool turns = type.role == NodeRole::turn;
  const std::string name = lower_case(type.components[at(what.component)].name);
  // The angular velocities of an orientation are not the rates of coordinates.
  if (what.of == Of::coordinate && !type.has_rates())
    return fmt::format("angular {} about body axis {} of node {}",
                       what.rate == 1 ? "velocity" : "acceleration", what.component + 1,
                       node.number);
  const std::string axis =
      type.has_rates() ? name : fmt::format("body axis {}", what.component + 1);
  if (what.of == Of::coordinate)
    return fmt::format("{}{} of node {}", kRates[what.rate], turns ? "angle" : name, node.number);
  return fmt::format("{} on {} of node {}", what.of == Of::load ? "load" : "reaction",
                     turns && type.has_rates() ? "the angle" : axis, node.number);
}

std::string meaning_of_deformation(const Quantity& what, const Model& model) {
  const ElementRange& element = model.elements[at(what.owner)];
  const RecordSpec& spec = element.type->spec;
  return fmt::format("{}{}{} of {} {}", kRates[std::max(what.rate, 0)],
                     what.of == Of::stress ? "stress of " : "",
                     spec.deformations[at(what.component)].name, spec.keyword, element.number);
}

// The owner of the number: "body 4", "SDA 2"; empty if the name of the channel is enough.
std::string owner_text(const Quantity& what, const Plan& plan, const Model& model) {
  const auto k = static_cast<std::size_t>(what.owner);
  const Parts& parts = model.parts;
  switch (what.of) {
    case Of::body:
      return fmt::format("body {}", model.bodies[k].number);
    case Of::point:
      return fmt::format("point {}", model.points[k].number);
    case Of::quaternion:
      return fmt::format("node {}", model.nodes[k].number);
    case Of::further:
      return fmt::format("{}, equation {}", parts.further[k].label, parts.further[k].component + 1);
    case Of::holder:
      return parts.holders[k].label;
    case Of::segment:
      return fmt::format(
          "{} {}",
          (what.component >= 1 && what.component <= 3) || what.component >= 7 ? "joint" : "segment",
          k + 1);
    case Of::last_joint:
      return fmt::format("joint {}", k + 1);
    case Of::base:
      return "the base";
    case Of::net_joint:
      return fmt::format("NETJOINT {}", model.net_joints[k].number);
    case Of::plate:
      return fmt::format("measured force {}", k + 1);
    case Of::space_load:
      return fmt::format("measured force {}", model.forces.space_loads[k].number);
    case Of::spring:
      return fmt::format("SDA {}", k + 1);
    case Of::hinge:
      return fmt::format("RSDA {}", k + 1);
    case Of::beam:
    case Of::beam_stress:
      return fmt::format("{} {}", parts.beams[k].word, k + 1);
    case Of::path:
    case Of::path_stress:
      return fmt::format("PATH {}", k + 1);
    case Of::muscle:
    case Of::muscle_joint:
      return fmt::format("muscle {}", plan.muscles[k].name);
    case Of::shared:
    case Of::shared_joint:
      return fmt::format("muscle {}", plan.shared_muscles[k].name);
    case Of::wheel:
      return fmt::format("{} {}", model.elements[k].type->spec.keyword, model.elements[k].number);
    case Of::centre:
      return "the centre of mass";
    case Of::place:
      return "the joint";
    default:
      return {};
  }
}

// Of a measured moment on a body of space, or the number of a measured load along axes of a body.
std::string meaning_of_space_number(const Quantity& what, const Model& model) {
  const SpaceLoadOverTime& load = model.forces.space_loads[at(what.owner)];
  const bool is_moment = load.x < 0;
  return fmt::format("{} along {}{} of measured {} {}", is_moment ? "moment" : "force",
                     load.frame < 0 ? "" : "axis ",
                     std::string_view(load.frame < 0 ? "xyz" : "123")[at(what.component)],
                     is_moment ? "moment" : "force", load.number);
}

// Joints of KABIOS decks.
std::string meaning_of_joint(const Quantity& what, const Model& model) {
  const Parts::Joint& of = model.parts.joints[at(what.owner)];
  static constexpr std::string_view kRevolute[] = {"force along x of body {} on body {}",
                                                   "force along y of body {} on body {}",
                                                   "angle of body {1} against body {0}"};
  static constexpr std::string_view kSliding[] = {"force across the slide of body {} on body {}",
                                                  "moment of body {} on body {}"};
  const std::string_view text = of.revolute ? kRevolute[what.component] : kSliding[what.component];
  return fmt::format("{}, {}", of.label, fmt::format(fmt::runtime(text), of.i, of.j));
}

}  // namespace

std::string meaning_of(const Quantity& what, const Plan& plan, const Model& model) {
  switch (what.of) {
    case Of::rotation:
      return meaning_of_rotation(what, plan, model);
    case Of::unknown:
      return {};
    case Of::out:
      if (const std::string& meaning = plan.outs[at(what.owner)].meaning; !meaning.empty())
        return meaning;
      break;
    case Of::coordinate:
    case Of::load:
    case Of::reaction:
      return meaning_of_coordinate(what, model);
    case Of::deformation:
    case Of::stress:
      return meaning_of_deformation(what, model);
    case Of::wrench:
      return meaning_of_wrench(what, model);
    case Of::net_joint:
      if (model.net_joints[at(what.owner)].i.in_space) return meaning_of_space_load(what, model);
      break;
    case Of::space_load:
      if (what.component < 3) return meaning_of_space_number(what, model);
      break;
    case Of::joint:
      return meaning_of_joint(what, model);
    case Of::drive_power:
      return what.owner < 0 ? "power of the drive of the coordinate" : "power of the deformation";
    case Of::recorded:
      return plan.recorded[at(what.owner)].meaning;
    case Of::state:
      return what.rate == 0 ? "ODE: a state of the deck" : "its rate";
    default:
      break;
  }
  const std::string owner = owner_text(what, plan, model);
  const bool is_z =
      what.of == Of::body && what.component == 2 && model.bodies[at(what.owner)].in_space;
  return fmt::format("{}{}{}{}", kRates[what.rate], is_z ? "z" : component_of(what),
                     owner.empty() ? "" : " of ", owner);
}

}  // namespace mbs
