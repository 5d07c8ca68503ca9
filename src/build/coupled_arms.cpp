#include "build/coupled_arms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/index.h"
#include "linalg/row_space.h"
#include "model/crossing_arm.h"

namespace mbs {

namespace {

constexpr double kUnfollowed = std::numeric_limits<double>::quiet_NaN();
// The joints determine a length if at most this part of its derivative remains.
constexpr double kLeft = 1e-9;
// Two arms are equal if they differ by no more than this part.
constexpr double kRounding = 1e-13;

bool is_other(double arm, double whole) {
  return std::fabs(arm - whole) > kRounding * (std::fabs(arm) + std::fabs(whole));
}

bool is_coupling(std::string_view keyword) {
  return keyword == "RELATION" || keyword == "FORMULA" || keyword == "PLGEAR" ||
         keyword == "PLBELT" || keyword == "PLRACK" || keyword == "PLSCREW";
}

bool is_one_of(const std::vector<int>& all, int one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// Bodies that are tied together, as a forest; part_of() gives the tree of a body.
class Forest {
 public:
  // Joins bodies[0] with each other body by an edge; false: all are in one tree already.
  bool join(const std::vector<int>& bodies, bool is_counted) {
    bool joined = false;
    for (std::size_t k = 1; k < bodies.size(); ++k) {
      const int a = part_of(bodies[0]), b = part_of(bodies[k]);
      if (a == b) continue;
      part_[a] = b;
      edges_[bodies[0]].push_back({bodies[k], is_counted});
      edges_[bodies[k]].push_back({bodies[0], is_counted});
      joined = true;
    }
    return joined;
  }

  // The number of counted edges on the ways between these bodies.
  int counted_between(const std::vector<int>& bodies) {
    std::set<std::pair<int, int>> seen;
    for (std::size_t k = 1; k < bodies.size(); ++k) walk(bodies[0], -1, bodies[k], seen);
    return count_of(seen);
  }

 private:
  struct Edge {
    int to;
    bool is_counted;
  };

  int part_of(int body) {
    const auto known = part_.find(body);
    if (known == part_.end()) return body;
    return known->second = part_of(known->second);
  }

  bool walk(int at, int from, int goal, std::set<std::pair<int, int>>& seen) {
    if (at == goal) return true;
    for (const Edge& edge : edges_[at]) {
      if (edge.to == from || !walk(edge.to, at, goal, seen)) continue;
      if (edge.is_counted) seen.insert(std::minmax(at, edge.to));
      return true;
    }
    return false;
  }

  std::map<int, int> part_;
  std::map<int, std::vector<Edge>> edges_;
};

constexpr int kFixedBodies = -2;

}  // namespace

CoupledArms::CoupledArms(const Model& model, const std::vector<Muscle>& muscles,
                         const std::vector<CrossedJoints>& crossings,
                         const std::vector<MuscleTerm>& joints)
    : model_(model), muscles_(muscles), crossings_(crossings), joints_(joints) {
  if (muscles.empty()) return;
  find_holders();
  entries_.resize(at(model.ne));
  for (int e = 0; e < count_of(model.entry_row); ++e)
    if (model.entry_column[e] != model.clock)
      entries_[at(model.entry_row[e])].push_back({e, model.entry_column[e]});
  followed_.resize(muscles.size());
  for (std::size_t k = 0; k < muscles.size(); ++k) {
    std::vector<Angle>& angles = followed_[k].angles;
    const auto take = [&angles](int plus, int minus) {
      const Angle angle{plus, minus}, back{minus, plus};
      if (plus >= 0 && std::find(angles.begin(), angles.end(), angle) == angles.end() &&
          std::find(angles.begin(), angles.end(), back) == angles.end())
        angles.push_back(angle);
    };
    for (const MuscleTerm& joint : joints) take(joint.plus, joint.minus);
    for (const CrossedJoint& crossing : crossings[k]) take(crossing.plus, crossing.minus);
    for (const MuscleTerm& term : muscles[k].terms) take(term.plus, term.minus);
  }
}

void CoupledArms::find_holders() {
  body_of_.resize(at(model_.nx));
  std::iota(body_of_.begin(), body_of_.end(), 0);
  const auto elements = [this](const auto& look) {
    for (const ElementBatch& batch : model_.batches) {
      const auto width = batch.gather.size() / at(std::max(1, batch.count));
      for (int k = 0; k < batch.count; ++k)
        look(batch, batch.gather.data() + at(k) * width, width,
             batch.first_deformation + k * batch.type->ne);
    }
  };
  const auto is_joint = [](std::string_view keyword) {
    return keyword == "PLREV" || keyword == "PLTRAN" || keyword == "PLWELD";
  };
  elements([&](const ElementBatch& batch, const int* x, std::size_t, int) {
    if (!is_joint(batch.type->spec.keyword)) return;
    for (const int i : {0, 3})
      for (const int c : {0, 1}) body_of_[at(x[i + c])] = x[i + 2];
  });
  elements([&](const ElementBatch& batch, const int* x, std::size_t width, int first) {
    const std::string_view keyword = batch.type->spec.keyword;
    if (batch.type->spec.is_contact || keyword == "PLTOR") return;
    Holder holder;
    holder.first = first, holder.count = batch.type->ne;
    if (is_coupling(keyword)) return couplings_.push_back(std::move(holder));
    holder.is_pin = keyword == "PLREV", holder.is_joint = is_joint(keyword);
    for (std::size_t i = 0; i < width; ++i)
      if (const int c = x[i]; c < model_.nx && !is_one_of(holder.bodies, body_of_[at(c)]))
        holder.bodies.push_back(body_of_[at(c)]);
    slides_ = slides_ || keyword == "PLTRAN";
    holders_.push_back(std::move(holder));
  });
}

bool CoupledArms::is_held(const Phase& phase, const Holder& holder) const {
  for (int r = holder.first; r < holder.first + holder.count; ++r)
    if (phase.e_class[r] == Class::fixed) return true;
  return false;
}

void CoupledArms::add_row(int deformation, const Phase& phase, ConstVector De, Vector row) const {
  for (const auto& [entry, column] : entries_[at(deformation)])
    if (phase.x_class[column] != Class::fixed) row[column] += De[entry];
}

// Per holder, 1: it closes a loop in which joints of the muscle depend on each other.
std::vector<char> CoupledArms::left_out(const Phase& phase, const Followed& of) const {
  const auto node = [&phase](int body) {
    return phase.x_class[body] == Class::fixed ? kFixedBodies : body;
  };
  const auto nodes = [&node](const Holder& holder) {
    std::vector<int> out;
    for (const int body : holder.bodies)
      if (!is_one_of(out, node(body))) out.push_back(node(body));
    return out;
  };
  const auto is_of_muscle = [&of](const Holder& holder) {
    return holder.is_pin &&
           std::any_of(of.angles.begin(), of.angles.end(), [&holder](const Angle& angle) {
             return is_one_of(holder.bodies, angle.plus) && is_one_of(holder.bodies, angle.minus);
           });
  };
  std::vector<char> out(holders_.size(), 0), joined(holders_.size(), 0);
  Forest forest;
  for (const int round : {0, 1, 2})  // joints of the muscle, other joints, other holders
    for (std::size_t h = 0; h < holders_.size(); ++h) {
      const bool own = is_of_muscle(holders_[h]);
      if ((own ? 0 : holders_[h].is_joint ? 1 : 2) == round && is_held(phase, holders_[h]))
        joined[h] = forest.join(nodes(holders_[h]), own) ? 1 : 0;
    }
  for (std::size_t h = 0; h < holders_.size(); ++h)
    if (joined[h] == 0)
      out[h] = forest.counted_between(nodes(holders_[h])) + (is_of_muscle(holders_[h]) ? 1 : 0) > 1;
  return out;
}

void CoupledArms::update(const Phase& phase, ConstVector De) {
  if (!any()) return;
  for (std::size_t k = 0; k < muscles_.size(); ++k) follow(k, phase, De);
}

namespace {

// The rows of the angles, reduced by the constraints. choose() finds the angles that rest while one
// angle turns.
class Turning {
 public:
  explicit Turning(std::vector<std::vector<double>> angles) : angles_(std::move(angles)) {}

