#include "deck/kabios/kabios_tables.h"

#include <fmt/format.h>

#include "base/index.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

const BodyRow& body_row(const Tables& t, int body) {
  return t.bodies[static_cast<std::size_t>(body - 1)];
}

// Adds the class of coordinate 1, 2 or 3 of a body.
void set_class(int body, int coordinate, ClassRow row, Tables& t) {
  const bool turns = coordinate == 3;
  row.target = Target::coordinate;
  row.owner = turns ? body_row(t, body).angle : body_row(t, body).point;
  row.component = turns ? 0 : coordinate - 1;
  t.classes.push_back(std::move(row));
}

ClassRow held(ClassSource source, std::string label, SourceLocation where) {
  return {.cls = Class::fixed, .source = source, .label = std::move(label), .where = where};
}

void prescribe(int body, int coordinate, ClassSource source, MotionRow motion, Tables& t) {
  set_class(body, coordinate,
            {.cls = Class::prescribed,
             .motion = count_of(t.motions),
             .source = source,
             .label = motion.label,
             .where = motion.where},
            t);
  t.motions.push_back(std::move(motion));
}

MotionRow motion_of(std::string_view word, int number, SourceLocation where) {
  MotionRow motion;
  motion.label = fmt::format("{} {}", word, number);
  motion.where = where;
  return motion;
}

void lower_body(const KabiosBody& row, Tables& t) {
  const int number = count_of(t.bodies) + 1, point = count_of(t.nodes);
  const std::string label = fmt::format("body {}", number);
  t.bodies.push_back({number, point, point + 1, row.where});
  t.nodes.push_back({point + 1, NodeKind::point, {row.x, row.y}, label, row.where});
  t.nodes.push_back({point + 2, NodeKind::angle, {row.phi, 0}, label, row.where});
}

// Point and angle nodes of two bodies; for a hinge only the angles.
std::vector<int> nodes_of(int i, int j, const RecordSpec& spec, const Tables& t) {
  std::vector<int> out;
  for (const int b : {i, j}) {
    if (spec.nodes.size() != 2) out.push_back(body_row(t, b).point);
    out.push_back(body_row(t, b).angle);
  }
  return out;
}

void lower_head_joints(const std::vector<KabiosHeadJoint>& rows, std::string_view word,
                       const RecordSpec* spec, Tables& t) {
  for (const KabiosHeadJoint& row : rows) {
    const auto columns = row.columns.begin();
    t.elements.push_back({count_of(t.elements) + 1,
                          spec,
                          nodes_of(row.i, row.j, *spec, t),
                          {columns, columns + std::ssize(spec->columns)},
                          fmt::format("{} {}", word, row.number),
                          row.where});
  }
}

}  // namespace

void lower_kabios_head(ElementSpecs specs, Tables& t) {
  const KabiosDeck& deck = t.kabios;
  for (const KabiosBody& row : deck.bodies) lower_body(row, t);
  lower_head_joints(deck.revolutes, "REVOLUTE", find_spec(specs, "PLREV"), t);
  lower_head_joints(deck.translationals, "TRANSLATIONAL", find_spec(specs, "PLTRAN"), t);
  for (const KabiosGround& row : deck.grounds)
    for (const int k : {1, 2, 3})
      set_class(row.body, k,
                held(ClassSource::ground, fmt::format("GROUND {}", row.number), row.where), t);
  for (const KabiosCoordinate& row : deck.simples)
    set_class(row.body, row.coordinate,
              held(ClassSource::simple, fmt::format("SIMPLE {}", row.number), row.where), t);
  for (const KabiosDriver& row : deck.drivers) lower(row, t);
  for (const KabiosPoint& row : deck.points) {
    const BodyRow& of = body_row(t, row.body);
    t.points.push_back({row.number, of.point, of.angle, row.xi, row.eta, row.where});
  }
  for (const KabiosCoordinate& row : deck.guides) {
    MotionRow motion = motion_of("GUIDE", row.number, row.where);
    motion.table = deck.guide_table;
    motion.column = row.number - 1;
    motion.smoothing = deck.guide_smoothing;
    prescribe(row.body, row.coordinate, ClassSource::guide, std::move(motion), t);
  }
}

