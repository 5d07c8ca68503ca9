#include "analysis/chain_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solve/chain_choice.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ChainCheck::ChainCheck(const Chain& chain)
    : n_(static_cast<int>(chain.segments.size())),
      segments_(chain.segments),
      system_(segments_, chain.constraints, 0, ChainPath::matrix),
      none_(0, system_.variable_count()),
      here_(at(system_.variable_count())),
      found_(at(system_.variable_count() + system_.hold_count())) {
  std::vector<char> unknown(here_.size());
  choose_forward(chain, std::vector<char>(chain.constraints.size(), 1), unknown);
  system_.choose(unknown);
}

void ChainCheck::note(double t, ConstVector row) {
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
  if (!system_.solve(segments_, here_, none_, found_)) {
    difference_ = std::numeric_limits<double>::infinity();
    return;
  }
  difference_ = std::max(difference_, chain_difference(here_, found_, segments_));
  if (const double rcond = system_.rcond(); rcond < smallest_rcond_)
    smallest_rcond_ = rcond, rcond_time_ = t;
}

std::string ChainCheck::describe() const {
  return fmt::format(
      "cross-check: matrix and two lines differ by at most {:.1e}\n"
      "smallest rcond of the known/unknown choice: {:.1e} at t = {:.6g}\n",
      difference_, smallest_rcond_, rcond_time_);
}

}  // namespace mbs
