#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "elements/contact_polyline.h"
#include "elements/path.h"
#include "run/events/contact_run.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

// A contact point lies in a corner if it is nearer than this part of the size of the outline.
constexpr double kSameCorner = 1e-9;

// kSoon: the part of the mechanism's own time after which the direction of its motion is seen.
constexpr double kSoon = 1e-4;

Coordinates place_of(const State& state, const Dynamics& dynamics) {
  const Evaluation& here = dynamics.kinematics().evaluation();
  return {state.x.data(), nullptr, here.cosine.data(), here.sine.data()};
}

// The position after a small part of the time in which the mechanism moves by its own length.
State state_soon(const State& now, double length) {
  double v = 0, a = 0;
  for (const double value : now.v) v = std::max(v, std::fabs(value));
  for (const double value : now.a) a = std::max(a, std::fabs(value));
  const double rate = std::max({v, v / length, std::sqrt(a), std::sqrt(a / length)});
  State out = now;
  if (!(rate > 0) || !std::isfinite(rate)) return out;
  const double h = kSoon / rate;
  for (std::size_t i = 0; i < now.v.size(); ++i) out.x[i] += h * (now.v[i] + h / 2 * now.a[i]);
  return out;
}

}  // namespace

PieceSource::Piece& PieceSource::add(int element, int batch) {
  const int gap = model_.elements[element].first;
  const Origin& told = model_.deformation_origin[gap];
  return pieces_.emplace_back(Piece{told.label, told.where, gap, batch});
}

PathCircles::PathCircles(const Model& model, ContactSet& set) : PieceSource(model, set) {
  for (const PathCircle& circle : model.circles)
    add(circle.element, circle.batch).label += fmt::format(" place {}", circle.place + 1);
}

// Two functions as for a penalty contact: the gap, and the gap shifted a little.
void PathCircles::evaluate(const EventLook& look, Vector g) {
  Coordinates at = place_of(look.state, look.dynamics);
  at.wraps = look.phase.wraps.data();
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const int place = model_.circles[k].place;
    const double gap = path_gap(batch_of(pieces_[k]), at, place);
    set_.largest_gap = std::max(set_.largest_gap, std::fabs(gap));
    // The radius counts, too: where a path has only touched its circle, all gaps are rounding.
    const double shift = tolerance::gap_overrun *
                         std::max(set_.largest_gap, path_radius(batch_of(pieces_[k]), place));
    g[2 * k] = gap;
    g[2 * k + 1] = look.phase.wraps[k] == Wrap::on ? gap - shift : gap + shift;
  }
}

Change PathCircles::occur(int k, Crossing direction, DynamicSite& at) {
  Wrap& wrap = at.phase.wraps[k / 2];
  const Wrap now = direction == Crossing::falling ? Wrap::on : Wrap::off;
  Change out;
  if (wrap != now && turns_round(k / 2, at)) {
    const std::size_t circle = static_cast<std::size_t>(k / 2);
    report_turned_arc(model_, {pieces_[circle].gap, model_.circles[circle].place},
                      fmt::format("t = {:.9g}", at.state.t), "end the run earlier", at.diagnostics);
    out.failed = true;
    return out;
  }
  if (wrap != now)
    out.text = fmt::format("{} at t = {:.12g}: {}\n", label(k), at.state.t,
                           now == Wrap::on ? "touches" : "leaves");
  wrap = now;
  return out;
}

// A path touches its circle, and leaves it, with an arc of no length. The arc of one that turns by
// half a turn jumps to the other side: its length would, too.
bool PathCircles::turns_round(int k, const DynamicSite& at) const {
  Coordinates here = place_of(at.state, *at.dynamics);
  here.wraps = at.phase.wraps.data();
  const std::size_t circle = static_cast<std::size_t>(k);
  const double arc = path_arc(batch_of(pieces_[circle]), here, model_.circles[circle].place);
  return std::fabs(arc) > kPi / 2;
}

void PathCircles::begin(DynamicSite& at) const {
  for (std::size_t k = 0; k < pieces_.size(); ++k)
    at.phase.wraps[k] = is_on(k, at) ? Wrap::on : Wrap::off;
}

// Where a path just touches its circle, its gap is rounding: the motion decides on which side the
// path lies.
bool PathCircles::is_on(std::size_t k, const DynamicSite& at) const {
  const int place = model_.circles[k].place;
  const ElementBatch& batch = batch_of(pieces_[k]);
  const Coordinates here = place_of(at.state, *at.dynamics);
  const double rounding = std::max(set_.tolerance(pieces_[k].gap, *at.dynamics),
                                   tolerance::gap_overrun * path_radius(batch, place));
  if (std::fabs(path_gap(batch, here, place)) < rounding) {
    Evaluation soon(model_);
    const State moved = state_soon(at.state, at.dynamics->kinematics().jacobian().length());
    evaluate_position(model_, moved.x, soon);
    const Coordinates there{moved.x.data(), nullptr, soon.cosine.data(), soon.sine.data()};
    if (std::fabs(path_gap(batch, there, place)) > rounding)
      return path_touches(batch, there, place);
  }
  return path_touches(batch, here, place);
}

