#include "run/contacts/contact_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "elements/contact_polyline.h"
#include "elements/path.h"

namespace mbs {

namespace {

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

ContactPieces::ContactPieces(const Model& model, ContactSet& set) : model_(model), set_(set) {
  const auto add = [&](int element) -> ContactPiece& {
    const int gap = model.elements[element].first;
    const Origin& told = model.deformation_origin[gap];
    return pieces_.emplace_back(ContactPiece{told.label, told.where, gap});
  };
  for (std::size_t k = 0; k < model.circles.size(); ++k) {
    ContactPiece& piece = add(model.circles[k].element);
    piece.label += fmt::format(" place {}", model.circles[k].place + 1);
    piece.circle = static_cast<int>(k);
  }
  for (std::size_t k = 0; k < model.outlines.size(); ++k) {
    ContactPiece& piece = add(model.outlines[k].element);
    piece.outline = static_cast<int>(k);
    for (std::size_t other = 0; other < set.contacts.size(); ++other)
      if (!set.contacts[other].is_joint() && set.contacts[other].normal == piece.gap)
        piece.ruler = static_cast<int>(other);
    for (const PenaltyContact& other : set.penalties)
      if (other.normal == piece.gap) piece.law = other.law;
  }
}

void ContactPieces::evaluate(const ContactPiece& c, const State& state, const Dynamics& dynamics,
                             const Phase& phase, double* out) {
  if (c.outline >= 0)
    evaluate_outline(c, state, dynamics, phase, out);
  else
    evaluate_circle(c, state, dynamics, phase, out);
}

// How far the wheel is from both ends of the piece that counts; 1 where that does not matter.
void ContactPieces::evaluate_outline(const ContactPiece& c, const State& state,
                                     const Dynamics& dynamics, const Phase& phase,
                                     double* out) const {
  out[0] = out[1] = 1;
  const int piece = phase.pieces[c.outline];
  if (piece < 0) return;
  const Outline::Margins margins = outline_margins(batch_of(c), place_of(state, dynamics), piece);
  if (std::isfinite(margins.back)) out[0] = margins.back;
  if (std::isfinite(margins.forth)) out[1] = margins.forth;
}

// Two functions as for a penalty contact: the gap, and the gap shifted a little.
void ContactPieces::evaluate_circle(const ContactPiece& c, const State& state,
                                    const Dynamics& dynamics, const Phase& phase, double* out) {
  const PathCircle& circle = model_.circles[c.circle];
  Coordinates at = place_of(state, dynamics);
  at.wraps = phase.wraps.data();
  const double gap = path_gap(batch_of(c), at, circle.place);
  set_.largest_gap = std::max(set_.largest_gap, std::fabs(gap));
  // The radius counts, too: where a path has only touched its circle, all gaps are rounding.
  const double shift =
      tolerance::gap_overrun * std::max(set_.largest_gap, path_radius(batch_of(c), circle.place));
  out[0] = gap;
  out[1] = phase.wraps[c.circle] == Wrap::on ? gap - shift : gap + shift;
}

void ContactPieces::follow_outlines(DynamicSite& at) const {
  for (const ContactPiece& c : pieces_) {
    if (c.outline < 0) continue;
    const bool touches = c.law >= 0     ? at.phase.touch[c.law] == Touch::closed
                         : c.ruler >= 0 ? set_.contacts[c.ruler].closed()
                                        : true;
    int& piece = at.phase.pieces[c.outline];
    if (!touches)
      piece = -1;
    else if (piece < 0)
      piece = outline_piece(batch_of(c), place_of(at.state, *at.dynamics));
  }
}

void ContactPieces::choose_sides(DynamicSite& at) const {
  const auto rate_with = [&at](const ContactPiece& c, int piece) {
    at.phase.pieces[c.outline] = piece;
    return at.solve().ok() ? at.state.ed[c.gap] : -HUGE_VAL;
  };
  for (const ContactPiece& c : pieces_) {
    if (c.outline < 0 || c.ruler < 0) continue;
    const Contact& ruler = set_.contacts[c.ruler];
    const ElementBatch& batch = batch_of(c);
    const Outline& outline = outline_row(batch).outline;
    const double near = tolerance::same_corner * outline.size();
    if (ruler.closed() || outline.r() > 0 || std::fabs(at.state.e[c.gap]) > near) continue;
    const Coordinates place = place_of(at.state, *at.dynamics);
    const int here = outline_piece(batch, place);
    const Outline::Margins margins = outline_margins(batch, place, here);
    const int way = margins.back < near ? -1 : margins.forth < near ? 1 : 0;
    if (way == 0) continue;
    const int other = outline_piece_beside(batch, place, here, way);
    const double rate = rate_with(c, here);
    if (!(rate_with(c, other) > rate)) rate_with(c, here);
  }
}

bool ContactPieces::is_point(const ContactPiece& c) const {
  return !(outline_row(batch_of(c)).outline.r() > 0);
}

bool ContactPieces::pass_piece(const ContactPiece& c, DynamicSite& at) const {
  int& piece = at.phase.pieces[c.outline];
  if (piece < 0) return false;
  const int next = next_outline_piece(batch_of(c), place_of(at.state, *at.dynamics), piece);
  return std::exchange(piece, next) != next;
}

void ContactPieces::begin_circles(DynamicSite& at) const {
  for (const ContactPiece& piece : pieces_)
    if (piece.circle >= 0) begin_circle(piece, at);
}

// Where a path just touches its circle, its gap is rounding: the motion decides on which side the
// path lies.
void ContactPieces::begin_circle(const ContactPiece& c, DynamicSite& at) const {
  const PathCircle& circle = model_.circles[c.circle];
  const ElementBatch& batch = batch_of(c);
  const Coordinates here = place_of(at.state, *at.dynamics);
  bool on = path_touches(batch, here, circle.place);
  const double rounding = std::max(set_.tolerance(c.gap, *at.dynamics),
                                   tolerance::gap_overrun * path_radius(batch, circle.place));
  if (std::fabs(path_gap(batch, here, circle.place)) < rounding) {
    Evaluation soon(model_);
    const State moved = state_soon(at.state, at.dynamics->kinematics().jacobian().length());
    evaluate_position(model_, moved.x, soon);
    const Coordinates there{moved.x.data(), nullptr, soon.cosine.data(), soon.sine.data()};
    if (std::fabs(path_gap(batch, there, circle.place)) > rounding)
      on = path_touches(batch, there, circle.place);
  }
  at.phase.wraps[c.circle] = on ? Wrap::on : Wrap::off;
}

ContactChange ContactPieces::pass_circle(const ContactPiece& c, Crossing direction,
                                         DynamicSite& at) const {
  Wrap& wrap = at.phase.wraps[c.circle];
  const Wrap now = direction == Crossing::falling ? Wrap::on : Wrap::off;
  ContactChange out;
  if (wrap != now)
    out.text = fmt::format("{} at t = {:.12g}: {}\n", c.label, at.state.t,
                           now == Wrap::on ? "touches" : "leaves");
  wrap = now;
  return out;
}

}  // namespace mbs
