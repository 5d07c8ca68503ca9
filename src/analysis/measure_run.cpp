#include "analysis/measure_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "observe/names.h"

namespace mbs {

namespace {

constexpr std::size_t kEnd = Chebyshev::kPoints - 1, kMiddle = kEnd / 2;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A function is resolved where its last coefficients are at most this part of its largest value:
// its integral is then sure to three digits more.
constexpr double kResolved = 1e-10;
// Or where they matter less than this to its integral, as part of the largest value times the
// whole time: jumps are never resolved.
constexpr double kIntegral = 1e-14;
// The places of extremes are sure enough for their values below this; else they are searched for.
constexpr double kSmooth = 1e-11;
constexpr int kSections = 50;
// Halvings that a run may spend in all, and for each stretch: noise is never resolved either.
constexpr long long kHalvingsAtFirst = 20000, kHalvingsEach = 60;
// Of a condition, as part of its largest value in the stretch.
constexpr double kCondition = 0.05;
// How often a stretch is halved at most: for jumps, and for conditions.
constexpr std::size_t kHalvings = 50, kConditionHalvings = 6;
// A condition nearer to zero than this part of its largest value is evaluated exactly.
constexpr double kNear = 1e-3;
// A jump of a condition smaller than this part of its range is rounding.
constexpr double kJump = 1e-11;
// Extremes that differ by this part of the largest value are the same one.
constexpr double kSameValue = 1e-9;
// Hits closer than this part of their time are one instant.
constexpr double kSameInstant = 4e-15;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool integrates(Reduction r) {
  return r == Reduction::average || r == Reduction::rms || r == Reduction::integral;
}
bool has_extremes(Reduction r) {
  return r == Reduction::minimum || r == Reduction::maximum || r == Reduction::peak_to_peak;
}

// A sum that keeps what each addition rounds away (Neumaier).
struct Sum {
  double value = 0, rest = 0;
  void add(double x) {
    const double next = value + x;
    rest += std::fabs(value) >= std::fabs(x) ? (value - next) + x : (x - next) + value;
    value = next;
  }
  double total() const { return value + rest; }
};

}  // namespace

// What is sampled: the expression of a measure or the function of a condition.
struct MeasureRun::Function {
  const MeasureRow* row = nullptr;
  std::optional<Expression> expression;  // none: TIME, or a formula whose value comes at the end
  bool condition = false, square = false;
  double from = -kInfinity, to = kInfinity, whole = 0;  // the window; its length within the run
  std::string failed;                                   // why it has no value
  double end = 0;                                       // where the motion was left
  double size = 0;                                      // largest value
  bool begun = false;
  double first = 0, last = 0, least = kInfinity, most = -kInfinity;
  // The first time of those that differ by rounding, and the value there.
  double least_at = 0, most_at = 0, least_seen = kInfinity, most_seen = -kInfinity;
  double near = 0;  // times closer than this belong to one extreme
  Sum integral;
  // WHEN
  long long count = 0;
  bool found = false;
  double value = 0, time = -kInfinity;  // of the last hit

  // At the ends of the last steps.
  std::array<double, PastPolynomial::kValues> values{};
  std::array<double, PastPolynomial::kRates> rates{};

