#include "study/run_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "study/run_table.h"
#include "text/capital_names.h"
#include "text/expression.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// `from + k step` for k from 0 on.
struct Stretch {
  double from = 0, step = 0;
  long long count = 1;
};

constexpr std::string_view kForms = "expected -p name=1,2,5 or -p name=from:to:step";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The pieces between the separators that stand outside parentheses.
std::vector<std::string_view> split_outside(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != separator || depth > 0) continue;
    out.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  out.push_back(trim(text.substr(begin)));
  return out;
}

// Adds a SWEEP line of the deck.
void add_row(const SweepRow& row, RunList& runs, Diagnostics& diagnostics) {
  if (!row.texts.empty()) return runs.add_texts(row.parameter, row.texts);
  if (!row.is_range) {
    runs.add(row.parameter, static_cast<long long>(row.values.size()),
             [values = row.values](long long k) { return values[k]; });
    return;
  }
  // The reader of the deck has checked that the step leads from `from` to `to`.
  const double from = row.values[0], step = row.values[2], steps = (row.values[1] - from) / step;
  if (!(steps < static_cast<double>(RunList::kMostRuns)))
    return diagnostics.error(row.where, row.label, "it has too many values",
                             fmt::format("at most {}", RunList::kMostRuns));
  runs.add(row.parameter, static_cast<long long>(steps + tolerance::reaches) + 1,
           [from, step](long long k) { return from + static_cast<double>(k) * step; });
}

// Reads one -p option.
class ParameterReader {
 public:
  ParameterReader(std::string_view text, const UnitSystem& units, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics) {
    constants_.set_units(units);
  }

  // False after an error.
  bool split_name(bool may_be_open = false) {
    const std::size_t equals = text_.find('=');
    record_ = "-p " + printable(text_);
    if (may_be_open && is_name(trim(text_))) {
      name_ = trim(text_);
      return true;
    }
    if (equals == std::string_view::npos || !is_name(trim(text_.substr(0, equals))))
      return fail("no name and '=' stand at its start", kForms);
    name_ = trim(text_.substr(0, equals));
    record_ = "-p " + name_;
    values_ = trim(text_.substr(equals + 1));
    return !values_.empty() || fail("it has no values", kForms);
  }

  bool read_values(RunList& runs) {
    std::vector<Stretch> stretches;
    long long count = 0;
    for (std::string_view piece : split_outside(values_, ',')) {
      const std::optional<Stretch> stretch = read_stretch(piece);
      if (!stretch) return false;
      stretches.push_back(*stretch);
      count += stretch->count;
    }
    runs.add(name_, count, [stretches](long long k) {
      auto stretch = stretches.begin();
      for (; k >= stretch->count; ++stretch) k -= stretch->count;
      return stretch->from + static_cast<double>(k) * stretch->step;
    });
    return true;
  }

  void read_texts(RunList& runs) {
    std::vector<std::string> texts;
    for (const std::string_view piece : split_outside(values_, ',')) texts.emplace_back(piece);
    runs.add_texts(name_, std::move(texts));
  }

  // from:to
  std::optional<std::array<double, 2>> read_bounds(std::string_view what,
                                                   const std::string& expected) {
    const auto pieces = split_outside(values_, ':');
    const auto list = split_outside(values_, ',');
    if (pieces.size() != 2 || list.size() != 1) {
      fail(fmt::format("'{}' is no range {}", printable(values_), what),
           fmt::format("expected -p {}=from:to {}", name_, expected));
      return {};
    }
    const auto from = number(pieces[0]), to = number(pieces[1]);
    if (!from || !to) return {};
    if (*from < *to && std::isfinite(*to - *from)) return std::array{*from, *to};
    fail(fmt::format("{} is not less than {}", format_number(*from), format_number(*to)),
         "expected from:to");
    return {};
  }

  const std::string& name() const { return name_; }
  bool has_values() const { return !values_.empty(); }
  bool fail(std::string problem, std::string_view expected) {
    diagnostics_.error({}, record_, std::move(problem), std::string(expected));
    return false;
  }

 private:
  std::optional<double> number(std::string_view text) {
    if (!text.empty()) return evaluate_constant(text, {}, constants_, diagnostics_, record_);
    fail(fmt::format("a value is missing in '{}'", printable(values_)), kForms);
    return {};
  }

