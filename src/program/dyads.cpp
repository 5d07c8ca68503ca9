#include "program/dyads.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "program/dyad_places.h"
#include "text/number.h"

namespace mbs {

namespace {

using Body = std::pair<int, int>;  // first coordinate of its point, its angle or -1

// A joint or truss whose deformations are all held, between two bodies.
struct Link {
  int element = 0;
  Body i, j;
  int rows = 0;
  enum class Kind : std::uint8_t { pin, slider, truss, other } kind = Kind::other;
};

class Finder {
 public:
  Finder(const Tables& tables, const Built& built, const std::vector<int>& known)
      : tables_(tables), model_(built.model), phase_(built.phase) {
    for (int i = 0; i < model_.nx; ++i) known_.push_back(phase_.x_class[i] != Class::calculable);
    for (const int i : known) known_[at(i)] = 1;
    collect_links();
  }

  std::vector<Dyad> run() {
    std::vector<Dyad> out;
    do
      while (place_held_bodies()) {
      }
    while (find_next(out));
    return out;
  }

 private:
  int first(int node) const { return model_.nodes[at(node)].first; }

  void collect_links() {
    for (int k = 0; k < count_of(tables_.elements); ++k) {
      const ElementRow& row = tables_.elements[at(k)];
      const ElementRange& range = model_.elements[at(k)];
      int held = 0;
      for (int r = range.first; r < range.first + range.type->ne; ++r)
        held += is_free(phase_.e_class[at(r)]) ? 0 : 1;
      if (held == 0) continue;
      const std::string_view word = row.spec->keyword;
      Link one;
      one.element = k, one.rows = held;
      const bool joins = word == "PLREV" || word == "PLTRAN";
      if (joins) {
        one.i = {first(row.nodes[0]), first(row.nodes[1])};
        one.j = {first(row.nodes[2]), first(row.nodes[3])};
      } else if (word == "PLTRUSS") {
        one.i = {first(row.nodes[0]), -1}, one.j = {first(row.nodes[1]), -1};
      } else {
        others_.push_back(k);
        continue;
      }
      if (held == range.type->ne)
        one.kind = word == "PLREV"    ? Link::Kind::pin
                   : word == "PLTRAN" ? Link::Kind::slider
                                      : Link::Kind::truss;
      links_.push_back(one);
    }
    for (const Link& one : links_)
      for (const Body& body : {one.i, one.j}) bodies_.emplace(body, 0);
  }

  static std::vector<int> coordinates(const Body& body) {
    std::vector<int> out{body.first, body.first + 1};
    if (body.second >= 0) out.push_back(body.second);
    return out;
  }
  bool is_placed(const Body& body) const {
    const std::vector<int> all = coordinates(body);
    return std::all_of(all.begin(), all.end(), [this](int i) { return known_[at(i)] != 0; });
  }
  void mark_placed(const Body& body) {
    for (const int i : coordinates(body)) known_[at(i)] = 1;
  }
  // Whether a held element of another kind reads the body; dyads with such a body are not found.
  bool is_read(const Body& body) const {
    const std::vector<int> all = coordinates(body);
    return std::any_of(others_.begin(), others_.end(), [&](int k) {
      const std::vector<int>& nodes = tables_.elements[at(k)].nodes;
      return std::any_of(nodes.begin(), nodes.end(), [&](int node) {
        return std::find(all.begin(), all.end(), first(node)) != all.end();
      });
    });
  }

  // Marks bodies as placed that joints and drivers hold completely to placed bodies.
  bool place_held_bodies() {
    bool any = pass_angles_on();
    for (const auto& [body, unused] : bodies_) {
      if (is_placed(body)) continue;
      int held = 0;
      for (const int i : coordinates(body)) held += known_[at(i)] != 0 ? 1 : 0;
      if (body.second < 0 && held == 0) continue;  // two trusses have two closures
      for (const Link& one : links_)
        if ((one.i == body && is_placed(one.j)) || (one.j == body && is_placed(one.i)))
          held += one.rows;
      if (held < count_of(coordinates(body))) continue;
      mark_placed(body);
      any = true;
    }
    return any;
  }

