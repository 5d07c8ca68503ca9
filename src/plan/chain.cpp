#include "plan/chain.h"

#include <algorithm>

namespace mbs {

int chain_parent(std::span<const ChainSegment> segments, int i) {
  const ChainSegment& s = segments[i];
  return s.attached ? s.parent : i - 1;
}

double chain_reach(std::span<const ChainSegment> segments, int i) {
  const int parent = chain_parent(segments, i);
  if (parent < 0) return 0;
  const ChainSegment& s = segments[i];
  return s.attached ? s.reach : segments[parent].l;
}

bool Chain::is_closed() const { return has_events || chain_has_choice(*this); }

bool chain_has_choice(const Chain& chain) {
  if (!chain.unknowns.empty() || !chain.rows.empty() || !chain.releases.empty()) return true;
  if (!chain.project || chain.switches) return true;
  return std::any_of(chain.knowns.begin(), chain.knowns.end(), [&](const ChainKnown& row) {
    const bool force = row.variable <= ChainVariable::fry;
    return row.variable >= ChainVariable::phidd || (force && (row.index != 0 || !chain.free_base));
  });
}

}  // namespace mbs