  template <std::size_t N>
  static void push(std::array<double, N>& past, double next) {
    std::copy(past.begin() + 1, past.end(), past.begin());
    past.back() = next;
  }
  bool sees(double t) const { return t >= from && t <= to && failed.empty(); }
  void note(double x, double t) {
    const double v = row->absolute ? std::fabs(x) : x;
    const double more = kSameValue * size;
    if (v < least_seen - (t - least_at > near ? more : 0)) least_seen = v, least_at = t;
    if (v > most_seen + (t - most_at > near ? more : 0)) most_seen = v, most_at = t;
    least = std::min(least, v);
    most = std::max(most, v);
  }
};

// One level of halving: values of all functions at the points, and which are still sought.
struct MeasureRun::Level {
  std::vector<Chebyshev::Values> values;
  std::vector<char> open;
  bool conditions_open = false;
};

// Functions that are sampled together, by rough samples or by exact ones.
struct MeasureRun::Group {
  bool rough = false;
  std::vector<int> functions;   // with values over time; indices into functions_
  std::vector<int> conditions;  // the same
  std::unique_ptr<EventLocator> locator;
  std::vector<Level> levels;
};

MeasureRun::MeasureRun(const Tables& tables, const Layout& layout, bool rough,
                       Diagnostics& diagnostics)
    : rows_(tables.measures),
      measures_(rows_.size()),
      parameters_(tables.parameters),
      slots_(static_cast<std::size_t>(tables.parameters.live_count()), layout.names.size() + 1),
      operands_(measures_),
      budget_(kHalvingsAtFirst) {
  set_parameters(tables.parameters.live_values());
  if (tables.summary) {
    for (int k = 0; k < layout.count(); ++k) {
      if (layout.names[at(k)] == "energy.balance") continue;  // all of it is error
      MeasureRow& row = rows_.emplace_back();
      row.reduction = Reduction::peak_to_peak;
      row.text = layout.names[at(k)];
      const auto alias = std::find_if(layout.aliases.begin(), layout.aliases.end(),
                                      [k](const Layout::Alias& a) { return a.channel == k; });
      row.name = alias == layout.aliases.end() ? row.text : alias->name;
      row.label = "SUMMARY";
    }
  }
  start_ = t_ = tables.time.start;
  end_ = tables.time.at(tables.time.count() - 1);
  compile(tables, layout, rough, diagnostics);
}

MeasureRun::~MeasureRun() = default;

void MeasureRun::compile(const Tables& tables, const Layout& layout, bool rough,
                         Diagnostics& diagnostics) {
  const VariableNames variables = channel_names(layout);
  std::vector<char> cheap(layout.names.size() + 1 + at(tables.parameters.live_count()), 0);
  std::fill_n(cheap.begin(), tables.parameters.live_count() + 1, char{1});
  for (const DirectChannel& direct : layout.direct)
    if (direct.rate < 2) cheap[at(tables.parameters.live_count() + 1 + direct.channel)] = 1;
  groups_.resize(2);
  groups_[0].rough = true;
  functions_.resize(rows_.size());
  auto add = [&](int k) {
    Function& f = functions_[at(k)];
    bool is_cheap = rough;
    for (int slot : f.expression->slots()) is_cheap = is_cheap && cheap[at(slot)];
    Group& group = groups_[is_cheap ? 0 : 1];
    (f.condition ? group.conditions : group.functions).push_back(k);
  };
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const MeasureRow& row = rows_[k];
    const auto same = [&](std::string_view name) {
      return lower_case(name) == lower_case(row.name);
    };
    const bool clashes = std::any_of(variables.names.begin(), variables.names.end(), same);
    if (k < measures_ && clashes) {
      diagnostics.error(row.where, row.label, fmt::format("'{}' is a channel", row.name),
                        "choose another name");
      continue;
    }
    Function& f = functions_[k];
    f.row = &row;
    if (row.has_from) f.from = row.from;
    if (row.has_to) f.to = row.to;
    f.whole = std::min(f.to, end_) - std::max(f.from, start_);
    f.square = row.reduction == Reduction::rms;
    if (row.reduction == Reduction::formula) {
      compile_formula(k, layout, diagnostics);
      continue;
    }
    if (names_measure(k, diagnostics)) continue;
    if (!row.text.empty()) {
      f.expression = Expression::compile(row.text, row.text_at, variables, tables.parameters,
                                         diagnostics, row.label);
      if (f.expression && row.reduction != Reduction::value_when) add(static_cast<int>(k));
    }
    if (!has_condition(row)) continue;
    // The text as written has the columns that an error names.
    if (!Expression::compile(row.condition, row.condition_at, variables, tables.parameters,
                             diagnostics, row.label))
      continue;
    Function g;
    g.row = &row;
    g.condition = true;
    g.expression = Expression::compile(row.function, row.condition_at, variables, tables.parameters,
                                       diagnostics, row.label);
    if (!g.expression) continue;
    functions_.push_back(std::move(g));
    add(static_cast<int>(functions_.size()) - 1);
  }
  for (Group& group : groups_) {
    if (group.conditions.empty()) continue;
    std::vector<Crossing> directions;
    for (int k : group.conditions) {
      const Passing passing = functions_[at(k)].row->passing;
      directions.push_back(passing == Passing::rising    ? Crossing::rising
                           : passing == Passing::falling ? Crossing::falling
                                                         : Crossing::both);
    }
    group.locator = std::make_unique<EventLocator>(
        event_functions(static_cast<int>(directions.size()), *this), directions, 0);
  }
}