  // Marks angles as known that held hinges tie to known angles.
  bool pass_angles_on() {
    bool any = false;
    for (const int k : others_) {
      const ElementRow& row = tables_.elements[at(k)];
      if (row.spec->keyword != "PLTOR") continue;
      char &a = known_[at(first(row.nodes[0]))], &b = known_[at(first(row.nodes[1]))];
      if (a == b) continue;
      a = b = 1;
      any = true;
    }
    return any;
  }

  // The links of a body to placed bodies.
  std::vector<const Link*> links_to_placed(const Body& body) const {
    std::vector<const Link*> out;
    for (const Link& one : links_)
      if ((one.i == body && is_placed(one.j)) || (one.j == body && is_placed(one.i)))
        out.push_back(&one);
    return out;
  }
  bool is_loose(const Body& body) const {
    const std::vector<int> all = coordinates(body);
    return !is_read(body) &&
           std::none_of(all.begin(), all.end(), [this](int i) { return known_[at(i)] != 0; });
  }

  // Adds the next dyad between placed bodies, and places its bodies. False where there is none.
  bool find_next(std::vector<Dyad>& out) {
    for (const Link& one : links_) {
      if (one.kind == Link::Kind::truss) {
        for (const Body& body : {one.i, one.j})
          if (truss_point(body, out)) return true;
      } else if (one.kind != Link::Kind::other && pair_of_bodies(one, out)) {
        return true;
      }
    }
    return false;
  }

  // A point that two trusses hold.
  bool truss_point(const Body& body, std::vector<Dyad>& out) {
    if (is_placed(body) || !is_loose(body)) return false;
    const std::vector<const Link*> rest = links_to_placed(body);
    if (rest.size() != 2 || rest[0]->kind != Link::Kind::truss ||
        rest[1]->kind != Link::Kind::truss)
      return false;
    Dyad one;
    one.kind = DyadKind::trusses;
    one.a = one.b = one.common = {body.first, -1, 0, 0};
    const auto other = [&](const Link& of) { return of.i == body ? of.j : of.i; };
    one.rest_a = {other(*rest[0]).first, -1, 0, 0}, one.rest_b = {other(*rest[1]).first, -1, 0, 0};
    one.between = rest[1]->element;
    one.label = model_.coordinate_origin[at(body.first)].label;
    mark_placed(body);
    out.push_back(std::move(one));
    return true;
  }

  // The place of a pin on a body.
  DyadPlace pin_on(const Body& body, const Link& of) const {
    const std::vector<double>& c = tables_.elements[at(of.element)].columns;
    const std::size_t from = of.i == body ? 0 : 2;
    return {body.first, body.second, c[from], c[from + 1]};
  }
  void slide_along(const Link& of, Dyad& out) const {
    const std::vector<double>& c = tables_.elements[at(of.element)].columns;
    out.slide = std::atan2(c[3] - c[1], c[2] - c[0]);
    out.slides = of.i.second;
  }

  // Two bodies that a joint connects, each with one joint to a placed body.
  bool pair_of_bodies(const Link& between, std::vector<Dyad>& out) {
    if (is_placed(between.i) || is_placed(between.j)) return false;
    if (!is_loose(between.i) || !is_loose(between.j)) return false;
    const int links = static_cast<int>(std::count_if(links_.begin(), links_.end(), [&](auto& l) {
      return (l.i == between.i && l.j == between.j) || (l.i == between.j && l.j == between.i);
    }));
    Body a = between.i, b = between.j;
    const std::vector<const Link*> of_a = links_to_placed(a), of_b = links_to_placed(b);
    if (links != 1 || of_a.size() != 1 || of_b.size() != 1) return false;
    const Link *rest_a = of_a[0], *rest_b = of_b[0];
    const auto is_joint = [](const Link& l) {
      return l.kind == Link::Kind::pin || l.kind == Link::Kind::slider;
    };
    if (!is_joint(*rest_a) || !is_joint(*rest_b)) return false;
    if (rest_a->kind == Link::Kind::slider) std::swap(a, b), std::swap(rest_a, rest_b);
    Dyad one;
    const bool inner = between.kind == Link::Kind::slider;
    const bool outer = rest_b->kind == Link::Kind::slider;
    // Two sliders: their equations are linear, so there is one closure.
    const bool has_two = rest_a->kind == Link::Kind::pin && !(inner && outer);
    one.kind = inner ? DyadKind::inner_slider : outer ? DyadKind::outer_slider : DyadKind::pins;
    if (has_two) {
      one.a = {a.first, a.second, 0, 0}, one.b = {b.first, b.second, 0, 0};
      one.rest_a = pin_on(a, *rest_a);
      if (!outer) one.rest_b = pin_on(b, *rest_b);
      if (!inner) one.common = pin_on(a, between), one.common_b = pin_on(b, between);
      if (inner) slide_along(between, one);
      if (outer) slide_along(*rest_b, one);
      one.between = between.element;
      one.label = fmt::format("{} and {}", model_.coordinate_origin[at(a.second)].label,
                              model_.coordinate_origin[at(b.second)].label);
      out.push_back(one);
    }
    mark_placed(a), mark_placed(b);
    return true;
  }

