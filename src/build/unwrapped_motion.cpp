#include "build/unwrapped_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "base/index.h"
#include "deck/lines/table_columns.h"
#include "deck/names/input_names.h"
#include "deck/tables/component_unit.h"
#include "text/expression_syntax.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// Relative tolerance of: change of the expression = constant times change of the table.
constexpr double kSameFactor = 1e-7;
// A table with larger rows holds no angles; changes of them might overflow.
constexpr double kNoAngle = 1e100;

// Whether a formula or relation reads nothing but angles.
bool is_of_angles(const Tables& tables, const ElementRow& row) {
  if (row.spec->arity != Arity::expression) return false;
  const LawNames known(tables);
  const std::vector<NamedInput> inputs = input_names(row.text, known, kNowhere).inputs;
  const auto is_angle = [&](const NamedInput& in) {
    const bool is_coordinate = in.kind == InputKind::coordinate;
    if (!is_coordinate && in.kind != InputKind::deformation) return in.kind == InputKind::angle;
    return component_unit(tables, is_coordinate ? Target::coordinate : Target::deformation,
                          in.owner, in.component) == unit::radian;
  };
  return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), is_angle);
}

// Whether the motion moves an angle, or what is made of angles.
enum class Moves : std::uint8_t { other, of_angles, angle };
Moves what_moves(const Tables& tables, int k) {
  Moves out = Moves::other;
  for (const ClassRow& row : tables.classes) {
    if (row.motion != k) continue;
    if (component_unit(tables, row.target, row.owner, row.component) == unit::radian)
      return Moves::angle;
    if (row.target == Target::deformation && is_of_angles(tables, tables.elements[at(row.owner)]))
      out = Moves::of_angles;
  }
  return out;
}

std::shared_ptr<const ExpressionTable> table_of(const std::string& name, TableKind kind,
                                                const std::vector<double>& t,
                                                const std::vector<double>& y) {
  return std::make_shared<const ExpressionTable>(name, t, y, kind);
}

class Unwrapping {
 public:
  Unwrapping(const Parameters& parameters, const MotionRow& row, const Expression& expression,
             bool doubtful)
      : row_(row), now_(expression), parameters_(parameters), doubtful_(doubtful) {}

  UnwrappedMotion run() {
    UnwrappedMotion out;
    for (const ExpressionTables::Key& key : mentioned()) look_at(key, out);
    return out;
  }

 private:
  // The tables that the text names, each once.
  std::vector<ExpressionTables::Key> mentioned() const {
    std::vector<ExpressionTables::Key> out;
    for (TableMention& mention : table_mentions(row_.text)) {
      mention.key.file = row_.text_at.file;
      if (std::find(out.begin(), out.end(), mention.key) == out.end())
        out.push_back(std::move(mention.key));
    }
    return out;
  }

  void look_at(const ExpressionTables::Key& key, UnwrappedMotion& out) {
    const auto* found = parameters_.tables().find(key);
    if (!found || !*found || key.kind == TableKind::periodic || key.kind == TableKind::smooth ||
        (*found)->is_surface())
      return;
    const std::shared_ptr<const ExpressionTable> table = *found;
    const Spline& curve = table->curve();
    std::vector<double> t, y;
    for (int k = 0; k < curve.size(); ++k) t.push_back(curve.time(k)), y.push_back(curve.value(k));
    const double factor = factor_of(key, *table, t, y);
    if (factor == 0) return;
    std::vector<double> angles;
    for (const double value : y) angles.push_back(factor * value);
    const std::vector<double> before = angles;
    const std::string said = unwrap_angles(t, angles, factor, doubtful_);
    if (said.empty()) return;
    out.said.push_back(fmt::format("{}, table '{}': {}", row_.label, key.name, said));
    if (angles == before) return;
    for (std::size_t k = 0; k < y.size(); ++k)
      if (angles[k] != before[k]) y[k] += (angles[k] - before[k]) / factor;
    Parameters with = with_table(key, table_of(table->name(), key.kind, t, y));
    std::optional<Expression> compiled = compile(with);
    if (!compiled) return;
    parameters_ = std::move(with);
    now_ = *compiled;
    out.expression = std::move(compiled);
  }

  // The constant factor: change of the expression over a change of all rows; 0 if it is not
  // constant. Where the expression reads the table at other times than t, it may have no value at
  // some rows.
  double factor_of(const ExpressionTables::Key& key, const ExpressionTable& table,
                   const std::vector<double>& t, const std::vector<double>& y) const {
    double size = 0;
    for (const double value : y) size = std::max(size, std::fabs(value));
    if (!(size > 0 && size < kNoAngle)) return 0;
    std::vector<double> slots = parameters_.live_values();
    slots.push_back(0);
    double first = 0;
    for (const double change : {size, -0.37 * size}) {
      std::vector<double> moved = y;
      for (double& value : moved) value += change;
      const std::optional<Expression> other =
          compile(with_table(key, table_of(table.name(), key.kind, t, moved)));
      if (!other) return 0;
      for (const double now : t) {
        slots.back() = now;
        const double was = now_.value(slots.data()), is = other->value(slots.data());
        if (!std::isfinite(was) || !std::isfinite(is)) continue;
        const double factor = (is - was) / change;
        if (first == 0) first = factor;
        const double rounding = std::fabs(was) / size;
        if (std::fabs(factor - first) > kSameFactor * (std::fabs(first) + rounding)) return 0;
      }
    }
    return first;
  }

  // The parameters with only the tables of this text; `table` replaces the one of `key`.
  Parameters with_table(const ExpressionTables::Key& key,
                        std::shared_ptr<const ExpressionTable> table) const {
    Parameters out = parameters_;
    out.tables() = {};
    for (const ExpressionTables::Key& of : mentioned()) {
      const auto* known = parameters_.tables().find(of);
      if (of == key || known) out.tables().add(of, of == key ? table : *known);
    }
    return out;
  }

  std::optional<Expression> compile(const Parameters& parameters) const {
    static constexpr std::string_view kTime[] = {"t"};
    Diagnostics unheard;
    return Expression::compile(row_.text, row_.text_at, kTime, parameters, unheard, row_.label);
  }

  const MotionRow& row_;
  Expression now_;
  Parameters parameters_;
  bool doubtful_;
};

}  // namespace

UnwrappedMotion unwrap_motion(const Tables& tables, int k, const Expression& expression) {
  const MotionRow& row = tables.motions[at(k)];
  if (row.text.find('"') == std::string::npos) return {};
  const Moves moves = what_moves(tables, k);
  if (moves == Moves::other) return {};
  return Unwrapping(*tables.parameters, row, expression, moves == Moves::of_angles).run();
}

std::string describe_unwrapped(const Tables& tables) {
  static constexpr std::string_view kTime[] = {"t"};
  std::string out;
  for (int k = 0; k < count_of(tables.motions); ++k) {
    const MotionRow& row = tables.motions[at(k)];
    if (row.text.find('"') == std::string::npos) continue;
    Diagnostics unheard;
    const auto compiled =
        Expression::compile(row.text, row.text_at, kTime, *tables.parameters, unheard, row.label);
    if (!compiled) continue;
    for (const std::string& said : unwrap_motion(tables, k, *compiled).said) out += said + "\n";
  }
  return out;
}

}  // namespace mbs