// True, with an error, where something that is sampled names a measure.
bool MeasureRun::names_measure(std::size_t k, Diagnostics& diagnostics) const {
  const MeasureRow& row = rows_[k];
  for (const std::string* text : {&row.text, &row.condition})
    for (std::string_view name : expression_names(*text))
      for (std::size_t m = 0; m < std::min(k, measures_); ++m) {
        if (lower_case(name) != lower_case(rows_[m].name)) continue;
        diagnostics.error(text == &row.text ? row.text_at : row.condition_at, row.label,
                          fmt::format("{} has its value when the run is over", rows_[m].label),
                          "expected channels, t and parameters");
        return true;
      }
  return false;
}

bool MeasureRun::compile_formula(std::size_t k, const Layout& layout, Diagnostics& diagnostics) {
  const MeasureRow& row = rows_[k];
  std::vector<std::string_view> earlier;
  for (std::size_t m = 0; m < k; ++m) earlier.push_back(rows_[m].name);
  const std::vector<std::string_view> channels = channel_names(layout).names;
  for (std::string_view name : expression_names(row.text)) {
    const auto same = [&](std::string_view other) { return lower_case(other) == lower_case(name); };
    if (std::any_of(earlier.begin(), earlier.end(), same)) continue;
    if (std::any_of(channels.begin(), channels.end(), same)) {
      diagnostics.error(row.text_at, row.label,
                        fmt::format("'{}' changes in time", printable(name)),
                        fmt::format("expected FIRST {0}, LAST {0} or another reduction, or WHEN "
                                    "condition",
                                    printable(name)));
      return false;
    }
  }
  Function& f = functions_[k];
  f.expression =
      Expression::compile(row.text, row.text_at, earlier, parameters_, diagnostics, row.label);
  if (!f.expression) return false;
  for (int slot : f.expression->slots())
    if (slot >= parameters_.live_count()) operands_[k].push_back(slot - parameters_.live_count());
  return true;
}

// ---- samples -----------------------------------------------------------------------------------

bool MeasureRun::sample(double t, bool rough) {
  if (!broken_.empty()) return false;
  double* const variables = slots_.variables();
  variables[0] = t;
  const Vector channels{variables + 1, std::as_const(slots_).variables().size() - 1};
  if (source_->sample(t, rough, channels)) return true;
  give_up(t);
  return false;
}

void MeasureRun::give_up(double t) {
  if (broken_.empty()) broken_ = fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t);
}

// At the channels last sampled.
double MeasureRun::evaluate(Function& f, double t) {
  const double value = f.expression->value(slots_.data());
  if (!std::isfinite(value)) {
    if (f.failed.empty()) f.failed = fmt::format("its expression is not finite at t = {:.9g}", t);
    return f.condition ? 1 : 0;
  }
  f.size = std::max(f.size, std::fabs(value));
  return f.square ? value * value : value;
}

EvalStatus MeasureRun::events(double t, ConstVector, Vector g) {
  Group& group = *scanned_;
  bool near = false;
  if (!sample(t, group.rough)) return {EvalKind::failed, -1, 0};
  auto all = [&] {
    for (std::size_t i = 0; i < g.size(); ++i) {
      Function& f = functions_[at(group.conditions[i])];
      g[i] = f.failed.empty() ? evaluate(f, t) : 1;
      near |= std::fabs(g[i]) <= kNear * f.size;
    }
  };
  all();
  if (!near || !group.rough) return {};
  if (!sample(t, false)) return {EvalKind::failed, -1, 0};
  all();
  return {};
}

// ---- stretches ---------------------------------------------------------------------------------

void MeasureRun::note_end(Function& f, double t, double value) {
  f.end = value;
  if (f.condition || !f.sees(t)) return;
  if (!std::exchange(f.begun, true)) f.first = value;
  f.last = value;
  if (has_extremes(f.row->reduction)) f.note(value, t);
}

void MeasureRun::start(double t, MeasureSource& source) {
  source_ = &source;
  known_ends_ = 0;
  t_ = start_ = t;
  for (Group& group : groups_) {
    scanned_ = &group;
    if ((group.functions.empty() && group.conditions.empty()) || !sample(t, false)) continue;
    for (const std::vector<int>* list : {&group.functions, &group.conditions})
      for (int k : *list) note_end(functions_[at(k)], t, evaluate(functions_[at(k)], t));
    if (group.locator) group.locator->start(t, {});
  }
  // What is asked for at one instant has the size that it has here at least.
  bool sampled = false;
  for (Function& f : functions_) {
    if (!f.expression || f.condition || f.row->reduction != Reduction::value_when) continue;
    if (!sampled && !sample(t, false)) return;
    sampled = true;
    const double value = f.expression->value(slots_.data());
    if (std::isfinite(value)) f.size = std::fabs(value);
  }
}