  // Lets angle j turn while all other angles rest that can; the first `named` ones must rest. False
  // if angle j cannot turn so. `follows`: some other angles do not rest.
  bool choose(std::size_t j, std::size_t named, bool& follows) {
    const int n = count_of(angles_[j]);
    RowSpace with(n);
    rest_ = RowSpace(n);
    follows = false;
    if (!with.add(angles_[j], 1)) return false;
    for (std::size_t i = 0; i < angles_.size(); ++i) {
      if (i == j) continue;
      if (with.add(angles_[i], 1)) {
        rest_.add(angles_[i], 1);
      } else if (i < named) {
        return false;
      } else {
        follows = true;
      }
    }
    turning_ = angles_[j];
    rest_.reduce(turning_);
    return true;
  }

  // The rate of a length or angle with this derivative (constraints eliminated); nan: the turning
  // angle does not determine it.
  double rate(std::vector<double> row, double size) const {
    rest_.reduce(row);
    const double out = dot(row, turning_) / dot(turning_, turning_);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] -= out * turning_[i];
    return std::sqrt(dot(row, row)) <= kLeft * size ? out : kUnfollowed;
  }

 private:
  std::vector<std::vector<double>> angles_;
  RowSpace rest_{0};
  std::vector<double> turning_;
};

}  // namespace

// The number of independent angles.
int CoupledArms::freedom(const Followed& of, const std::vector<char>& out, const Phase& phase,
                         ConstVector De) const {
  RowSpace held(model_.nx);
  std::vector<double> row(at(model_.nx));
  for (std::size_t h = 0; h < holders_.size(); ++h)
    for (int r = holders_[h].first; r < holders_[h].first + holders_[h].count && out[h] == 0; ++r) {
      if (phase.e_class[r] != Class::fixed) continue;
      std::fill(row.begin(), row.end(), 0.0);
      add_row(r, phase, De, row);
      held.add(row, std::sqrt(dot(row, row)));
    }
  int free = 0;
  for (const Angle& angle : of.angles) {
    std::fill(row.begin(), row.end(), 0.0);
    for (const auto& [c, sign] : {std::pair(angle.plus, 1.0), std::pair(angle.minus, -1.0)})
      if (phase.x_class[c] != Class::fixed) row[at(c)] = sign;
    free += held.add(row, 1) ? 1 : 0;
  }
  return free;
}

std::vector<char> CoupledArms::dependent(const Phase& phase, ConstVector De) const {
  std::vector<char> out;
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const std::vector<char> left = left_out(phase, followed_[k]), none(holders_.size(), 0);
    const bool loops = std::find(left.begin(), left.end(), 1) != left.end();
    out.push_back(loops && !crossings_[k].empty() &&
                  freedom(followed_[k], none, phase, De) < freedom(followed_[k], left, phase, De));
  }
  return out;
}