Outlines::Outlines(const Model& model, ContactSet& set, ContactModes& modes)
    : PieceSource(model, set), modes_(modes) {
  for (const OutlineContact& outline : model.outlines) {
    Piece& piece = add(outline.element, outline.batch);
    for (std::size_t other = 0; other < set.contacts.size(); ++other)
      if (!set.contacts[other].is_joint() && set.contacts[other].normal == piece.gap)
        piece.ruler = static_cast<int>(other);
    for (const PenaltyContact& other : set.penalties)
      if (other.normal == piece.gap) piece.law = other.law;
  }
}

// How far the wheel is from both ends of the piece that counts; 1 where that does not matter.
void Outlines::evaluate(const EventLook& at, Vector g) {
  std::fill(g.begin(), g.end(), 1.0);
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const int piece = at.phase.pieces[k];
    if (piece < 0) continue;
    const Outline::Margins margins =
        outline_margins(batch_of(pieces_[k]), place_of(at.state, at.dynamics), piece);
    if (std::isfinite(margins.back)) g[2 * k] = margins.back;
    if (std::isfinite(margins.forth)) g[2 * k + 1] = margins.forth;
  }
}

// The margins are positive until the piece ends.
void Outlines::add_noise(DynamicSite&, std::vector<EventNoise>& noise) {
  noise.insert(noise.end(), static_cast<std::size_t>(count()), EventNoise{0.0, false});
}

void Outlines::follow(DynamicSite& at) const {
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Piece& c = pieces_[k];
    const bool touches = c.law >= 0     ? at.phase.touch[c.law] == Touch::closed
                         : c.ruler >= 0 ? set_.contacts[c.ruler].closed()
                                        : true;
    int& piece = at.phase.pieces[k];
    if (!touches)
      piece = -1;
    else if (piece < 0)
      piece = outline_piece(batch_of(c), place_of(at.state, *at.dynamics));
  }
}

void Outlines::choose_sides(DynamicSite& at) const {
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const Piece& c = pieces_[k];
    if (c.ruler < 0) continue;
    const ElementBatch& batch = batch_of(c);
    const Outline& outline = outline_row(batch).outline;
    const double near = kSameCorner * outline.size();
    if (set_.contacts[c.ruler].closed() || outline.r() > 0 || std::fabs(at.state.e[c.gap]) > near)
      continue;
    const Coordinates place = place_of(at.state, *at.dynamics);
    const int here = outline_piece(batch, place);
    const Outline::Margins margins = outline_margins(batch, place, here);
    const int way = margins.back < near ? -1 : margins.forth < near ? 1 : 0;
    if (way == 0) continue;
    const auto rate_with = [&](int piece) {
      at.phase.pieces[k] = piece;
      return at.solve().ok() ? at.state.ed[c.gap] : -HUGE_VAL;
    };
    const int other = outline_piece_beside(batch, place, here, way);
    const double rate = rate_with(here);
    if (!(rate_with(other) > rate)) rate_with(here);
  }
}

// The curvature of the next piece is another one, so that the force of a rigid contact jumps. The
// side of a point (radius 0) ends in a sharp corner, where the contact lifts off.
Change Outlines::occur(int k, Crossing, DynamicSite& at) {
  const Piece& c = pieces_[k / 2];
  int& piece = at.phase.pieces[k / 2];
  if (piece < 0) return {};
  const int next = next_outline_piece(batch_of(c), place_of(at.state, *at.dynamics), piece);
  if (std::exchange(piece, next) == next) return {};
  const ContactSet::Modes before = set_.modes();
  if (outline_row(batch_of(c)).outline.r() > 0)
    return set_.any_closed() ? modes_.resolve(at, before) : Change{};
  if (!c.has_ruler() && at.phase.e_class[c.gap] != Class::calculable) {
    Change out;
    out.problem = fmt::format(
        "at t = {:.9g} its point comes to a sharp corner, where what holds it there has no "
        "direction",
        at.state.t);
    out.where = c.where;
    out.label = c.label;
    out.hint = "give it a radius, or let CONTACT rule it";
    return out;
  }
  if (c.ruler < 0 || !set_.contacts[c.ruler].closed()) return {};
  choose_sides(at);
  set_.contacts[c.ruler].mode = ContactMode::open;
  at.phase.pieces[k / 2] = -1;
  return modes_.resolve(at, before, c.ruler);
}

}  // namespace mbs