void MeasureRun::jump(MeasureSource& source) {
  source_ = &source;
  known_ends_ = 0;
  for (Group& group : groups_) {
    scanned_ = &group;
    if ((group.functions.empty() && group.conditions.empty()) || !sample(t_, false)) continue;
    for (int k : group.functions) note_end(functions_[at(k)], t_, evaluate(functions_[at(k)], t_));
    std::vector<EventHit> hits;
    for (std::size_t i = 0; i < group.conditions.size(); ++i) {
      Function& f = functions_[at(group.conditions[i])];
      const int index = static_cast<int>(i), side = group.locator->side(index);
      const double noise = std::max(kJump * std::max(f.size, group.locator->range(index)),
                                    group.locator->zero(index));
      auto sign = [noise](double g) { return g > noise ? 1 : g < -noise ? -1 : 0; };
      const double before = f.end;
      f.end = evaluate(f, t_);
      const bool already = std::fabs(f.time - t_) <= kSameInstant * std::fabs(t_);
      if (already || !f.failed.empty()) continue;
      // It has come to zero at this very instant, or the jump has taken it to the other side.
      const int a = sign(before), b = sign(f.end);
      const int to = a == 0 && side != 0 ? -side : b;
      const bool rises = to > 0 && (f.row->comparison ? a <= 0 : a < 0 || (a == 0 && side < 0)),
                 falls = to < 0 && (a > 0 || (a == 0 && side > 0));
      if ((rises && f.row->passing != Passing::falling) ||
          (falls && f.row->passing != Passing::rising))
        hits.push_back(
            {index, t_, rises ? Crossing::rising : Crossing::falling, HitKind::crossing});
    }
    for (const EventHit& hit : hits) {
      group.locator->note_hit(hit);
      note_hit(group, hit);
    }
    if (group.locator) group.locator->restart(t_, {});
  }
}

void MeasureRun::advance(double to, bool at_rest, MeasureSource& source) {
  source_ = &source;
  if (!(to > t_)) return;
  std::vector<double> cuts;
  for (const Function& f : functions_)
    for (double edge : {f.from, f.to})
      if (edge > t_ && edge < to) cuts.push_back(edge);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  const bool whole = cuts.empty() && at_rest;
  if (!whole || (known_ends_ > 0 && ends_.back() != t_)) known_ends_ = 0;
  if (whole) {
    Function::push(ends_, to);
    ++known_ends_;
  }
  quick_ = known_ends_ >= ends_.size();
  auto is_empty = [](const Group& g) { return g.functions.empty() && g.conditions.empty(); };
  if (quick_ && !is_empty(groups_[0])) past_.set_rates(ends_);
  if (quick_ && !is_empty(groups_[1])) past_.set_values(ends_);
  cuts.push_back(to);
  for (double cut : cuts) {
    for (Group& group : groups_)
      if (!group.functions.empty() || !group.conditions.empty())
        stretch(group, t_, cut, cut < to || !at_rest);
    t_ = cut;
  }
}

// The points of a level from the second to the one with index `last`.
void MeasureRun::fill(Group& group, Level& level, double from, double to, std::size_t last) {
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  for (std::size_t k = 1; k <= last; ++k) {
    const double t = middle + half * Chebyshev::points()[k];
    if (!sample(t, group.rough)) return;
    for (const std::vector<int>* list : {&group.functions, &group.conditions})
      for (int i : *list)
        if (level.open[at(i)]) level.values[at(i)][k] = evaluate(functions_[at(i)], t);
  }
}

