#include "study/search/optimise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/interrupt.h"
#include "study/run_table.h"
#include "study/search/global_search.h"
#include "study/search/local_search.h"
#include "study/search/search_log.h"
#include "study/sweep/sweep.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr const char* kGlobal = "cma";
constexpr long long kMostRuns = 1'000'000'000;
// Gradients are central differences at 1 and 2 times this part of the bounds: their error is of
// fourth order.
constexpr double kPartOfRange = 1e-3;

std::string subject_name(std::size_t k) { return fmt::format("subject_{}", k + 1); }

// Local searches by NLopt, with the runs of a SearchLog as function values.
class Local {
 public:
  Local(const PreparedOptimise& prepared, SearchLog& log) : prepared_(prepared), log_(log) {}

  std::string search() {
    LocalProblem problem;
    problem.method = prepared_.method;
    problem.conditions = count_of(prepared_.subjects);
    for (const Unknown& u : prepared_.study.unknowns)
      problem.unknowns.push_back(
          {u.start, u.spread ? *u.spread : kUsualSpread * (*u.to - *u.from), *u.from, *u.to});
    return search_locally(problem, [this](const std::vector<double>& x, bool gradients) {
      return values(x, gradients);
    });
  }

 private:
  using Numbers = std::vector<double>;

  // Value and conditions of a run. A failed run gets numbers worse than all before it.
  Numbers numbers(const Judged& judged) {
    Numbers out = {judged.value};
    out.insert(out.end(), judged.excess.begin(), judged.excess.end());
    if (worst_.empty()) worst_.assign(out.size(), 1);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!judged.usable)  // by 1e-3 where the worst is near 0
        out[k] = worst_[k] + std::max(1e-3, std::fabs(worst_[k]));
      else if (!seen_ || out[k] > worst_[k])
        worst_[k] = out[k];
    }
    seen_ = seen_ || judged.usable;
    return out;
  }

  std::optional<Numbers> values(const Numbers& x, bool gradients) {
    const std::size_t n = x.size();
    std::vector<Numbers> points = {x};
    std::vector<std::array<double, 4>> shifts(n);
    for (std::size_t j = 0; gradients && j < n; ++j) {
      const Unknown& u = prepared_.study.unknowns[j];
      const double h = kPartOfRange * (*u.to - *u.from);
      // The four points are moved into the bounds, where x lies in a corner.
      const double middle = std::clamp(x[j], *u.from + 2 * h, *u.to - 2 * h) - x[j];
      shifts[j] = {middle - 2 * h, middle - h, middle + h, middle + 2 * h};
      for (double shift : shifts[j]) {
        points.push_back(x);
        points.back()[j] += shift;
      }
    }
    const std::vector<Judged> judged = log_.evaluate(points);
    if (judged.size() < points.size() || log_.over()) return {};
    Numbers out = numbers(judged[0]);
    const std::size_t width = out.size();
    if (!gradients) return out;
    std::vector<Numbers> at;
    for (std::size_t k = 1; k < judged.size(); ++k) at.push_back(numbers(judged[k]));
    for (std::size_t m = 0; m < width; ++m)
      for (std::size_t j = 0; j < n; ++j) out.push_back(slope(shifts[j], &at[4 * j], m));
    return out;
  }

  // The derivative at shift 0 of the cubic polynomial through the four points.
  static double slope(const std::array<double, 4>& s, const Numbers* f, std::size_t m) {
    double out = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      double weight = 0;  // derivative of Lagrange's polynomial i at 0
      for (std::size_t k = 0; k < 4; ++k) {
        if (k == i) continue;
        double product = 1 / (s[i] - s[k]);
        for (std::size_t l = 0; l < 4; ++l)
          if (l != i && l != k) product *= -s[l] / (s[i] - s[l]);
        weight += product;
      }
      out += weight * f[i][m];
    }
    return out;
  }

  const PreparedOptimise& prepared_;
  SearchLog& log_;
  Numbers worst_;
  bool seen_ = false;
};

bool check_request(const OptimiseRequest& request, Diagnostics& diagnostics) {
  auto refuse = [&](const char* record, std::string problem, std::string expected) {
    diagnostics.error({}, record, std::move(problem), std::move(expected));
    return false;
  };
  if (request.least.empty() == request.most.empty())
    return refuse("optimise",
                  request.least.empty() ? "nothing is to be optimised"
                                        : "--min and --max exclude "
                                          "each other",
                  "expected --max 'measure' or --min 'measure'");
  if (request.method != kGlobal && !is_local_method(request.method))
    return refuse("--method", fmt::format("'{}' is none", printable(request.method)),
                  fmt::format("expected cma, {}", fmt::join(local_methods(), ", ")));
  if (is_local_method(request.method) && !takes_conditions(request.method) &&
      !request.subjects.empty())
    return refuse("--method", fmt::format("{} knows no --subject", request.method),
                  "expected cma, cobyla or slsqp");
  if (request.evaluations < 1 || request.evaluations > kMostRuns)
    return refuse("--evals", fmt::format("{} runs cannot be made", request.evaluations),
                  "expected a number from 1 to 1000000000");
  return true;
}

}  // namespace

