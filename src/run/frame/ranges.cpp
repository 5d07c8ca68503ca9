#include "run/frame/ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

constexpr std::size_t kNamed = 3;  // elements that are named in warnings

const ElementRange& element_of(const Model& model, int element) { return model.elements[element]; }
const Origin& origin_of(const Model& model, int element) {
  return model.deformation_origin[element_of(model, element).first];
}

std::string part_used(double used) {
  return std::isfinite(used) ? fmt::format("{:.0f} %", 100 * used) : "all";
}

// An element whose range is that of its angles: it is not rough before the end, and pieces of it do
// not turn less.
bool is_of_turns(const ElementType& type) { return type.fair_range >= 1; }

}  // namespace

std::string range_remedy(const Model& model, int element, double used) {
  const ElementType& type = *element_of(model, element).type;
  if (is_of_turns(type)) return std::string(type.range_advice);
  const int count = elements_needed(type, used);
  const std::string pieces = count > 1 ? fmt::format("{} elements", count) : "several elements";
  return fmt::format("take {} in place of this one{}{}", pieces,
                     type.range_advice.empty() ? "" : ", ", type.range_advice);
}

void warn_of_ranges(const Model& model, const RangeWatch& watch, std::string_view when,
                    Diagnostics& diagnostics) {
  std::vector<RangeWatch::Use> rough;
  for (const RangeWatch::Use& use : watch.uses())
    if (use.used > element_of(model, use.element).type->fair_range) rough.push_back(use);
  std::stable_sort(rough.begin(), rough.end(),
                   [](const auto& a, const auto& b) { return a.used > b.used; });
  for (std::size_t k = 0; k < std::min(rough.size(), kNamed); ++k) {
    const RangeWatch::Use& use = rough[k];
    const Origin& origin = origin_of(model, use.element);
    const double fair = element_of(model, use.element).type->fair_range;
    const std::size_t others = k + 1 == kNamed ? rough.size() - kNamed : 0;
    diagnostics.warning(
        origin.where, origin.label,
        fmt::format("{} it is deformed to {} of its range; above {:.0f} % its forces are rough{}",
                    when.empty() ? fmt::format("from t = {:.6g} on", use.t) : std::string(when),
                    part_used(use.used), 100 * fair,
                    others > 0 ? fmt::format(" ({} other elements, less far)", others) : ""),
        range_remedy(model, use.element, use.used));
  }
}

void report_range(const Model& model, const RangeWatch::Use& use, double needed,
                  std::string_view when, Diagnostics& diagnostics) {
  const Origin& origin = origin_of(model, use.element);
  diagnostics.error(
      origin.where, origin.label,
      is_of_turns(*element_of(model, use.element).type)
          ? fmt::format("{} it is turned beyond what its angles describe", when)
          : fmt::format("{} it is deformed beyond its range, where its stiffness says "
                        "nothing of a real one",
                        when),
      range_remedy(model, use.element, needed));
}

bool within_ranges(const Model& model, const RangeWatch& watch, double t,
                   Diagnostics& diagnostics) {
  const RangeWatch::Use use = watch.most();
  if (use.element < 0 || use.used <= 1) return true;
  report_range(model, use, use.used, fmt::format("at t = {:.6g}", t), diagnostics);
  return false;
}

}  // namespace mbs