void lower(const KabiosDriver& row, Tables& t) {
  MotionRow motion = motion_of("DRIVER", row.number, row.where);
  if (row.text.empty()) motion.coefficients = {row.position, row.velocity, 0.5 * row.acceleration};
  motion.text = row.text;
  motion.text_at = row.text_at;
  prescribe(row.body, row.coordinate, ClassSource::driver, std::move(motion), t);
}

void lower(const KabiosMass& row, Tables& t) {
  const BodyRow& of = body_row(t, row.body);
  t.forces.masses.push_back({false, of.point, {row.m}, row.label, row.where});
  t.forces.masses.push_back({false, of.angle, {row.J}, row.label, row.where});
}

void lower(const KabiosVelocity& row, Tables& t) {
  const BodyRow& of = body_row(t, row.body);
  for (const int c : {0, 1, 2})
    t.starts.push_back({Target::coordinate, c == 2 ? of.angle : of.point, c == 2 ? 0 : c, false, 0,
                        true, row.v[static_cast<std::size_t>(c)], row.label, row.where});
}

void lower(const KabiosTorque& row, Tables& t) {
  t.forces.loads.push_back({body_row(t, row.body).angle, {row.n, 0}, row.label, row.where});
}

void lower(const KabiosMotion& row, Tables& t) {
  for (int k = 1; const MotionRow& motion : row.motions) {
    set_class(row.body, k++,
              {.cls = Class::prescribed,
               .motion = count_of(t.motions),
               .source = ClassSource::motion,
               .label = row.label,
               .where = row.where},
              t);
    t.motions.push_back(motion);
  }
}

void lower(PointForceRow row, Tables& t) {
  const BodyRow& of = body_row(t, row.point);
  row.point = of.point, row.angle = of.angle;
  if (row.frame >= 0) row.frame = body_row(t, row.frame).angle;
  t.forces.point_forces.push_back(std::move(row));
}

void lower(MeasuredForceRow row, Tables& t) {
  const BodyRow& of = body_row(t, row.point);
  row.point = of.point, row.angle = of.angle;
  t.forces.measured_forces.push_back(std::move(row));
}

void lower(NetJointRow row, Tables& t) {
  const BodyRow& i = body_row(t, row.point_i);
  const int j = row.point_j;
  row.point_i = i.point, row.angle_i = i.angle;
  row.point_j = j == 0 ? -1 : body_row(t, j).point;
  row.angle_j = j == 0 ? -1 : body_row(t, j).angle;
  t.forces.net_joints.push_back(std::move(row));
}

void lower(SpringRecord& row, ElementSpecs specs, Tables& t) {
  const RecordSpec* spec = find_spec(specs, row.turns ? "PLTOR" : "PLSDA");
  add_spring(row, spec, nodes_of(row.i, row.j, *spec, t), t);
}

void lower(KabiosContact& row, ContactRow law, Tables& t) {
  law.element = count_of(t.elements);
  for (const int component : {0, 1})
    t.classes.push_back(released(law.element, component, law.label, law.where));
  t.elements.push_back({law.element + 1, row.shape, nodes_of(row.i, row.j, *row.shape, t),
                        row.columns, law.label, law.where});
  t.elements.back().text_at = row.vertices_at;
  row.law = t.contacts.size();
  t.contacts.push_back(std::move(law));
}

void lower(KabiosForward& row, Tables& t) {
  row.event = t.events.size();
  EventRow& event = t.events.emplace_back();
  event.name = "forward";
  event.label = "FORWARD";
  event.text = fmt::format("t > {}", row.t);
  event.text_at = row.t_at;
  event.function = fmt::format("t - ({})", row.t);
  event.passing = Passing::rising;
  event.where = row.where;
  ActionRow& action = event.actions.emplace_back();
  action.kind = ActionKind::forward;
  action.where = row.where;
}

BodyCoordinate body_coordinate(const Tables& t, int node, int component) {
  for (const BodyRow& row : t.bodies) {
    if (row.point == node) return {row.number, component + 1};
    if (row.angle == node) return {row.number, 3};
  }
  return {};
}

}  // namespace mbs
