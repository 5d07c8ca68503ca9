#include "run/measures/measure_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "base/not_determined.h"
#include "base/tolerances.h"
#include "observe/names.h"
#include "plan/mark_advice.h"
#include "plan/plan.h"
#include "text/capital_names.h"
#include "text/expression.h"
#include "text/parameters.h"
#include "text/ranged_expression.h"

namespace mbs {

namespace {

class Compiler {
 public:
  Compiler(const Plan& plan, const Layout& layout, Diagnostics& diagnostics)
      : plan_(plan),
        layout_(layout),
        variables_(channel_names(layout)),
        diagnostics_(diagnostics) {}

  MeasureFunctions run() {
    out_.rows = plan_.measures;
    out_.measures = out_.rows.size();
    out_.operands.resize(out_.measures);
    if (plan_.summary) add_summary();
    out_.functions.resize(out_.rows.size());
    for (std::size_t k = 0; k < out_.rows.size(); ++k) {
      compile_row(k);
      if (k < out_.measures) earlier_.add(out_.rows[k].name, count_of(earlier_.names()));
    }
    mark_cheap();
    mark_jumps();
    mark_efforts();
    return std::move(out_);
  }

 private:
  void add_summary() {
    for (int k = 0; k < layout_.count(); ++k) {
      if (layout_.name(k) == "energy.balance") continue;  // an error itself
      if (layout_.channels[k].what.rate == kOpenChannel) continue;
      MeasureRow& row = out_.rows.emplace_back();
      row.reduction = Reduction::peak_to_peak;
      row.text = layout_.name(k);
      const auto alias = std::find_if(layout_.aliases.begin(), layout_.aliases.end(),
                                      [k](const Layout::Alias& a) { return a.channel == k; });
      row.name = alias == layout_.aliases.end() ? row.text : alias->name;
      row.label = "SUMMARY";
      const Unit unit = layout_.channels[k].unit;
      const auto same = std::find(out_.units.begin(), out_.units.end(), unit);
      const bool alone = !unit.known || same == out_.units.end();
      out_.kinds.push_back(alone ? count_of(out_.sizes)
                                 : out_.kinds[static_cast<int>(same - out_.units.begin())]);
      if (alone) out_.sizes.push_back(0);
      out_.units.push_back(unit);
    }
  }

  void compile_row(std::size_t k) {
    const MeasureRow& row = out_.rows[k];
    if (k < out_.measures && variables_.find(row.name) >= 0) {
      diagnostics_.error(row.where, row.label, fmt::format("'{}' is a channel", row.name),
                         "choose another name");
      return;
    }
    MeasuredFunction& f = out_.functions[k];
    f.row = &row;
    if (row.has_from) f.from = row.from;
    if (row.has_to) f.to = row.to;
    const TimeGrid& time = plan_.time;
    f.whole = std::min(f.to, time.at(time.count() - 1)) - std::max(f.from, time.start);
    f.square = row.reduction == Reduction::rms;
    f.failed = row.missing;
    if (row.reduction == Reduction::formula) return compile_formula(k);
    if (names_measure(k)) return;
    if (!row.text.empty()) f.expression = compiled(row, row.text, row.text_at);
    if (f.expression && f.expression->is_bare()) f.bare = f.expression->slots().front();
    if (f.expression) f.kind = kind_of(*f.expression);
    if (has_condition(row)) compile_condition(row);
  }

  // The slots of all channels that have the unit of a channel that the expression reads.
  std::vector<int> kind_of(const Expression& expression) const {
    const int first = plan_.parameters->live_count() + 1;
    std::vector<int> kind;
    for (int k = 0; k < layout_.count(); ++k) {
      const Unit& unit = layout_.channels[k].unit;
      const auto slots = expression.slots();
      const auto is_like = [&](int slot) {
        return slot == first + k ||
               (slot >= first && unit.known && layout_.channels[slot - first].unit == unit);
      };
      if (std::any_of(slots.begin(), slots.end(), is_like)) kind.push_back(first + k);
    }
    return kind;
  }

