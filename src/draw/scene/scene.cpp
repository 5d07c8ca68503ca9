#include "draw/scene/scene.h"

#include <fmt/format.h>

#include <set>

#include "deck/tables/tables.h"
#include "draw/scene/scene_maker.h"
#include "text/units.h"

namespace mbs {

SceneMaker::SceneMaker(const Tables& tables, const Built& built, std::span<const RunFrame> frames)
    : tables_(tables),
      model_(built.model),
      phase_(built.phase),
      frames_(frames),
      start_(frames.front().x.data()),
      node_at_(model_.nx, -1),
      forces_(tables.elements.size()) {
  for (std::size_t k = 0; k < model_.nodes.size(); ++k)
    node_at_[model_.nodes[k].first] = static_cast<int>(k);
  for (const StressRow& row : tables.forces.stresses)
    for (const double value : row.values)
      if (value != 0)
        (row.kind == StressKind::stiffness ? forces_[row.element].stiff
                                           : forces_[row.element].damped) = true;
  for (const LawRow& row : tables.forces.laws)
    if (row.target == Target::deformation) forces_[row.owner].law = true;
}

Anchor SceneMaker::anchor(const ElementRow& row, const FigurePoint& point) const {
  Anchor out;
  auto first = [&](int node) { return model_.nodes[row.nodes[node]].first; };
  if (point.point >= 0) out.x = first(point.point);
  if (point.angle >= 0) out.phi = first(point.angle);
  if (point.column >= 0) {
    out.xi = row.columns[point.column];
    out.eta = row.columns[point.column + 1];
  }
  return out;
}

int SceneMaker::add_body(int x, int phi, std::string name, bool named) {
  const auto [place, is_new] = body_at_.try_emplace({x, phi}, scene_.bodies.size());
  if (!is_new) return place->second;
  SceneBody body;
  body.x = x, body.phi = phi;
  body.name = std::move(name), body.named = named;
  body.fixed = stands_still({x, phi});
  body.has_mass = model_.mass[x] > 0;
  scene_.bodies.push_back(std::move(body));
  return place->second;
}

// The body of an anchor with an angle, added where it is new; -1 for an anchor without an angle or
// on the ground.
int SceneMaker::body_of(const Anchor& a) {
  if (a.x < 0 || a.phi < 0) return -1;
  const auto found = body_at_.find({a.x, a.phi});
  if (found != body_at_.end()) return found->second;
  const int node = node_at_[a.x];
  const std::string& name = tables_.nodes[node].name;
  return add_body(a.x, a.phi, name.empty() ? fmt::format("{}", model_.nodes[node].number) : name,
                  !name.empty());
}

void SceneMaker::reach(int body, const Anchor& point, bool touches) {
  if (body < 0) return;
  scene_.bodies[body].outline.push_back({point.xi, point.eta});
  scene_.bodies[body].only_touches &= touches;
  scene_.bodies[body].touches |= touches;
}

// Adds the ends of the segments of a chain to the outlines of its bodies.
void SceneMaker::add_chain() {
  scene_.is_chain = !tables_.chain.segments.empty();
  int number = 0;
  for (const ChainSegment& s : tables_.chain.segments) {
    const Anchor a{model_.nodes[s.point].first, model_.nodes[s.angle].first, -s.d, 0};
    const std::string& name = tables_.nodes[s.angle].name;
    ++number;
    const int body =
        add_body(a.x, a.phi, name.empty() ? fmt::format("{}", number) : name, !name.empty());
    reach(body, a);
    reach(body, {a.x, a.phi, s.l - s.d, 0});
  }
}

SceneFigure::Kind SceneMaker::between(int element, int deformation) const {
  const Class cls = phase_.e_class[deformation];
  if (cls == Class::fixed) return SceneFigure::Kind::rod;
  if (cls == Class::prescribed) return SceneFigure::Kind::actuator;
  const Forces& forces = forces_[element];
  if (forces.stiff || forces.law) return SceneFigure::Kind::spring;
  return forces.damped ? SceneFigure::Kind::damper : SceneFigure::Kind::line;
}

void SceneMaker::place_figure(SceneFigure& figure) {
  if (figure.kind == FigureKind::beam || figure.kind == FigureKind::bar) {
    const Vec chord = figure.b.at(start_) - figure.a.at(start_);
    figure.length = length(chord);
    if (figure.kind == FigureKind::bar) return;
    // The beam is undeformed in the estimates of the deck.
    const double* x0 = model_.x0.data();
    const Vec along = figure.b.at(x0) - figure.a.at(x0);
    const double direction = std::atan2(along.y, along.x);
    figure.slope_a = direction - figure.a.angle(x0);
    figure.slope_b = direction - figure.b.angle(x0);
    return;
  }
  if (figure.kind == FigureKind::twist) return;
  figure.body_a = body_of(figure.a);
  figure.body_b = body_of(figure.b);
  auto mark = [&](int body, bool SceneBody::*what) {
    if (body >= 0) scene_.bodies[body].*what = true;
  };
  switch (figure.kind) {
    case FigureKind::circle:
      if (figure.radius > 0)
        reach(figure.body_a, figure.a), mark(figure.body_a, &SceneBody::has_wheel);
      if (figure.radius == 0) reach(figure.body_a, figure.a, true);
      break;
    case FigureKind::surface:
      break;
    case FigureKind::slide:
      reach(figure.body_b, figure.b);
      if (!figure.pin_in_slot) mark(figure.body_b, &SceneBody::has_block);
      break;
    default:
      reach(figure.body_a, figure.a);
      reach(figure.body_b, figure.b);
  }
}

void SceneMaker::add_element(const ElementRow& row, const ElementRange& range) {
  const int element = static_cast<int>(&row - tables_.elements.data());
  for (const ElementFigure& told : range.type->figures) {
    SceneFigure figure;
    figure.kind = told.kind;
    figure.a = anchor(row, told.a);
    figure.b = anchor(row, told.b);
    figure.fixed_a = stands_still(figure.a);
    figure.fixed_b = stands_still(figure.b);
    figure.stress = range.first;
    if (told.kind == FigureKind::circle && told.size >= 0) figure.radius = row.columns[told.size];
    if (told.kind == FigureKind::slide || told.kind == FigureKind::surface)
      figure.second = {row.columns[told.size], row.columns[told.size + 1]};
    figure.is_contact = range.type->spec.is_contact;
    if (!simplify(told, row, range, figure)) continue;
    if (told.kind == FigureKind::spring || told.kind == FigureKind::bar)
      figure.between = between(element, range.first);
    figure.acts = forces_[element].stiff;
    figure.has_law = forces_[element].law;
    place_figure(figure);
    scene_.figures.push_back(figure);
  }
}

// Net joints: each is a pin of the bodies that it joins.
void SceneMaker::add_net_joints() {
  for (const NetJointRow& row : tables_.forces.net_joints) {
    if (!row.place.empty()) continue;
    SceneFigure figure;
    figure.kind = FigureKind::pin;
    figure.only_loads = true;
    figure.a = figure.b = {model_.nodes[row.point_i].first, model_.nodes[row.angle_i].first, row.xi,
                           row.eta};
    figure.body_a = figure.body_b = body_of(figure.a);
    reach(figure.body_a, figure.a);
    scene_.figures.push_back(figure);
  }
}

// Adds each rail to the outline of its body, as long as the motion along it.
void SceneMaker::extend_rails() {
  const std::size_t stride = std::max<std::size_t>(1, frames_.size() / 400);
  for (const SceneFigure& f : scene_.figures) {
    if (f.kind != FigureKind::slide || f.body_a < 0) continue;
    const Vec base{f.a.xi, f.a.eta}, along = normalised(f.second - base);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < frames_.size(); k += stride) {
      const double* q = frames_[k].x.data();
      const double s = dot(along, turned(f.b.at(q) - f.a.at(q), -f.a.angle(q)));
      low = std::min(low, s), high = std::max(high, s);
    }
    scene_.bodies[f.body_a].outline.push_back(base + low * along);
    scene_.bodies[f.body_a].outline.push_back(base + high * along);
  }
}