void CoupledArms::follow(std::size_t k, const Phase& phase, ConstVector De) {
  Followed& of = followed_[k];
  const Muscle& muscle = muscles_[k];
  const CrossedJoints& crossings = crossings_[k];
  of.length.assign(crossings.size(), kUnfollowed);
  of.term.assign(joints_.size() * muscle.terms.size(), kUnfollowed);
  RowSpace held(model_.nx);
  std::vector<double> row(at(model_.nx));
  const auto hold = [&](const Holder& holder) {
    for (int r = holder.first; r < holder.first + holder.count; ++r) {
      if (phase.e_class[r] != Class::fixed) continue;
      std::fill(row.begin(), row.end(), 0.0);
      add_row(r, phase, De, row);
      held.add(row, std::sqrt(dot(row, row)));
    }
  };
  const std::vector<char> out = left_out(phase, of);
  for (std::size_t h = 0; h < holders_.size(); ++h)
    if (out[h] == 0) hold(holders_[h]);
  for (const Holder& coupling : couplings_) hold(coupling);
  const auto angle_row = [&](int plus, int minus) {
    std::fill(row.begin(), row.end(), 0.0);
    for (const auto& [c, sign] : {std::pair(plus, 1.0), std::pair(minus, -1.0)})
      if (phase.x_class[c] != Class::fixed) row[at(c)] = sign;
    held.reduce(row);
    return row;
  };
  std::vector<std::vector<double>> angles;
  for (const Angle& angle : of.angles) angles.push_back(angle_row(angle.plus, angle.minus));
  Turning turning(std::move(angles));
  std::size_t named = 0;
  for (const MuscleTerm& joint : joints_)
    if (joint.plus >= 0) named = std::max(named, 1 + place_of(of, joint.plus, joint.minus));
  const auto length_rate = [&](int deformation) {
    std::fill(row.begin(), row.end(), 0.0);
    add_row(deformation, phase, De, row);
    const double size = std::sqrt(dot(row, row));
    held.reduce(row);
    return turning.rate(row, size);
  };
  bool follows = false;
  for (std::size_t c = 0; c < crossings.size(); ++c) {
    const CrossedJoint& crossing = crossings[c];
    const std::size_t j = place_of(of, crossing.plus, crossing.minus);
    if (!turning.choose(j, named, follows) || !(follows || slides_)) continue;
    const double sense = of.angles[j].plus == crossing.plus ? 1 : -1;
    of.length[c] = sense * crossing.side * length_rate(muscle.terms[at(crossing.term)].i);
  }
  for (std::size_t r = 0; r < joints_.size(); ++r) {
    const MuscleTerm& joint = joints_[r];
    if (joint.plus < 0) continue;
    const std::size_t j = place_of(of, joint.plus, joint.minus);
    if (!turning.choose(j, named, follows) || !(follows || slides_)) continue;
    const double sense = of.angles[j].plus == joint.plus ? 1 : -1;
    for (std::size_t t = 0; t < muscle.terms.size(); ++t) {
      const MuscleTerm& term = muscle.terms[t];
      of.term[r * muscle.terms.size() + t] =
          sense * (term.plus >= 0 ? turning.rate(angle_row(term.plus, term.minus), 1)
                                  : term.sign * length_rate(term.i));
    }
  }
}