  std::optional<Expression> compiled(const MeasureRow& row, const std::string& text,
                                     SourceLocation where) {
    return Expression::compile(text, where, variables_, *plan_.parameters, diagnostics_, row.label);
  }

  void compile_condition(const MeasureRow& row) {
    // Errors name columns of the text as written, so this text is compiled first.
    if (!compiled(row, row.condition, row.condition_at)) return;
    MeasuredFunction g;
    g.row = &row;
    g.condition = true;
    g.failed = row.missing;
    g.expression = compiled(row, row.function, row.condition_at);
    if (g.expression) out_.functions.push_back(std::move(g));
  }

  // Reports an error and returns true if a sampled expression names a measure.
  bool names_measure(std::size_t k) {
    const MeasureRow& row = out_.rows[k];
    for (const std::string* text : {&row.text, &row.condition})
      for (std::string_view name : expression_names(*text)) {
        const int measure = earlier_.find(key_in_deck(name, *plan_.parameters));
        if (measure < 0 || is_called(*text, name)) continue;
        diagnostics_.error(
            text == &row.text ? row.text_at : row.condition_at, row.label,
            fmt::format("{} has its value when the run is over", out_.rows[measure].label),
            out_.rows[measure].reduction == Reduction::time_when
                ? in_place_of_time(out_.rows[measure], out_.rows[measure].name + "_mark")
                : "expected channels, t and parameters");
        return true;
      }
    return false;
  }

  void compile_formula(std::size_t k) {
    const MeasureRow& row = out_.rows[k];
    for (std::string_view name : expression_names(row.text)) {
      const std::string key = key_in_deck(name, *plan_.parameters);
      if (earlier_.find(key) >= 0 || variables_.find(key) < 0) continue;
      diagnostics_.error(row.text_at, row.label,
                         fmt::format("'{}' changes in time", printable(name)),
                         fmt::format("expected FIRST {0}, LAST {0} or another reduction, or WHEN "
                                     "condition",
                                     printable(name)));
      return;
    }
    MeasuredFunction& f = out_.functions[k];
    f.expression = Expression::compile(row.text, row.text_at, earlier_, *plan_.parameters,
                                       diagnostics_, row.label);
    if (!f.expression) return;
    const int live = plan_.parameters->live_count();
    for (int slot : f.expression->slots())
      if (slot >= live) out_.operands[k].push_back(slot - live);
  }

  void mark_cheap() {
    const int live = plan_.parameters->live_count();
    std::vector<char> cheap(layout_.channels.size() + 1 + live, 0);
    std::fill_n(cheap.begin(), live + 1, char{1});
    for (const DirectChannel& direct : layout_.direct)
      if (direct.rate < 2) cheap[live + 1 + direct.channel] = 1;
    const auto reads_cheap = [&](const Expression& expression) {
      const auto slots = expression.slots();
      return std::all_of(slots.begin(), slots.end(), [&](int slot) { return cheap[slot]; });
    };
    for (const Layout::Out& out : layout_.outs)
      cheap[live + 1 + out.channel] = reads_cheap(out.expression);
    for (MeasuredFunction& f : out_.functions)
      f.cheap =
          f.expression && f.row->reduction != Reduction::formula && reads_cheap(*f.expression);
    out_.outs = outs_read_by(true);
    out_.exact_outs = outs_read_by(false);
  }

  void mark_jumps() {
    const std::size_t first = static_cast<std::size_t>(plan_.parameters->live_count()) + 1;
    std::vector<char> jumps(first + layout_.channels.size(), 0);
    const auto may_jump = [&](const Expression& expression) {
      const auto slots = expression.slots();
      return may_jump_anywhere(expression, jumps.size()) ||
             std::any_of(slots.begin(), slots.end(), [&](int slot) { return jumps[slot] != 0; });
    };
    for (const Layout::Out& out : layout_.outs)
      jumps[first + out.channel] = may_jump(out.expression);
    for (MeasuredFunction& f : out_.functions)
      f.may_jump =
          f.expression && f.row->reduction != Reduction::formula && may_jump(*f.expression);
  }