// A body that has only contact points (the lower corners of a box) also gets the opposite points,
// as if its mass centre were its middle.
void SceneMaker::complete_outlines() {
  for (SceneBody& body : scene_.bodies) {
    std::vector<Vec>& points = body.outline;
    const std::size_t count = points.size();
    if (!body.only_touches || !body.has_mass || count < 2) continue;
    for (std::size_t k = 0; k < count; ++k) points.push_back(-1.0 * points[k]);
  }
}

void SceneMaker::add_loads() {
  for (const LoadRow& row : tables_.forces.loads) {
    const Node& node = model_.nodes[row.node];
    if (is_planar_place(node.kind) && (row.value[0] != 0 || row.value[1] != 0))
      scene_.loads.push_back({{node.first, -1, 0, 0}, {row.value[0], row.value[1]}, 0});
  }
  for (const PointForceRow& row : tables_.forces.point_forces)
    scene_.loads.push_back(
        {{model_.nodes[row.point].first, model_.nodes[row.angle].first, row.xi, row.eta},
         {row.fx, row.fy},
         0});
}

void SceneMaker::add_drives() {
  for (const ClassRow& row : tables_.classes) {
    if (row.cls != Class::prescribed || row.target != Target::coordinate) continue;
    const Node& node = model_.nodes[row.owner];
    if (!is_planar_turn(node.kind)) continue;
    for (const SceneFigure& f : scene_.figures)
      if (f.kind == FigureKind::pin &&
          ((f.fixed_a && f.b.phi == node.first) || (f.fixed_b && f.a.phi == node.first))) {
        const Anchor& side = f.fixed_a ? f.b : f.a;
        scene_.drives.push_back({{side.x, side.phi, side.xi, side.eta}});
        break;
      }
  }
}

Scene SceneMaker::make() {
  for (const Body& body : model_.bodies) {
    const std::string& name = tables_.nodes[node_at_[body.x]].name;
    const bool named = !name.empty();
    add_body(body.x, body.phi, named ? name : fmt::format("{}", body.number), named);
  }
  add_chain();
  for (std::size_t k = 0; k < tables_.elements.size(); ++k)
    add_element(tables_.elements[k], model_.elements[k]);
  for (const BodyPoint& point : model_.points) {
    const Anchor place{point.x, point.phi, point.xi, point.eta};
    scene_.points.push_back({fmt::format("{}", point.number), place});
    reach(body_of(place), place);
  }
  add_net_joints();
  extend_rails();
  complete_outlines();
  add_supports(scene_, phase_, frames_);
  add_loads();
  add_drives();
  std::set<int> in_body;
  for (const SceneBody& body : scene_.bodies) in_body.insert(body.x);
  for (const Node& node : model_.nodes) {
    if (is_planar_place(node.kind) && model_.mass[node.first] > 0 && in_body.count(node.first) == 0)
      scene_.masses.push_back({fmt::format("{}", node.number), {node.first, -1, 0, 0}});
  }
  return std::move(scene_);
}

Scene make_scene(const Tables& tables, const Built& built, std::span<const RunFrame> frames) {
  Scene scene = SceneMaker(tables, built, frames).make();
  if (shows_units(tables)) {
    const UnitSystem& units = tables.units();
    scene.length_unit = units.length;
    scene.force_unit = units.force;
    scene.time_unit = units.time;
  }
  return scene;
}

}  // namespace mbs
