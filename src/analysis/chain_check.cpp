#include "analysis/chain_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/verdict.h"
#include "solve/chain_choice.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ChainCheck::ChainCheck(const Chain& chain)
    : chain_(chain),
      n_(static_cast<int>(chain.segments.size())),
      segments_(chain.segments),
      none_(0, chain_variable_count(n_)),
      here_(at(chain_variable_count(n_))) {
  choose(chain.constraints, std::vector<char>(chain.constraints.size(), 1));
}

void ChainCheck::choose(const std::vector<ChainConstraint>& holds, std::span<const char> active) {
  system_ = std::make_unique<ChainSystem>(segments_, holds, 0, ChainPath::matrix);
  found_.resize(at(system_->variable_count() + system_->hold_count()));
  std::vector<char> unknown(here_.size());
  choose_forward(chain_, active, unknown);
  system_->choose(unknown);
}

void ChainCheck::follow(const Phase& phase, const Model& model, double t) {
  // Held by a motion of the deck, which has no acceleration; those that events begin may have one.
  comparable_ = true;
  auto held = [&](Class cls, int motion) {
    if (cls == Class::prescribed && motion >= static_cast<int>(model.motions.size()))
      comparable_ = false;
    return cls == Class::fixed || cls == Class::prescribed;
  };
  std::vector<ChainConstraint> holds;
  std::vector<char> active(chain_.constraints.size());
  for (std::size_t k = 0; k < active.size(); ++k) {
    const ChainConstraint& c = chain_.constraints[k];
    if (c.kind == ChainConstraint::Kind::lock) continue;
    const std::size_t e = at(model.elements[at(c.element)].first);
    const bool one = held(phase.e_class[e], phase.e_motion[e]);
    const bool other = c.kind == ChainConstraint::Kind::equal
                           ? one
                           : held(phase.e_class[e + 1], phase.e_motion[e + 1]);
    if (one != other) comparable_ = false;
    if (one && other) active[k] = 1, holds.push_back(c);
  }
  for (int i = 0; i < n_; ++i) {
    const std::size_t x = at(model.nodes[at(chain_.segments[at(i)].angle)].first);
    if (!held(phase.x_class[x], phase.x_motion[x])) continue;
    ChainConstraint& lock = holds.emplace_back();
    lock.kind = ChainConstraint::Kind::lock;
    lock.first = i;
  }
  if (comparable_) return choose(holds, active);
  if (!left_) left_at_ = t;
  left_ = true;
}

void ChainCheck::note(double t, ConstVector row) {
  if (!comparable_) return;
  using enum ChainVariable;
  auto put = [&](ChainVariable v, int i, double z) {
    here_[at(chain_variable_column(v, i, n_))] = z;
  };
  const double* z = row.data();
  for (int i = 0; i < n_; ++i) {
    segments_[at(i)].phi = *z++;
    segments_[at(i)].phid = *z++;
    for (ChainVariable v : {phidd, frx, fry, m, fextx, fexty, mext}) put(v, i, *z++);
  }
  for (ChainVariable v : {frx, fry, m}) put(v, n_, *z++);
  put(xdd, 0, z[4]);
  put(ydd, 0, z[5]);
  if (!system_->solve(segments_, here_, none_, found_)) {
    if (unsolved_ == 0) unsolved_at_ = t;
    ++unsolved_;
    return;
  }
  difference_ = std::max(difference_, chain_difference(here_, found_, segments_));
  smallest_rcond_ = std::min(smallest_rcond_, system_->rcond());
}

std::string describe_unsolved(long long count, double first) {
  if (count == 0) return {};
  return fmt::format(
      "cross-check: the other way has no solution at {} report times, the first t = {:.6g}\n",
      count, first);
}

std::string ChainCheck::describe() const {
  return fmt::format("cross-check: matrix and two lines differ by at most {:.1e}{}\n", difference_,
                     left_ ? fmt::format("; from t = {:.6g} on not compared where events hold half "
                                         "a constraint or move it",
                                         left_at_)
                           : "") +
         describe_unsolved(unsolved_, unsolved_at_) +
         fmt::format("smallest rcond of the known/unknown choice: {}\n",
                     depth_class(smallest_rcond_));
}

}  // namespace mbs