  // The OUT lines that functions read, also through other OUT lines.
  std::vector<Layout::Out> outs_read_by(bool cheap) const {
    const int first = plan_.parameters->live_count() + 1;
    std::vector<char> read(layout_.channels.size() + first, 0);
    const auto note = [&](const Expression& expression) {
      for (int slot : expression.slots()) read[slot] = 1;
    };
    for (const MeasuredFunction& f : out_.functions)
      if (f.expression && f.row->reduction != Reduction::formula && f.cheap == cheap)
        note(*f.expression);
    std::vector<Layout::Out> out;
    for (auto line = layout_.outs.rbegin(); line != layout_.outs.rend(); ++line) {
      if (!read[first + line->channel]) continue;
      note(line->expression);
      out.insert(out.begin(), *line);
    }
    return out;
  }

  // Forces and moments have impulses, and so have sums of them in OUT lines. Other functions of
  // forces have no impulse, nor has a product of a force and a velocity, since the velocity jumps
  // in the impact. behind: the forces that such an OUT line reads.
  void mark_efforts() {
    const int first = plan_.parameters->live_count() + 1;
    std::vector<char> is_effort(first + layout_.count(), 0), is_speed = is_effort;
    std::vector<std::vector<int>> behind(is_effort.size());
    for (int k = 0; k < layout_.count(); ++k) {
      const Unit& u = layout_.channels[k].unit;
      is_effort[first + k] = u.known && u.kg == 1 && u.s == -2 && !(u == unit::joule);
      is_speed[first + k] = u.known && u.kg == 0 && u.s == -1;
    }
    const auto note = [&](const Expression& expression, std::vector<int>& out) {
      Dependence how = expression.dependence(is_effort);
      for (const int slot : expression.slots()) {
        if (!behind[slot].empty()) how = Dependence::other;
        out.insert(out.end(), behind[slot].begin(), behind[slot].end());
        if (is_effort[slot]) out.push_back(slot);
      }
      if (how == Dependence::none || expression.dependence(is_speed) == Dependence::other)
        return how;
      std::vector<char> either = is_speed;
      for (const int slot : out) either[slot] = 1;
      return expression.dependence(either) == Dependence::other ? Dependence::other : how;
    };
    for (const Layout::Out& out : layout_.outs) {
      std::vector<int> efforts;
      const Dependence how = note(out.expression, efforts);
      const int slot = first + out.channel;
      is_effort[slot] = how == Dependence::linear || how == Dependence::affine;
      if (how == Dependence::other) behind[slot] = std::move(efforts);
    }
    for (std::size_t k = 0; k < out_.measures; ++k) {
      MeasuredFunction& f = out_.functions[k];
      if (!f.expression || has_condition(*f.row)) continue;
      const Reduction r = f.row->reduction;
      if (integrates(r) || has_extremes(r)) f.on_efforts = note(*f.expression, f.efforts);
    }
  }

  const Plan& plan_;
  const Layout& layout_;
  const VariableNames variables_;
  VariableNames earlier_;  // of the measures before the present row
  Diagnostics& diagnostics_;
  MeasureFunctions out_;
};

}  // namespace

void MeasureFunctions::estimate_rounding() {
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    double& size = sizes[kinds[k]];
    size = std::max(size, functions[measures + k].size);
  }
  for (std::size_t k = 0; k < kinds.size(); ++k)
    functions[measures + k].rounding = tolerance::rounding_of_kind * sizes[kinds[k]];
}

MeasuredFunction& MeasureFunctions::asked_by(const MeasuredFunction& condition) {
  return functions[condition.row - rows.data()];
}

const MeasuredFunction& MeasureFunctions::condition_of(std::size_t row) const {
  return *std::find_if(functions.begin(), functions.end(), [&](const MeasuredFunction& f) {
    return f.condition && f.row == &rows[row];
  });
}

MeasureFunctions compile_measures(const Plan& plan, const Layout& layout,
                                  Diagnostics& diagnostics) {
  return Compiler(plan, layout, diagnostics).run();
}

}  // namespace mbs
