#include "assembly/range.h"

#include <cmath>

namespace mbs {

namespace {

constexpr double kMostElements = 1e6;

bool is_ranged(const Model& model, const ElementRange& element) {
  if (!element.type->range_used || model.ranged.empty()) return false;
  for (int r = 0; r < element.type->ne; ++r)
    if (model.ranged[element.first + r]) return true;
  return false;
}

}  // namespace

double range_used(const Model& model, const Evaluation& here, std::size_t element) {
  const ElementRange& range = model.elements[element];
  const ElementType& type = *range.type;
  if (!is_ranged(model, range)) return 0;
  const ElementBatch* batch = model.batches.data();
  while (batch->type != &type) ++batch;
  const int k = (range.first - batch->first_deformation) / type.ne;
  double used[kMostRanged] = {};
  type.range_used(here.e.data() + range.first,
                  here.De.data() + batch->first_derivative + k * type.ne * type.nx,
                  batch->parameters.data() + k * type.np, used);
  double most = 0;
  for (int r = 0; r < type.ne && !std::isnan(most); ++r)
    if (model.ranged[range.first + r] && !(used[r] <= most)) most = used[r];
  return most;
}

int elements_needed(const ElementType& type, double used) {
  const double count = std::ceil(used / type.fair_range);
  return count >= 1 && count < kMostElements ? static_cast<int>(count) : 0;
}

RangeWatch::RangeWatch(const Model& model) : model_(model) {
  for (std::size_t k = 0; k < model.elements.size(); ++k)
    if (is_ranged(model, model.elements[k])) uses_.push_back({static_cast<int>(k), 0, 0});
}

void RangeWatch::note(const Evaluation& here, double t) {
  for (Use& use : uses_) {
    const double used = range_used(model_, here, use.element);
    const double fair = model_.elements[use.element].type->fair_range;
    if (!(used <= fair) && use.used <= fair) use.t = t;
    if (!(used <= use.used)) use.used = used;
  }
}

RangeWatch::Use RangeWatch::most() const { return most_of(uses_); }

RangeWatch::Use RangeWatch::now(const Evaluation& here) const {
  std::vector<Use> present = uses_;
  for (Use& use : present) use.used = range_used(model_, here, use.element);
  return most_of(present);
}

RangeWatch::Use RangeWatch::most_of(const std::vector<Use>& uses) {
  Use most;
  for (const Use& use : uses)
    if (most.element < 0 || (!std::isnan(most.used) && !(use.used <= most.used))) most = use;
  return most;
}

}  // namespace mbs