void MeasureRun::stretch(Group& group, double from, double to, bool exact_end) {
  if (group.levels.empty()) group.levels.resize(kHalvings + 2);
  Level& level = group.levels[0];
  level.values.resize(functions_.size());
  level.open.assign(functions_.size(), 0);
  level.conditions_open = !group.conditions.empty();
  for (const std::vector<int>* list : {&group.functions, &group.conditions})
    for (int k : *list) {
      Function& f = functions_[at(k)];
      f.near = 2 * (to - from);
      level.open[at(k)] = f.failed.empty() && (f.condition || (f.from <= from && f.to >= to));
      level.values[at(k)][0] = f.end;
    }
  budget_ += kHalvingsEach;
  take_end(group, level, from, to, exact_end);
  if (!broken_.empty()) return;
  if (quick_) take_quickly(group, level, from, to);
  const bool open =
      std::any_of(level.open.begin(), level.open.end(), [](char o) { return o != 0; });
  if (!open) return;
  fill(group, level, from, to, kEnd - 1);
  if (broken_.empty()) resolve(group, 0, from, to);
}

// All functions at the end of a stretch, those outside their windows too: it is where the next one
// begins.
void MeasureRun::take_end(Group& group, Level& level, double from, double to, bool exact_end) {
  const bool rough = group.rough && !exact_end;
  if (!sample(to, rough)) return;
  rates_.resize(static_cast<std::size_t>(parameters_.live_count()) +
                std::as_const(slots_).variables().size());
  double* const rates = rates_.data() + parameters_.live_count();
  rates[0] = 1;
  const bool has_rates =
      rough && source_->rates({rates + 1, std::as_const(slots_).variables().size() - 1});
  for (const std::vector<int>* list : {&group.functions, &group.conditions})
    for (int k : *list) {
      Function& f = functions_[at(k)];
      if (!f.failed.empty()) continue;
      Taylor along{0, std::numeric_limits<double>::quiet_NaN(), 0};
      if (has_rates) along = f.expression->along(slots_.data(), rates_.data());
      const bool finite = has_rates && std::isfinite(along.value);
      if (finite) f.size = std::max(f.size, std::fabs(along.value));
      const double value = !finite    ? evaluate(f, to)
                           : f.square ? along.value * along.value
                                      : along.value;
      level.values[at(k)][kEnd] = value;
      Function::push(f.values, value);
      if (rough) Function::push(f.rates, f.square ? 2 * along.value * along.first : along.first);
      if (!f.begun && level.open[at(k)]) note_end(f, from, f.end);
      note_end(f, to, value);
      const Reduction r = f.row->reduction;
      if (!f.condition && !integrates(r) && !has_extremes(r)) level.open[at(k)] = 0;
    }
}

// Closes what the ends of the steps tell enough of.
void MeasureRun::take_quickly(Group& group, Level& level, double from, double to) {
  constexpr std::size_t kFirst = PastPolynomial::kValues - PastPolynomial::kRates;
  auto shape_of = [&](const Function& f) {
    return group.rough ? past_.of_rates(std::span(f.values).subspan<kFirst>(), f.rates)
                       : past_.of_values(f.values);
  };
  for (int k : group.functions) {
    Function& f = functions_[at(k)];
    if (level.open[at(k)] && f.failed.empty() && is_done(f, shape_of(f), from, to))
      level.open[at(k)] = 0;
  }
  if (group.conditions.empty()) return;
  bool quiet = true;
  for (std::size_t i = 0; i < group.conditions.size() && quiet; ++i) {
    const Function& f = functions_[at(group.conditions[i])];
    if (!f.failed.empty()) continue;
    const PastPolynomial::Shape shape = shape_of(f);
    const int side = group.locator->side(static_cast<int>(i));
    const double least = std::min(
        {side * level.values[at(group.conditions[i])][0], side * f.end, side * shape.middle});
    const bool dips = side * shape.from < 0 && side * shape.to > 0;
    quiet = side != 0 && !dips && least > 2 * (shape.off + shape.missed);
  }
  if (!quiet) return;
  level.conditions_open = false;
  for (int k : group.conditions) level.open[at(k)] = 0;
}