  std::optional<Stretch> read_stretch(std::string_view text) {
    const auto pieces = split_outside(text, ':');
    if (pieces.size() == 2)
      fail(fmt::format("'{}' has no step", printable(text)),
           "expected from:to:step; from:to is for --sample");
    else if (pieces.size() > 3)
      fail(fmt::format("'{}' is no range", printable(text)), "expected from:to:step");
    if (pieces.size() == 2 || pieces.size() > 3) return {};
    std::array<double, 3> given{};
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const std::optional<double> value = number(pieces[k]);
      if (!value) return {};
      given[k] = *value;
    }
    if (pieces.size() == 1) return Stretch{given[0], 0, 1};
    return range(given[0], given[1], given[2]);
  }

  std::optional<Stretch> range(double from, double to, double step) {
    const double steps = (to - from) / step;
    const std::string shown =
        fmt::format("{}:{}:{}", format_number(from), format_number(to), format_number(step));
    if (step == 0)
      fail(fmt::format("the step of {} is 0", shown), "expected from:to:step");
    else if (steps < 0)
      fail(fmt::format("the step of {} has the wrong sign", shown),
           fmt::format("{} lies {} {}", format_number(to), to < from ? "below" : "above",
                       format_number(from)));
    else if (steps > 0 && steps < 1 - tolerance::reaches)
      fail(fmt::format("the step of {} is longer than the way from {} to {}", shown,
                       format_number(from), format_number(to)),
           "expected from:to:step, the step last");
    else if (!(steps < static_cast<double>(RunList::kMostRuns)))
      fail(fmt::format("{} has too many values", shown),
           fmt::format("at most {}", RunList::kMostRuns));
    else
      return Stretch{from, step, static_cast<long long>(steps + tolerance::reaches) + 1};
    return {};
  }

  std::string_view text_, values_;
  std::string name_, record_;
  Parameters constants_;  // no names; only for numbers with units
  Diagnostics& diagnostics_;
};

bool all_apart(const RunList& runs, Diagnostics& diagnostics) {
  const auto& names = runs.names();
  for (std::size_t k = 0; k < names.size(); ++k)
    for (std::size_t i = 0; i < k; ++i)
      if (name_key(names[i]) == name_key(names[k])) {
        diagnostics.error({}, "-p " + names[k], "given twice",
                          "several values are apart by commas: -p a=1,2,5");
        return false;
      }
  return true;
}

bool equal_lengths(const std::vector<long long>& counts, const RunList& runs,
                   Diagnostics& diagnostics) {
  for (std::size_t k = 1; k < counts.size(); ++k) {
    if (counts[k] == counts[0]) continue;
    diagnostics.error({}, "--zip",
                      fmt::format("{} has {} values and {} has {}", runs.names()[0], counts[0],
                                  runs.names()[k], counts[k]),
                      "expected as many of each; without --zip all combinations are run");
    return false;
  }
  return true;
}

bool agrees(const RunRequest& request, bool deck_has, Diagnostics& diagnostics) {
  auto refuse = [&](const char* record, std::string problem, const char* expected) {
    diagnostics.error({}, record, std::move(problem), expected);
    return false;
  };
  const bool table = !request.table.empty(), sample = request.sample.has_value();
  if (request.zip + table + sample > 1)
    return refuse("sweep", "--zip, --table and --sample exclude each other",
                  "expected one of them at most");
  if (table && !request.parameters.empty())
    return refuse("--table", "the table gives all values, so -p has no place beside it",
                  "-D gives a value that all runs have");
  if (!table && request.parameters.empty() && !deck_has)
    return refuse("sweep", "no parameter is given",
                  "expected -p name=from:to:step, --table, or SWEEP lines in the deck");
  if (sample && request.parameters.empty())
    return refuse("--sample", "no parameter is given", "expected -p name=from:to");
  if (request.seed && !sample)
    return refuse("--seed", "it belongs to --sample", "expected --sample N --seed S");
  const auto coordinates =
      static_cast<long long>(std::max<std::size_t>(1, request.parameters.size()));
  if (sample && (*request.sample < 1 || *request.sample > LatinHypercube::kMost / coordinates))
    return refuse(
        "--sample", fmt::format("{} runs cannot be drawn", *request.sample),
        fmt::format("expected a number from 1 to {}, of {} parameter{}",
                    LatinHypercube::kMost / coordinates, coordinates, coordinates == 1 ? "" : "s")
            .c_str());
  return true;
}

}  // namespace