std::size_t CoupledArms::place_of(const Followed& of, int plus, int minus) {
  const auto found = std::find_if(of.angles.begin(), of.angles.end(), [=](const Angle& angle) {
    return (angle.plus == plus && angle.minus == minus) ||
           (angle.plus == minus && angle.minus == plus);
  });
  return static_cast<std::size_t>(found - of.angles.begin());
}

void CoupledArms::moment_arms(std::size_t k, const InputState& s, ConstVector De,
                              Vector arms) const {
  mbs::moment_arms(muscles_[k], crossings_[k], s, De, arms);
  if (!any()) return;
  for (std::size_t c = 0; c < crossings_[k].size(); ++c) {
    const CrossedJoint& crossing = crossings_[k][c];
    const double rate = followed_[k].length[c];
    if (std::isnan(rate)) continue;
    const double whole = crossing_arm(muscles_[k], crossing, s, De);
    const double arm = crossing_arm(muscles_[k], crossing, s, rate);
    if (is_other(arm, whole)) arms[crossing.channel] += arm - whole;
  }
}

double CoupledArms::arm_about(std::size_t r, std::size_t k, const InputState& s,
                              ConstVector De) const {
  const Muscle& muscle = muscles_[k];
  const std::size_t n = muscle.terms.size();
  const auto is_followed = [&](std::size_t t) { return !std::isnan(followed_[k].term[r * n + t]); };
  bool all = any();
  for (std::size_t t = 0; t < n && all; ++t) all = is_followed(t);
  const double whole = mbs::arm_about(joints_[r], muscle, crossings_[k], s, De);
  if (!all) return whole;
  double arm = 0;
  for (std::size_t t = 0; t < n; ++t)
    arm += followed_[k].term[r * n + t] *
           moment_arm(muscle, muscle.terms[t], muscle_angle(muscle.terms[t], s));
  return is_other(arm, whole) ? arm : whole;
}

}  // namespace mbs