bool MeasureRun::is_done(Function& f, const PastPolynomial::Shape& shape, double from, double to) {
  // Of a corner near the end of the step the polynomials with and without the oldest end know
  // little, but the ends before it show that something has changed.
  constexpr double kForeseen = 1e-8, kForeseenExtreme = 2e-10;
  const double size = f.square ? f.size * f.size : f.size;
  const double before = f.values[f.values.size() - 2], now = f.end;
  const bool resolved = shape.off <= kResolved * size;
  const bool folds = f.row->absolute && !f.square && !(before * now > 0 && shape.middle * now > 0);
  if (integrates(f.row->reduction)) {
    if (!resolved || !(shape.missed <= kForeseen * size) || folds) return false;
    f.integral.add(f.row->absolute ? std::fabs(shape.integral) : shape.integral);
    return true;
  }
  if (folds) return false;
  const double reach = (to - from) * std::max({std::fabs(shape.from), std::fabs(shape.to),
                                               std::fabs(shape.halfway)}) +
                       10 * (shape.off + shape.missed);
  auto absolute = [&](double v) { return f.row->absolute ? std::fabs(v) : v; };
  const double high = std::max(absolute(before), absolute(now)) + reach,
               low = std::min(absolute(before), absolute(now)) - reach;
  const bool raises = f.row->reduction != Reduction::minimum && !(high <= f.most);
  const bool lowers = f.row->reduction != Reduction::maximum && !(low >= f.least);
  if (!raises && !lowers) return true;
  return resolved && shape.missed <= kForeseenExtreme * size && shape.from * shape.to > 0 &&
         shape.halfway * shape.to > 0;
}

// What is resolved is taken; the rest goes to both halves.
void MeasureRun::resolve(Group& group, std::size_t depth, double from, double to) {
  Level& level = group.levels[depth];
  const double middle = 0.5 * (from + to);
  const bool last = depth >= kHalvings || --budget_ < 0 || !(middle > from && middle < to);
  bool more = false;
  for (int k : group.functions) {
    Function& f = functions_[at(k)];
    if (!level.open[at(k)]) continue;
    const Chebyshev p(level.values[at(k)]);
    const bool done =
        !f.failed.empty() ||
        (integrates(f.row->reduction) ? take_integral(f, p, from, to, last)
                                      : take_extremes(f, p, level.values[at(k)], from, to, last));
    level.open[at(k)] = !done;
    more |= !done;
  }
  if (level.conditions_open) {
    bool resolved = true, quiet = true;
    for (std::size_t i = 0; i < group.conditions.size(); ++i) {
      const Chebyshev::Values& values = level.values[at(group.conditions[i])];
      if (!functions_[at(group.conditions[i])].failed.empty()) continue;
      const Chebyshev p(values);
      resolved &= p.tail() <= kCondition * (std::fabs(p.middle()) + p.reach());
      quiet = quiet && is_quiet(group, i, p, values);
    }
    if (resolved || last || depth >= kConditionHalvings) {
      if (!quiet) scan(group, from, to);
      level.conditions_open = false;
    }
    more |= level.conditions_open;
  }
  if (!more || !broken_.empty()) return;
  Level& next = group.levels[depth + 1];
  for (int half = 0; half < 2; ++half) {
    next.open = level.open;
    next.conditions_open = level.conditions_open;
    next.values.resize(functions_.size());
    for (int k : group.conditions)
      next.open[at(k)] = level.conditions_open && functions_[at(k)].failed.empty();
    for (std::size_t k = 0; k < functions_.size(); ++k) {
      if (!next.open[k]) continue;
      next.values[k][0] = level.values[k][half == 0 ? 0 : kMiddle];
      next.values[k][kEnd] = level.values[k][half == 0 ? kMiddle : kEnd];
    }
    fill(group, next, half == 0 ? from : middle, half == 0 ? middle : to, kEnd - 1);
    if (!broken_.empty()) return;
    resolve(group, depth + 1, half == 0 ? from : middle, half == 0 ? middle : to);
  }
}

bool MeasureRun::take_integral(Function& f, const Chebyshev& p, double from, double to, bool last) {
  const double half = 0.5 * (to - from);
  const double size = f.square ? f.size * f.size : f.size;
  if (!last && p.tail() > kResolved * size && p.tail() * 2 * half > kIntegral * size * f.whole)
    return false;
  if (!f.row->absolute || f.square) {
    f.integral.add(half * p.integral());
    return true;
  }
  Chebyshev::Values zeros{};
  const int count = p.zeros(zeros);
  double begin = -1;
  for (int k = 0; k <= count; ++k) {
    const double end = k < count ? zeros[at(k)] : 1;
    f.integral.add(half * std::fabs(p.integral(begin, end)));
    begin = end;
  }
  return true;
}

