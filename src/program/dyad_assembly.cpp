// Uses of dyads in a run: ASSEMBLE, the lines of --check, the warnings of a failed assembly.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assembly/evaluation.h"
#include "base/index.h"
#include "build/build.h"
#include "deck/tables/tables.h"
#include "program/dyad_places.h"
#include "program/dyads.h"
#include "program/start_references.h"
#include "run/motion/start.h"
#include "solve/place/placement.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

// Relative to the size of the mechanism: kThere is the largest distance of an assembled pair from
// its computed closure; a coordinate that changes by less than kMoved has not moved.
constexpr double kThere = 1e-6, kMoved = 1e-9;

// Degrees of freedom, angles first, that complete those of the deck where nothing drives the
// mechanism.
std::vector<int> chosen_freedoms(const Built& built, const Options& options,
                                 const std::vector<double>& x) {
  std::vector<int> preferred;
  for (int i = 0; i < built.model.nx; ++i)
    if (built.phase.x_class[at(i)] == Class::dynamic) preferred.push_back(i);
  preferred.insert(preferred.end(), built.model.preferred_freedoms.begin(),
                   built.model.preferred_freedoms.end());
  preferred.insert(preferred.end(), built.model.turning.begin(), built.model.turning.end());
  const Evaluation here = evaluated(built.model, built.phase, x);
  return chosen_partition(built.model, built.phase, here, preferred, options.rank).x_freedoms;
}

bool close(const Built& built, const Phase& phase, const Options& options, State& state) {
  return Placement(built.model, phase, options, true).start(state).ok();
}

double size_of(const std::vector<double>& x) {
  double out = 0;
  for (const double one : x) out = std::max(out, std::fabs(one));
  return out;
}

std::vector<int> coordinates(const Dyad& dyad) {
  std::vector<int> out;
  for (const DyadPlace& body : {dyad.a, dyad.b}) {
    out.insert(out.end(), {body.point, body.point + 1});
    if (body.angle >= 0) out.push_back(body.angle);
  }
  return out;
}

