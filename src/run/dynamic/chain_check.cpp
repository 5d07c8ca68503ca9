#include "run/dynamic/chain_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/few_names.h"
#include "base/index.h"
#include "run/frame/verdict.h"
#include "solve/chain/chain_choice.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Kind = ChainConstraint::Kind;

std::string describe_unsolved(long long count, double first) {
  if (count == 0) return {};
  return fmt::format(
      "cross-check: the other way has no solution at {} report times, the first t = {:.6g}\n",
      count, first);
}

}  // namespace

ChainCheck::ChainCheck(const Chain& chain, const Model& model, const Phase& phase, Matrix matrix)
    : chain_(chain),
      model_(model),
      n_(count_of(chain.segments)),
      segments_(chain.segments),
      unknown_(chain_variable_count(n_)),
      with_matrix_(matrix == Matrix::built),
      equations_(count_of(chain.rows), chain_variable_count(n_)),
      here_(unknown_.size()) {
  read(phase);
}

// The variables of the matrix that are unknown, and the constraints in force.
void ChainCheck::read(const Phase& phase) {
  comparable_ = true;
  // A motion of the deck that holds a variable has no acceleration; a motion that an event begins
  // may have one, so the chain is no longer comparable.
  auto held = [&](Class cls, int motion) {
    if (cls == Class::prescribed && motion >= count_of(model_.motions)) comparable_ = false;
    return cls == Class::fixed || cls == Class::prescribed;
  };
  static const CoordinateChoice kPlainX;
  static const DeformationChoice kPlainE;
  auto x_choice = [&](std::size_t i) -> const CoordinateChoice& {
    return phase.has_choice() ? phase.x_choice[i] : kPlainX;
  };
  auto e_choice = [&](std::size_t r) -> const DeformationChoice& {
    return phase.has_choice() ? phase.e_choice[r] : kPlainE;
  };
  auto node = [&](int k) { return model_.nodes[k].first; };
  auto element = [&](int k) { return model_.elements[k].first; };
  auto flag = [&](ChainVariable v, int i) -> char& {
    return unknown_[chain_variable_column(v, i, n_)];
  };
  std::fill(unknown_.begin(), unknown_.end(), 0);
  driven_ = 0;
  std::vector<ChainConstraint> holds;
  bool tip_held[2] = {};
  for (const ChainConstraint& c : chain_.constraints) {
    if (c.kind == Kind::lock) continue;
    const std::size_t e = element(c.element);
    auto holds_row = [&](std::size_t r) {
      return held(phase.e_class[r], phase.e_motion[r]) || e_choice(r).held_rate;
    };
    const bool one = holds_row(e);
    const bool other = c.kind == Kind::equal ? one : holds_row(e + 1);
    if (one != other) comparable_ = false;
    if (!one || !other) continue;
    holds.push_back(c);
    if (c.kind == Kind::joint && c.first == n_)
      for (int k : {0, 1}) tip_held[k] = !e_choice(e + k).known_stress;
  }
  for (int i = 0; i < n_; ++i) {
    const ChainSegment& s = chain_.segments[i];
    const std::size_t angle = node(s.angle), joint = element(s.joint), hinge = element(s.hinge);
    flag(phidd, i) = !x_choice(angle).known_acceleration;
    flag(mext, i) = x_choice(angle).unknown_load;
    flag(fextx, i) = x_choice(node(s.point)).unknown_load;
    flag(fexty, i) = x_choice(node(s.point) + 1).unknown_load;
    flag(m, i) = e_choice(hinge).unknown_stress;
    flag(frx, i) = !e_choice(joint).known_stress;
    flag(fry, i) = !e_choice(joint + 1).known_stress;
    driven_ += drives(i) && held(phase.e_class[hinge], phase.e_motion[hinge]) ? 1 : 0;
    if (!held(phase.x_class[angle], phase.x_motion[angle])) continue;
    if (x_choice(angle).known_reaction) {
      flag(phidd, i) = 0;
      continue;
    }
    ChainConstraint& lock = holds.emplace_back();
    lock.kind = Kind::lock;
    lock.first = i;
    lock.label = fmt::format("LOCK PHI {}", i + 1);
  }
  for (int k : {0, 1}) {
    const std::size_t x = node(chain_.base_point) + k;
    const CoordinateChoice& choice = x_choice(x);
    // The base of a free chain that is not closed has an open joint.
    const bool open = chain_.free_base && !chain_.is_closed();
    const bool is_held = !open && held(phase.x_class[x], phase.x_motion[x]);
    flag(k == 0 ? xdd : ydd, 0) = !is_held && !choice.known_acceleration;
    flag(k == 0 ? frx : fry, 0) = is_held ? !choice.known_reaction : choice.unknown_load;
    const bool by_joint =
        chain_.tip_joint >= 0 && e_choice(element(chain_.tip_joint) + k).unknown_stress;
    flag(k == 0 ? frx : fry, n_) = tip_held[k] || by_joint;
  }
  flag(m, n_) = chain_.tip_hinge >= 0 && e_choice(element(chain_.tip_hinge)).unknown_stress;
  held_ = count_constraints(holds, n_);
  if (!comparable_ || !with_matrix_) return;
  system_ = std::make_unique<ChainSystem>(segments_, holds, equations_.count);
  found_.resize(system_->variable_count() + system_->constraint_count());
  system_->choose(unknown_);
}

bool ChainCheck::drives(int segment) const {
  return std::any_of(chain_.drives.begin(), chain_.drives.end(),
                     [segment](const ChainDrive& row) { return row.joint == segment; });
}

void ChainCheck::follow(const Phase& phase, double t) {
  read(phase);
  if (comparable_) return;
  if (!left_) left_at_ = t;
  left_ = true;
}