std::optional<PreparedOptimise> prepare_optimise(const DeckInput& deck, const RunSettings& settings,
                                                 const OptimiseRequest& request,
                                                 std::string& messages) {
  Diagnostics of_command;
  of_command.add_file(deck.name);
  StudyRequest asked;
  asked.parameters = request.parameters;
  asked.bounds = Bounds::must;
  std::vector<Relation> subjects;
  if (check_request(request, of_command)) {
    asked.added.push_back(
        measure_line(request.least.empty() ? request.most : request.least, "objective"));
    for (const std::string& text : request.subjects)
      if (auto subject = read_inequality(text, "--subject", of_command)) {
        add_relation(*subject, subject_name(subjects.size()), asked.added);
        subjects.push_back(std::move(*subject));
      }
  }
  if (of_command.has_errors()) {
    messages += of_command.format_all();
    return {};
  }
  auto study = prepare_study(deck, settings, asked, messages);
  if (!study) return {};
  std::string header = "run,";
  for (const std::string& name : study->runs.names()) header += name + ',';
  for (const std::string& name : study->measures) header += name + ',';
  header += "status,message,t_end\n";
  return PreparedOptimise{std::move(*study), std::move(subjects), !request.most.empty(),
                          request.method,    request.evaluations, request.seed,
                          std::move(header)};
}

SweepFacts optimise_facts(const PreparedOptimise& prepared, const RunSettings& settings,
                          const OptimiseRequest& request) {
  SweepFacts facts = deck_facts(prepared.study.runs.deck(), prepared.study.files, settings);
  std::string search = fmt::format("{} --seed {} {} '{}'", prepared.method, prepared.seed,
                                   prepared.maximise ? "--max" : "--min",
                                   prepared.maximise ? request.most : request.least);
  for (const std::string& text : request.parameters) search += " -p " + text;
  for (const std::string& text : request.subjects) search += fmt::format(" --subject '{}'", text);
  facts.push_back(first_row_fact(prepared.header));
  facts.emplace_back("the search", one_line(search));
  return facts;
}

bool is_optimise_row(const PreparedOptimise& prepared, long long k, std::string_view row) {
  return row.ends_with('\n') && row.starts_with(fmt::format("{},", k + 1)) &&
         csv_fields(row.substr(0, row.size() - 1)).size() == csv_fields(prepared.header).size();
}

ExitStatus optimise(const PreparedOptimise& prepared, int threads, const OptimiseOutputs& outputs,
                    std::string& answer, std::string& messages) {
  const std::string& deck = prepared.study.runs.deck().name;
  if (outputs.rows)
    if (const std::string problem = outputs.rows(prepared.header, 0); !problem.empty()) {
      messages += fmt::format("mbsim: error: {}\n", problem);
      return ExitStatus::deck_error;
    }
  SearchLog log(prepared, threads, outputs);
  std::string problem;
  if (is_local_method(prepared.method))
    problem = Local(prepared, log).search();
  else
    search_globally(prepared, log);
  if (log.failed() > 0) {
    messages += fmt::format("mbsim: {} of {} runs have failed and count as infeasible:\n",
                            log.failed(), log.runs());
    for (const std::string& text : log.failures()) messages += "  " + text + "\n";
    const auto more = log.failed() - static_cast<long long>(log.failures().size());
    if (more > 0) messages += fmt::format("  and {} more\n", more);
  }
  if (!log.problem().empty()) problem = log.problem();
  if (log.best()) {
    answer = as_defines(prepared.study.runs.names(), *log.best());
    messages += fmt::format("mbsim: best of {} runs: {} at {}\n", log.runs(),
                            format_number(log.best_value()), answer);
  }
  if (!problem.empty()) {
    messages += fmt::format("mbsim: error: {}\n", problem);
    return ExitStatus::deck_error;
  }
  if (signal_came()) {
    messages +=
        fmt::format("{}: error: optimise: ended by a signal after {} runs\n", deck, log.runs());
    return ExitStatus::interrupted;
  }
  if (log.best()) return ExitStatus::done;
  messages +=
      fmt::format("{}: error: optimise: none of {} runs meets the conditions\n", deck, log.runs());
  return ExitStatus::check_failed;
}

}  // namespace mbs