bool MeasureRun::take_extremes(Function& f, const Chebyshev& p, const Chebyshev::Values& values,
                               double from, double to, bool last) {
  const bool absolute = f.row->absolute;
  const double high = p.middle() + p.reach(), low = p.middle() - p.reach();
  const double highest = absolute ? std::max(high, -low) : high;
  const double lowest = !absolute               ? low
                        : low <= 0 && high >= 0 ? 0
                                                : std::min(std::fabs(low), std::fabs(high));
  const Reduction r = f.row->reduction;
  auto raises = [&](double v) { return r != Reduction::minimum && v > f.most; };
  auto lowers = [&](double v) { return r != Reduction::maximum && v < f.least; };
  if (!raises(highest) && !lowers(lowest)) return true;
  if (!last && p.tail() > kResolved * f.size) return false;
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  // A candidate is evaluated on the motion itself.
  auto exact = [&](double s) {
    const double t = s <= -1 ? from : s >= 1 ? to : middle + half * s;
    if (!sample(t, false)) return f.last;
    const double value = evaluate(f, t);
    if (f.failed.empty()) f.note(value, t);
    return value;
  };
  auto consider = [&](double s, double value) {
    const double v = absolute ? std::fabs(value) : value;
    if (raises(v) || lowers(v)) exact(s);
  };
  Chebyshev::Values places{};
  const int count = p.extremes(places);
  for (int k = 0; k < count; ++k) consider(places[at(k)], p(places[at(k)]));
  consider(-1, values[0]);
  consider(1, values[kEnd]);
  if (absolute && p.zeros(places) > 0) f.note(0, middle + half * places[0]);
  if (p.tail() <= kSmooth * f.size) return true;
  // A corner: golden sections about the largest and the smallest point.
  for (const int sign : {1, -1}) {
    if (sign > 0 ? r == Reduction::minimum : r == Reduction::maximum) continue;
    std::size_t best = 0;
    for (std::size_t k = 1; k <= kEnd; ++k)
      if (sign * values[k] > sign * values[best]) best = k;
    constexpr double kGolden = 0.381966011250105;
    double a = Chebyshev::points()[best > 0 ? best - 1 : 0],
           b = Chebyshev::points()[std::min(best + 1, kEnd)];
    double s1 = a + kGolden * (b - a), s2 = b - kGolden * (b - a);
    double v1 = sign * exact(s1), v2 = sign * exact(s2);
    for (int i = 0; i < kSections && broken_.empty() && f.failed.empty(); ++i) {
      if (v1 > v2) {
        b = s2, s2 = s1, v2 = v1;
        v1 = sign * exact(s1 = a + kGolden * (b - a));
      } else {
        a = s1, s1 = s2, v1 = v2;
        v2 = sign * exact(s2 = b - kGolden * (b - a));
      }
    }
  }
  return true;
}

// True where the condition stays on its side, the polynomial's extremes included.
bool MeasureRun::is_quiet(const Group& group, std::size_t k, const Chebyshev& p,
                          const Chebyshev::Values& values) const {
  const int side = group.locator->side(static_cast<int>(k));
  if (side == 0) return false;
  const double margin = 2 * p.tail();
  for (double g : values)
    if (!(side * g > margin)) return false;
  if (std::fabs(p.middle()) > p.reach() + margin) return true;
  Chebyshev::Values places{};
  const int count = p.extremes(places);
  for (int i = 0; i < count; ++i)
    if (!(side * p(places[at(i)]) > margin)) return false;
  return true;
}

void MeasureRun::scan(Group& group, double from, double to) {
  scanned_ = &group;
  if (!group.locator->scan(Stretch{from, to}).ok()) return give_up(to);
  const std::vector<EventHit> hits(group.locator->hits().begin(), group.locator->hits().end());
  for (const EventHit& hit : hits) note_hit(group, hit);
}

void MeasureRun::note_hit(Group& group, const EventHit& hit) {
  Function& g = functions_[at(group.conditions[at(hit.index)])];
  g.time = hit.t;
  if (g.found || ++g.count < g.row->nth) return;
  g.found = true;
  g.value = hit.t;
  if (g.row->reduction == Reduction::time_when) return;
  if (!sample(hit.t, false)) return;
  Function& f = functions_[static_cast<std::size_t>(g.row - rows_.data())];
  g.value = evaluate(f, hit.t);
  g.failed = f.failed;
  f.last = g.value;
}

// ---- results -----------------------------------------------------------------------------------