void RunList::add(std::string name, long long count, std::function<double(long long)> value) {
  names_.push_back(std::move(name));
  columns_.push_back({count, 1, std::move(value)});
}

void RunList::combine(bool all) {
  count_ = columns_.empty() ? 0 : columns_.front().count;
  if (!all) return;
  count_ = 1;
  for (std::size_t k = columns_.size(); k-- > 0;) {
    columns_[k].stride = count_;
    const bool fits = columns_[k].count <= kMostRuns / count_;
    count_ = fits ? count_ * columns_[k].count : kMostRuns + 1;
    if (!fits) return;
  }
}

void RunList::add_texts(std::string name, std::vector<std::string> texts) {
  names_.push_back(std::move(name));
  const auto count = static_cast<long long>(texts.size());
  columns_.push_back({count, 1, [](long long k) { return static_cast<double>(k); },
                      std::make_shared<const std::vector<std::string>>(std::move(texts))});
}

double RunList::value(long long run, std::size_t parameter) const {
  const Column& column = columns_[parameter];
  return column.value(column.place(run));
}

std::string RunList::text(long long run, std::size_t parameter) const {
  const Column& column = columns_[parameter];
  return column.texts ? (*column.texts)[static_cast<std::size_t>(column.place(run))]
                      : format_number(value(run, parameter));
}

std::optional<ParameterBounds> read_bounds(std::string_view text, bool may_be_open,
                                           const std::string& expected, const UnitSystem& units,
                                           Diagnostics& diagnostics) {
  ParameterReader reader(text, units, diagnostics);
  if (!reader.split_name(may_be_open)) return {};
  ParameterBounds out{reader.name(), {}, {}};
  if (!reader.has_values()) return out;
  const auto bounds = reader.read_bounds("to look in", expected);
  if (!bounds) return {};
  out.from = (*bounds)[0], out.to = (*bounds)[1];
  return out;
}

std::optional<RunList> make_run_list(const RunRequest& request, std::span<const SweepRow> of_deck,
                                     const Parameters& deck, Diagnostics& diagnostics) {
  const UnitSystem& units = deck.units();
  if (!agrees(request, !of_deck.empty(), diagnostics)) return {};
  if (!request.table.empty()) return read_run_table(request.table, deck, diagnostics);
  RunList runs;
  std::vector<long long> counts;
  if (request.parameters.empty())
    for (const SweepRow& row : of_deck) add_row(row, runs, diagnostics);
  for (const std::string& text : request.parameters) {
    ParameterReader reader(text, units, diagnostics);
    if (!reader.split_name()) continue;
    if (deck.text(reader.name())) {
      if (request.sample)
        reader.fail("a text cannot be drawn", "expected --table, or -p with a list of texts");
      else
        reader.read_texts(runs);
    } else if (!request.sample) {
      reader.read_values(runs);
    } else if (const auto bounds =
                   reader.read_bounds("to draw from", "with --sample; -D gives one value")) {
      const LatinHypercube draws(*request.sample, request.seed.value_or(RunList::kUsualSeed),
                                 static_cast<int>(runs.names().size()));
      runs.add(reader.name(), *request.sample, [draws, bounds](long long k) {
        return (*bounds)[0] + ((*bounds)[1] - (*bounds)[0]) * draws.at(k);
      });
    }
  }
  if (diagnostics.has_errors() || !all_apart(runs, diagnostics)) return {};
  if (request.zip) {
    for (std::size_t k = 0; k < runs.names().size(); ++k) counts.push_back(runs.values_of(k));
    if (!equal_lengths(counts, runs, diagnostics)) return {};
  }
  runs.combine(!request.zip && !request.sample);
  if (runs.count() <= RunList::kMostRuns) return runs;
  diagnostics.error({}, "-p", "there are too many combinations",
                    fmt::format("at most {}", RunList::kMostRuns));
  return {};
}

}  // namespace mbs