// "body 3 PHI = -60.98deg, body 4 PHI = -98deg"; for a slider its position.
std::string values(const Model& model, const Dyad& dyad, const std::vector<double>& x) {
  std::vector<std::string> out;
  const auto add = [&](int i, bool turns) {
    double value = turns ? std::remainder(x[at(i)], 2 * kPi) * 180 / kPi : x[at(i)];
    if (std::fabs(value) < kMoved * size_of(x)) value = 0;
    out.push_back(
        fmt::format("{} = {:.6g}{}", model.coordinate_name(i), value, turns ? "deg" : ""));
  };
  for (const DyadPlace* body : {&dyad.a, &dyad.b}) {
    if (body == &dyad.b && dyad.kind == DyadKind::trusses) break;
    if (body == &dyad.b && dyad.kind == DyadKind::inner_slider) break;  // it turns with a
    const bool slides = body == &dyad.b && dyad.kind == DyadKind::outer_slider;
    if (body->angle >= 0 && !slides)
      add(body->angle, true);
    else
      add(body->point, false), add(body->point + 1, false);
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

// The state with the pair at its mirror image and all other constraints closed; empty where the
// mechanism does not close with the pair there.
std::optional<std::vector<double>> other_closure(const Built& built, const Options& options,
                                                 const Dyad& dyad, const State& assembled,
                                                 const std::vector<double>& image) {
  State state = assembled;
  state.x = image;
  if (!close(built, built.phase, options, state)) return std::nullopt;
  for (const int i : coordinates(dyad))
    if (!(std::fabs(state.x[at(i)] - image[at(i)]) <= kThere * size_of(image))) return std::nullopt;
  return state.x;
}

// Writes the coordinates `to` into the estimates of all nodes that moved between `from` and `to`.
void take_over(const Model& model, const std::vector<double>& from, const std::vector<double>& to,
               Tables& tables) {
  for (std::size_t k = 0; k < tables.nodes.size(); ++k) {
    NodeRow& row = tables.nodes[k];
    if (row.kind != NodeKind::point && row.kind != NodeKind::angle) continue;
    const int first = model.nodes[k].first, nv = node_type(row.kind).nv;
    bool moved = false;
    for (int c = 0; c < nv; ++c)
      moved |= std::fabs(to[at(first + c)] - from[at(first + c)]) > kMoved * size_of(from);
    for (int c = 0; c < nv && moved; ++c) row.x[at(c)] = to[at(first + c)];
    for (StartRow& start : tables.starts)  // start values of a chain: its angles
      if (moved && start.has_value && start.target == Target::coordinate &&
          start.owner == static_cast<int>(k))
        start.value = to[at(first + start.component)];
  }
}

// ---- dyadK.sign -----------------------------------------------------------------------------

class Signs {
 public:
  Signs(const Tables& tables, const Model& model, const std::vector<double>& x)
      : tables_(tables), model_(model), x_(x) {}

  // An expression of channels whose sign differs between the two closures; empty where the dialect
  // has no channels for it.
  std::string of(const Dyad& dyad) const {
    const std::string a = angle(dyad.a.angle), b = angle(dyad.b.angle);
    const double from =
        std::atan2(dyad.common.eta - dyad.rest_a.eta, dyad.common.xi - dyad.rest_a.xi);
    if (dyad.kind == DyadKind::pins) {
      const double to =
          std::atan2(dyad.rest_b.eta - dyad.common_b.eta, dyad.rest_b.xi - dyad.common_b.xi);
      return a.empty() || b.empty()
                 ? ""
                 : fmt::format("sign(sin({} - {} + ({:.17g})))", b, a, to - from);
    }
    const double slide =
        dyad.slides < 0 ? 0 : x_[at(dyad.slides)] + dyad.slide - x_[at(dyad.b.angle)];
    if (dyad.kind == DyadKind::outer_slider)
      return a.empty() || b.empty()
                 ? ""
                 : fmt::format("sign(cos({} - {} + ({:.17g})))", a, b, from - slide);
    const auto [ax, ay] = point(dyad.rest_a);
    const auto [cx, cy] = point(dyad.rest_b);
    const auto [bx, by] = point(dyad.common);
    if (ax.empty() || cx.empty() || bx.empty()) return "";
    if (dyad.kind == DyadKind::trusses)
      return fmt::format("sign(({0} - {2})*({5} - {1}) - ({1} - {3})*({4} - {0}))", bx, by, ax, ay,
                         cx, cy);
    return fmt::format(
        "sign(({0} - {1})*cos({4} + ({5:.17g})) + ({2} - {3})*sin({4} + ({5:.17g})))", cx, ax, cy,
        ay, b, slide);
  }

 private:
  int node_at(int coordinate) const {
    for (int k = 0; k < count_of(model_.nodes); ++k)
      if (model_.nodes[at(k)].first == coordinate) return k;
    return -1;
  }
  const BodyRow* body_of(int node) const {
    for (const BodyRow& body : tables_.bodies)
      if (body.point == node || body.angle == node) return &body;
    return nullptr;
  }
  std::string angle(int coordinate) const {
    const int node = coordinate < 0 ? -1 : node_at(coordinate);
    if (node < 0) return "";
    if (tables_.vocabulary.rows == RowsOf::nodes)
      return fmt::format("x{}_1", tables_.nodes[at(node)].number);
    if (const BodyRow* body = body_of(node)) return fmt::format("body{}.phi", body->number);
    const auto& segments = tables_.chain.segments;
    for (int k = 0; k < count_of(segments); ++k)
      if (segments[at(k)].angle == node) return fmt::format("phi{}", k + 1);
    return "";
  }
  std::array<std::string, 2> point(const DyadPlace& place) const {
    const int node = node_at(place.point);
    std::array<std::string, 2> out;
    const BodyRow* const body = body_of(node);
    if (node < 0 || (!body && tables_.vocabulary.rows != RowsOf::nodes)) return out;
    const std::string phi = angle(place.angle);
    for (int c = 0; c < 2; ++c) {
      const std::string origin = body
                                     ? fmt::format("body{}.{}", body->number, c == 0 ? "x" : "y")
                                     : fmt::format("x{}_{}", tables_.nodes[at(node)].number, c + 1);
      out[at(c)] = place.angle < 0 ? origin
                   : c == 0 ? fmt::format("({} + ({:.17g})*cos({}) - ({:.17g})*sin({}))", origin,
                                          place.xi, phi, place.eta, phi)
                            : fmt::format("({} + ({:.17g})*sin({}) + ({:.17g})*cos({}))", origin,
                                          place.xi, phi, place.eta, phi);
    }
    return out;
  }

  const Tables& tables_;
  const Model& model_;
  const std::vector<double>& x_;
};

void add_signs(const std::vector<Dyad>& dyads, const Model& model, const std::vector<double>& x,
               Tables& tables) {
  std::vector<OutRow> signs;
  const Signs make(tables, model, x);
  for (int k = 0; k < count_of(dyads); ++k) {
    OutRow row;
    row.name = fmt::format("dyad{}.sign", k + 1);
    row.text = make.of(dyads[at(k)]);
    row.label = tables.mirrored.front().label;
    row.where = row.text_at = tables.mirrored.front().where;
    if (!row.text.empty()) signs.push_back(std::move(row));
  }
  tables.outs.insert(tables.outs.begin(), signs.begin(), signs.end());
}

std::string list_of(const std::vector<Dyad>& dyads) {
  std::string out;
  for (int k = 0; k < count_of(dyads); ++k)
    out += fmt::format("{}{} ({})", k > 0 ? ", " : "", k + 1, dyads[at(k)].label);
  return out;
}

}  // namespace

void assemble_mirrored(Tables& tables, const Options& options, std::optional<Built>& built,
                       Diagnostics& diagnostics) {
  if (tables.vocabulary.rows == RowsOf::nodes &&
      std::any_of(tables.starts.begin(), tables.starts.end(),
                  [](const StartRow& row) { return row.has_value; }))
    return diagnostics.error(tables.mirrored.front().where, tables.mirrored.front().label,
                             "STARTDX or STARTDE moves the mechanism away from where X draws it",
                             "expected X lines of the closure that is meant");
  for (std::size_t k = 0; k <= tables.mirrored.size(); ++k) {
    Built trial = *built;
    take_references_at_start(tables, options, trial);
    State state = state_at_rest(trial.model, tables.time.start);
    if (!close(trial, trial.phase, options, state)) return;  // the run says so
    const std::vector<Dyad> dyads =
        find_dyads(tables, trial, chosen_freedoms(trial, options, state.x));
    if (k == tables.mirrored.size()) return add_signs(dyads, trial.model, state.x, tables);
    const AssembleRow& row = tables.mirrored[k];
    if (row.dyad > count_of(dyads))
      return diagnostics.error(
          row.where, row.label,
          dyads.empty() ? "no loop of this mechanism is closed by two bodies"
                        : fmt::format("{} of its loops are closed by two bodies", dyads.size()),
          dyads.empty() ? "expected a mechanism with pins and sliders in loops"
                        : "expected one of " + list_of(dyads));
    const Dyad& dyad = dyads[at(row.dyad - 1)];
    const auto image = mirrored(dyad, state.x);
    if (!image)
      return diagnostics.error(
          row.where, row.label,
          fmt::format("{} is at a dead position, where both closures are one", dyad.label),
          "expected another start");
    const auto other = other_closure(trial, options, dyad, state, *image);
    if (!other)
      return diagnostics.error(
          row.where, row.label,
          fmt::format("with the other closure of {} the rest does not close from here", dyad.label),
          "expected estimates of the rest nearer to it");
    take_over(trial.model, state.x, *other, tables);
    Diagnostics unheard;  // the model has been built before
    built = build_model(tables, unheard);
    if (!built) return diagnostics.error(row.where, row.label, "the model cannot be built there");
  }
}

std::string describe_dyads(const Tables& tables, const Built& built, const Options& options) {
  State state = state_at_rest(built.model, tables.time.start);
  if (!built.model.orientations.empty() || !close(built, built.phase, options, state)) return {};
  const std::vector<Dyad> dyads =
      find_dyads(tables, built, chosen_freedoms(built, options, state.x));
  std::string out;
  for (int k = 0; k < count_of(dyads); ++k) {
    const Dyad& dyad = dyads[at(k)];
    const auto image = mirrored(dyad, state.x);
    const auto other = image ? other_closure(built, options, dyad, state, *image) : std::nullopt;
    const std::string here = values(built.model, dyad, state.x);
    if (other)
      out += fmt::format("dyad {}: {} closes with {}, or mirrored with {} (ASSEMBLE {} MIRRORED)\n",
                         k + 1, dyad.label, here, values(built.model, dyad, *other), k + 1);
    else
      out += fmt::format(
          "dyad {}: {} closes with {}{}\n", k + 1, dyad.label, here,
          image ? "; mirrored, the rest does not close from here" : ", a dead position");
  }
  return out;
}

namespace {

// A pair that is open at `common`: both closures, or the missing distance.
struct Closures {
  double lacks = 0;
  std::vector<double> x[2];
};

std::optional<Closures> closures(const Dyad& dyad, const std::vector<double>& x, double longer) {
  if (dyad.kind == DyadKind::inner_slider) return std::nullopt;
  const DyadPoint a = place(dyad.rest_a, x), pin = place(dyad.common, x);
  const double r = distance(a, pin);
  Closures out;
  DyadPoint images[2];
  if (dyad.kind == DyadKind::outer_slider) {
    const DyadPoint on_line = place(dyad.common_b, x);
    const double along = x[at(dyad.slides)] + dyad.slide, c = std::cos(along), s = std::sin(along);
    const double to = (a[0] - on_line[0]) * c + (a[1] - on_line[1]) * s;
    const DyadPoint foot{on_line[0] + to * c, on_line[1] + to * s};
    out.lacks = distance(a, foot) - r;
    const double half = std::sqrt(std::max(r * r - distance(a, foot) * distance(a, foot), 0.0));
    for (int k = 0; k < 2; ++k)
      images[k] = {foot[0] + (k == 0 ? half : -half) * c, foot[1] + (k == 0 ? half : -half) * s};
  } else {
    const DyadPoint c = place(dyad.rest_b, x);
    const double q = dyad.kind == DyadKind::trusses ? distance(c, pin) - longer
                                                    : distance(place(dyad.common_b, x), c);
    const double d = distance(a, c);
    out.lacks = std::max(d - r - q, std::fabs(r - q) - d);
    const double opens = std::acos(std::clamp((r * r + d * d - q * q) / (2 * r * d), -1.0, 1.0));
    for (int k = 0; k < 2; ++k) {
      const double angle = direction(a, c) + (k == 0 ? opens : -opens);
      images[k] = {a[0] + r * std::cos(angle), a[1] + r * std::sin(angle)};
    }
  }
  for (int k = 0; k < 2; ++k) {
    out.x[k] = x;
    std::vector<double>& at_image = out.x[k];
    if (dyad.kind == DyadKind::trusses) {
      at_image[at(dyad.a.point)] = images[k][0], at_image[at(dyad.a.point + 1)] = images[k][1];
      continue;
    }
    at_image[at(dyad.a.angle)] += direction(a, images[k]) - direction(a, pin);
    if (dyad.kind == DyadKind::outer_slider) {
      const DyadPoint from = place(dyad.common_b, x);
      for (int c = 0; c < 2; ++c) at_image[at(dyad.b.point + c)] += images[k][at(c)] - from[at(c)];
    } else {
      const DyadPoint c = place(dyad.rest_b, x);
      at_image[at(dyad.b.angle)] += direction(c, images[k]) - direction(c, place(dyad.common_b, x));
    }
  }
  return out;
}

}  // namespace

void warn_of_open_dyads(const Tables& tables, const Built& built, const Options& options,
                        Diagnostics& diagnostics) {
  const Model& model = built.model;
  State state = state_at_rest(model, tables.time.start);
  if (!model.orientations.empty() || close(built, built.phase, options, state)) return;
  const State estimates = state_at_rest(model, tables.time.start);
  const std::vector<Dyad> dyads =
      find_dyads(tables, built, chosen_freedoms(built, options, estimates.x));
  for (int k = 0; k < count_of(dyads); ++k) {
    const Dyad& dyad = dyads[at(k)];
    const ElementRange& range = model.elements[at(dyad.between)];
    Phase phase = built.phase;
    for (int r = range.first; r < range.first + range.type->ne; ++r)
      phase.e_class[at(r)] = Class::calculable;
    state = estimates;
    if (!close(built, phase, options, state)) continue;
    const Evaluation here = evaluated(model, state.x);
    const double longer = here.e[at(range.first)] - built.phase.e_fixed[at(range.first)];
    const auto found = closures(dyad, state.x, longer);
    if (!found) continue;
    const ElementRow& row = tables.elements[at(dyad.between)];
    if (found->lacks > 0)
      diagnostics.warning(row.where, fmt::format("dyad {}", k + 1),
                          fmt::format("{} cannot reach by {:.4g} {}", dyad.label, found->lacks,
                                      tables.units().length));
    else
      diagnostics.warning(
          row.where, fmt::format("dyad {}", k + 1),
          fmt::format("{} closes with {}, or mirrored with {}", dyad.label,
                      values(model, dyad, found->x[0]), values(model, dyad, found->x[1])));
  }
}

}  // namespace mbs
