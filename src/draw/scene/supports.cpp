#include <algorithm>
#include <set>
#include <utility>

#include "draw/scene/scene_maker.h"

namespace mbs {

namespace {

class SupportMaker {
 public:
  SupportMaker(Scene& scene, const Phase& phase, std::span<const RunFrame> frames)
      : scene_(scene),
        phase_(phase),
        frames_(frames),
        start_(frames.front().x.data()),
        supported_(phase.x_class.size(), 0) {}

  void add_all();

 private:
  bool is_fixed(int coordinate) const { return phase_.x_class[coordinate] == Class::fixed; }
  const SceneBody* body_of(const Anchor& a) const;
  Vec side_of_ground(const Anchor& place, const Anchor& other) const;
  void add_at_node(const Anchor& place, const Anchor& other, Vec tangent);
  void add_at_ground(const SceneFigure& figure);

  Scene& scene_;
  const Phase& phase_;
  std::span<const RunFrame> frames_;
  const double* start_;
  std::vector<char> supported_;  // coordinates
  std::set<std::pair<double, double>> supported_places_;
};

// The body of an anchor; null for a node without a body.
const SceneBody* SupportMaker::body_of(const Anchor& a) const {
  const auto found =
      std::find_if(scene_.bodies.begin(), scene_.bodies.end(),
                   [&a](const SceneBody& body) { return body.x == a.x && body.phi == a.phi; });
  return found == scene_.bodies.end() ? nullptr : &*found;
}

// The direction towards the ground: downwards, or upwards where the body mostly hangs below the
// support.
Vec SupportMaker::side_of_ground(const Anchor& place, const Anchor& other) const {
  Vec sum;
  const SceneBody* const body = body_of(other);
  const std::size_t stride = std::max<std::size_t>(1, frames_.size() / 50);
  for (std::size_t k = 0; k < frames_.size(); k += stride) {
    const double* q = frames_[k].x.data();
    Vec there = other.at(q);
    if (body)
      for (const Vec p : body->outline) {
        const Vec point = Anchor{other.x, other.phi, p.x, p.y}.at(q);
        if (length(point - place.at(q)) > length(there - place.at(q))) there = point;
      }
    sum = sum + normalised(there - place.at(q));
  }
  return {0, sum.y < -0.3 * length(sum) ? 1.0 : -1.0};
}

// Adds the support of a held node of a bar or a beam.
void SupportMaker::add_at_node(const Anchor& place, const Anchor& other, Vec tangent) {
  const bool x = is_fixed(place.x), y = is_fixed(place.x + 1);
  if ((!x && !y) || supported_[place.x]) return;
  supported_[place.x] = 1;
  const Anchor node{place.x, -1, 0, 0};
  if (x && y && place.phi >= 0 && is_fixed(place.phi))
    scene_.supports.push_back({Support::Kind::clamp, node, -1.0 * tangent});
  else if (x && y)
    scene_.supports.push_back({Support::Kind::pin, node, side_of_ground(place, other)});
  else
    scene_.supports.push_back({Support::Kind::roller, node, x ? Vec{-1, 0} : Vec{0, -1}});
  scene_.reactions.push_back({node, {}, place.x});
}

// Adds the support of a joint or a spring on a body that stands still.
void SupportMaker::add_at_ground(const SceneFigure& f) {
  for (const bool first : {true, false}) {
    if (!(first ? f.fixed_a : f.fixed_b)) continue;
    const Vec place = (first ? f.a : f.b).at(start_);
    const Anchor world{-1, -1, place.x, place.y};
    if (!supported_places_.insert({place.x, place.y}).second) continue;
    const Vec away = normalised(place - (first ? f.b : f.a).at(start_));
    const bool spring = f.kind == FigureKind::spring;
    scene_.supports.push_back({spring ? Support::Kind::clamp : Support::Kind::pin, world,
                               spring ? away : side_of_ground(world, first ? f.b : f.a)});
  }
}

void SupportMaker::add_all() {
  for (const SceneFigure& f : scene_.figures) {
    if (f.kind != FigureKind::beam) continue;
    add_at_node(f.a, f.b, turned({1, 0}, f.slope_a + f.a.angle(start_)));
    add_at_node(f.b, f.a, -1.0 * turned({1, 0}, f.slope_b + f.b.angle(start_)));
  }
  for (const SceneFigure& f : scene_.figures)
    if (f.kind == FigureKind::bar) add_at_node(f.a, f.b, {}), add_at_node(f.b, f.a, {});
  for (const SceneFigure& f : scene_.figures)
    if (f.kind == FigureKind::pin || f.kind == FigureKind::spring) add_at_ground(f);
}

}  // namespace

void add_supports(Scene& scene, const Phase& phase, std::span<const RunFrame> frames) {
  SupportMaker(scene, phase, frames).add_all();
}

}  // namespace mbs