double MeasureRun::reduced(const Function& f) const {
  const double covered = std::min(f.to, t_) - std::max(f.from, start_);
  const bool instant = !(covered > 0);
  auto absolute = [&](double v) { return f.row->absolute ? std::fabs(v) : v; };
  switch (f.row->reduction) {
    case Reduction::minimum:
      return f.least;
    case Reduction::maximum:
      return f.most;
    case Reduction::peak_to_peak:
      return f.most - f.least;
    case Reduction::average:
      return instant ? absolute(f.first) : f.integral.total() / covered;
    case Reduction::rms:
      return std::sqrt(instant ? f.first : std::max(0.0, f.integral.total() / covered));
    case Reduction::integral:
      return f.integral.total();
    case Reduction::first:
      return absolute(f.first);
    case Reduction::last:
      return absolute(f.last);
    default:
      return 0;
  }
}

MeasureValue MeasureRun::value_of(std::size_t k, const std::vector<MeasureValue>& before,
                                  bool complete) {
  const MeasureRow& row = rows_[k];
  Function& f = functions_[k];
  MeasureValue out{row.name, 0, f.size, f.failed, row.required, row.where};
  if (row.reduction == Reduction::formula) {
    double* const variables = slots_.variables();
    for (std::size_t m = 0; m < before.size(); ++m) variables[m] = before[m].value;
    for (int m : operands_[k]) {
      out.size = std::max(out.size, before[at(m)].size);
      if (out.reason.empty() && !before[at(m)].reason.empty())
        out.reason = before[at(m)].name + " has no value";
    }
    out.value = f.expression->value(slots_.data());
    constexpr double kCancelled = 1e-9;
    if (std::fabs(out.value) > kCancelled * out.size || out.size == 0)
      out.size = std::fabs(out.value);
    if (out.reason.empty() && !std::isfinite(out.value)) out.reason = "it is not finite";
  } else if (has_condition(row)) {
    const auto g = std::find_if(functions_.begin(), functions_.end(), [&](const Function& other) {
      return other.condition && other.row == &row;
    });
    out.value = g->value;
    out.size = row.reduction == Reduction::time_when ? std::max(std::fabs(start_), std::fabs(end_))
                                                     : f.size;
    out.reason = g->found || !g->failed.empty() ? g->failed
                 : !broken_.empty()             ? broken_
                 : g->count > 0
                     ? fmt::format("its condition came about {} of {} times", g->count, row.nth)
                     : "its condition did not come about";
  } else {
    out.value = reduced(f);
    if (row.reduction == Reduction::integral) out.size *= std::fabs(f.whole);
    const double slack = 1e-12 * std::max(std::fabs(start_), std::fabs(end_));
    if (out.reason.empty() && !broken_.empty()) out.reason = broken_;
    if (out.reason.empty() && !f.begun)
      out.reason = fmt::format("the run ended at t = {:.9g}, before FROM", t_);
    else if (out.reason.empty() && row.reduction != Reduction::first && row.has_to &&
             t_ < f.to - slack)
      out.reason = fmt::format("the run ended at t = {:.9g}, before TO", t_);
    else if (out.reason.empty() && row.reduction != Reduction::first && !complete &&
             !(row.has_to && t_ >= f.to - slack))
      out.reason = fmt::format("the run ended early, at t = {:.9g}", t_);
  }
  if (out.reason.empty() && !std::isfinite(out.value)) out.reason = "it is not finite";
  if (!out.reason.empty()) out.value = std::numeric_limits<double>::quiet_NaN();
  return out;
}

std::vector<MeasureValue> MeasureRun::finish(bool complete) {
  std::vector<MeasureValue> out;
  // Formulas read the values of the measures before them in place of the channels.
  if (std::as_const(slots_).variables().size() < measures_) {
    Slots wider(static_cast<std::size_t>(parameters_.live_count()), measures_);
    wider.set_parameters({slots_.data(), static_cast<std::size_t>(parameters_.live_count())});
    slots_ = std::move(wider);
  }
  for (std::size_t k = 0; k < measures_; ++k) out.push_back(value_of(k, out, complete));
  return out;
}

std::vector<SummaryRow> MeasureRun::summary() const {
  std::vector<SummaryRow> out;
  for (std::size_t k = measures_; k < rows_.size(); ++k) {
    const Function& f = functions_[k];
    if (f.begun && f.failed.empty())
      out.push_back({rows_[k].name, f.least, f.least_at, f.most, f.most_at});
  }
  return out;
}

}  // namespace mbs