// Takes the present coefficients and right sides of the ROW lines.
void ChainCheck::set_equations(const Balance& balance) {
  const std::size_t width = unknown_.size();
  std::fill(equations_.coefficients.begin(), equations_.coefficients.end(), 0.0);
  for (std::size_t r = 0; r < chain_.rows.size(); ++r) {
    equations_.right_side[r] = balance.right_side(r);
    for (std::size_t k = 0; k < chain_.rows[r].terms.size(); ++k) {
      const ChainRowTerm& term = chain_.rows[r].terms[k];
      if (term.right_side) continue;
      const int column = chain_variable_column(term.variable, term.index, n_);
      equations_.coefficients[r * width + column] = balance.coefficient(term.label);
    }
  }
}

void ChainCheck::note(double t, ConstVector row, const Balance* balance) {
  if (!comparable_) return;
  auto put = [&](ChainVariable v, int i, double z) { here_[chain_variable_column(v, i, n_)] = z; };
  const double* z = row.data();
  for (int i = 0; i < n_; ++i) {
    segments_[i].phi = *z++;
    segments_[i].phid = *z++;
    for (ChainVariable v : {phidd, frx, fry, m, fextx, fexty, mext}) put(v, i, *z++);
  }
  for (ChainVariable v : {frx, fry, m}) put(v, n_, *z++);
  put(xdd, 0, z[4]);
  put(ydd, 0, z[5]);
  if (balance) set_equations(*balance);
  if (!system_->solve(segments_, here_, equations_, found_)) {
    if (unsolved_ == 0) unsolved_at_ = t;
    ++unsolved_;
    return;
  }
  difference_ = std::max(difference_, chain_difference(here_, found_, segments_));
}

std::string ChainCheck::unknowns() const {
  std::string out;
  for (std::size_t j = 0; j < unknown_.size(); ++j)
    if (unknown_[j])
      out += (out.empty() ? "" : ", ") + chain_variable_name(static_cast<int>(j), n_);
  return out;
}

int ChainCheck::unknown_count() const {
  return static_cast<int>(std::count_if(unknown_.begin(), unknown_.end(),
                                        [](char is_unknown) { return is_unknown != 0; }));
}

// The first one.
const ChainKnown* ChainCheck::known_angle() const {
  const auto found = std::find_if(chain_.knowns.begin(), chain_.knowns.end(),
                                  [](const ChainKnown& row) { return row.variable == phi; });
  return found == chain_.knowns.end() ? nullptr : &*found;
}

// The efforts that the deck does not seek, moments first.
std::string ChainCheck::efforts_left() const {
  std::vector<std::string> names;
  for (const auto& [variable, count] : {std::pair{m, n_}, std::pair{mext, n_}, std::pair{fextx, n_},
                                        std::pair{fexty, n_}, std::pair{frx, 1}, std::pair{fry, 1}})
    for (int i = 0; i < count; ++i) {
      const int column = chain_variable_column(variable, i, n_);
      if (!unknown_[column]) names.push_back(chain_variable_name(column, n_));
    }
  return few_names(names);
}

std::string ChainCheck::mend(int equations, int unknowns) const {
  const int more = std::abs(equations - unknowns);
  if (unknowns > equations)
    return fmt::format("make {} more known by KNOWN lines; unknown are {}", more, this->unknowns());
  std::string out = fmt::format("expected {} more UNKNOWN lines", more);
  if (driven_ == 0 && !known_angle()) return out;
  return out + fmt::format(", one for each known angle; still known are {}", efforts_left());
}

bool ChainCheck::counts_agree(Diagnostics& diagnostics) const {
  const int equations = equation_count(), unknowns = unknown_count() + held_.forces;
  if (equations == unknowns) return true;
  const SourceLocation where = !chain_.unknowns.empty() ? chain_.unknowns.front().where
                               : known_angle()          ? known_angle()->where
                                                        : SourceLocation{};
  diagnostics.error(where, "unknowns",
                    fmt::format("{} for {} unknowns ({} variables, {} forces of constraints)",
                                equation_text(), unknowns, unknown_count(), held_.forces),
                    mend(equations, unknowns));
  return false;
}

// "7 equations (6 of motion, 0 of constraints, 1 of drives, 0 of ROW lines)".
std::string ChainCheck::equation_text() const {
  return fmt::format("{} equations ({} of motion, {} of constraints, {}{} of ROW lines)",
                     equation_count(), 3 * n_, held_.equations,
                     driven_ > 0 ? fmt::format("{} of drives, ", driven_) : "", equations_.count);
}

std::string ChainCheck::describe_equations() const {
  return fmt::format("unknown variables: {}\n", unknowns()) +
         fmt::format("equations {}: {} of motion, {} of constraints, {}{} of ROW lines\n",
                     equation_count(), 3 * n_, held_.equations,
                     driven_ > 0 ? fmt::format("{} of drives, ", driven_) : "", equations_.count);
}

CrossCheck ChainCheck::result() const {
  CrossCheck out{.difference = difference_,
                 .by_matrix = true,
                 .unsolved = unsolved_,
                 .unsolved_at = unsolved_at_};
  if (left_) out.left_at = left_at_;
  return out;
}

std::string ChainCheck::describe_difference() const {
  return fmt::format("cross-check: matrix and two lines differ by at most {:.1e}{}\n", difference_,
                     left_ ? fmt::format("; from t = {:.6g} on not compared where events hold half "
                                         "a constraint or move it",
                                         left_at_)
                           : "") +
         describe_unsolved(unsolved_, unsolved_at_);
}

}  // namespace mbs