  const Tables& tables_;
  const Model& model_;
  const Phase& phase_;
  std::vector<char> known_;
  std::vector<Link> links_;
  std::vector<int> others_;  // held elements of other kinds
  std::map<Body, int> bodies_;
};

using Point = DyadPoint;

// Turns a body about a point of space.
void turn(const DyadPlace& body, const Point& about, double angle, std::vector<double>& x) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double dx = x[at(body.point)] - about[0], dy = x[at(body.point + 1)] - about[1];
  x[at(body.point)] = about[0] + c * dx - s * dy;
  x[at(body.point + 1)] = about[1] + s * dx + c * dy;
  x[at(body.angle)] += angle;
}

// The image of a point in the line through another one.
Point reflected(const Point& p, const Point& through, double angle) {
  const double dx = p[0] - through[0], dy = p[1] - through[1];
  const double c = std::cos(2 * angle), s = std::sin(2 * angle);
  return {through[0] + c * dx + s * dy, through[1] + s * dx - c * dy};
}

double least_turn(double angle) { return std::remainder(angle, 2 * kPi); }

// Two closures are the same where they differ by no more than this part: numbers in decks are typed
// by hand.
constexpr double kSameClosure = 1e-9;

}  // namespace

std::vector<Dyad> find_dyads(const Tables& tables, const Built& built,
                             const std::vector<int>& known) {
  return Finder(tables, built, known).run();
}

std::optional<std::vector<double>> mirrored(const Dyad& dyad, const std::vector<double>& x) {
  std::vector<double> out = x;
  const Point a = place(dyad.rest_a, x);
  if (dyad.kind == DyadKind::inner_slider) {
    const Point c = place(dyad.rest_b, x);
    const double along = x[at(dyad.slides)] + dyad.slide;
    const double angle = least_turn(2 * direction(a, c) - kPi - 2 * along);
    if (!(distance(a, c) > 0) || std::fabs(angle) < kSameClosure) return std::nullopt;
    turn(dyad.a, a, angle, out), turn(dyad.b, c, angle, out);
    return out;
  }
  const Point pin = place(dyad.common, x);
  if (dyad.kind == DyadKind::outer_slider) {
    const double along = x[at(dyad.slides)] + dyad.slide;
    // The pin is reflected in the line through a that is normal to the line of sliding.
    const Point image = reflected(pin, a, along + kPi / 2);
    if (distance(pin, image) < kSameClosure * distance(a, pin)) return std::nullopt;
    turn(dyad.a, a, least_turn(direction(a, image) - direction(a, pin)), out);
    out[at(dyad.b.point)] += image[0] - pin[0], out[at(dyad.b.point + 1)] += image[1] - pin[1];
    return out;
  }
  const Point c = place(dyad.rest_b, x);
  const Point image = reflected(pin, a, direction(a, c));
  if (!(distance(a, c) > 0) || distance(pin, image) < kSameClosure * distance(a, pin))
    return std::nullopt;
  if (dyad.kind == DyadKind::trusses) {
    out[at(dyad.a.point)] = image[0], out[at(dyad.a.point + 1)] = image[1];
    return out;
  }
  turn(dyad.a, a, least_turn(direction(a, image) - direction(a, pin)), out);
  turn(dyad.b, c, least_turn(direction(c, image) - direction(c, pin)), out);
  return out;
}

}  // namespace mbs
