#include "command/verbs.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "base/hard_stop.h"
#include "command/files.h"
#include "command/progress_line.h"
#include "command/study_options.h"
#include "deck/dialects.h"
#include "report/output_file.h"

namespace mbs {

namespace {

int run_diff(const std::string& a, const std::string& b, const DiffOptions& options) {
  std::string text_a, text_b;
  for (const auto& [path, text] : {std::pair(&a, &text_a), std::pair(&b, &text_b)})
    if (!read_file(*path, *text)) return usage_error(fmt::format("cannot read '{}'", *path));
  const DiffResult result = diff_texts(text_a, text_b, a, b, options);
  fmt::print(result.exit_status == 2 ? stderr : stdout, "{}", result.text);
  return result.exit_status;
}

// The verb measure: nothing but a line for each measure to standard output; why one has no value to
// standard error.
int run_measure(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  ProgressLine progress(args);
  args.settings.echo = false;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  Outcome outcome{ExitStatus::deck_error, {}};
  if (prepared && prepared->tables.measures.empty())
    diagnostics.error({}, "measure", "the deck has no MEASURE lines",
                      "expected one like 'MEASURE stroke = PP body4.x'");
  if (prepared && !diagnostics.has_errors()) {
    catch_signals();
    outcome = run(*prepared, {}, diagnostics);
  }
  disable_hard_stop();
  progress.clear();
  fmt::print("{}", measure_lines(outcome.measures));
  fmt::print(stderr, "{}", diagnostics.format_all());
  for (const MeasureValue& value : outcome.measures)
    if (!value.reason.empty() && !value.required)
      fmt::print(stderr, "mbsim: {} has no value: {}\n", value.name, value.reason);
  fmt::print(stderr, "{}", outcome.last_good_state);
  if (std::fflush(stdout) != 0) return usage_error(cannot_write("standard output", errno));
  return finish(outcome.status);
}

// The run itself: report to standard output, CSV to its file. Nothing is written before the deck
// has been read and built.
int run_to_files(Arguments& args, const DeckInput& input, Diagnostics& diagnostics) {
  ProgressLine progress(args);
  auto end = [&](const Outcome& outcome) {
    fmt::print(stderr, "{}{}{}", diagnostics.format_all(), outcome.last_good_state,
               args.audit ? outcome.audit : "");
    return finish(outcome.status);
  };
  if (args.csv == "-" && !args.no_report)
    return usage_error(
        "--csv -: the report goes to standard output; add --no-report, or name a file");
  args.settings.echo = !args.no_echo;
  args.settings.check_only = args.check;
  const auto prepared = prepare_run(input, args.settings, diagnostics);
  if (!prepared) return end({ExitStatus::deck_error, {}});
  const bool to_stdout = args.csv == "-";
  OutputFile file(args.csv);
  const bool to_file = !args.csv.empty() && !to_stdout && !args.check;
  if (const std::string problem = to_file ? file.open(files_of(args.deck, diagnostics)) : "";
      !problem.empty())
    return usage_error(problem);
  catch_signals();
  TextSink report(stdout), csv(to_stdout ? stdout : file.file());
  const RescuedFile rescued(file);
  const Outputs outputs{
      args.no_report ? nullptr : &report, to_file || to_stdout ? &csv : nullptr, {}, args.columns};
  report.before_writing = csv.before_writing = [&progress] { progress.clear(); };
  const Outcome outcome = run(*prepared, outputs, diagnostics);
  disable_hard_stop();
  progress.clear();
  report.flush();
  csv.flush();
  std::string problem;
  if (!report.good()) problem = cannot_write("standard output", report.error());
  if (!csv.good()) problem = cannot_write(to_stdout ? "standard output" : args.csv, csv.error());
  if (csv.good() && csv.used() && to_file && outcome.status != ExitStatus::deck_error)
    problem = file.commit();
  const int status = end(outcome);
  return problem.empty() ? status : usage_error(problem);
}

int run_search(const Arguments& args, const DeckInput& input) {
  if (args.verb == Verb::sensitivity) return run_sensitivity(args, input);
  return args.verb == Verb::solve ? run_solve(args, input) : run_optimise(args, input);
}

int run_deck(Arguments& args) {
  DeckInput input;
  if (const std::string problem = read_given(args, input); !problem.empty())
    return usage_error(problem);
  if (args.verb == Verb::sweep || is_search(args.verb)) {  // each run has its own time
    if (!read_deck_text(args.deck, input))
      return usage_error(fmt::format("cannot read deck '{}'", args.deck));
    return args.verb == Verb::sweep ? run_sweep(args, input) : run_search(args, input);
  }
  enable_hard_stop(args.deck == "-" ? "stdin" : args.deck);
  const Interrupt limit(args.settings.timeout, {}, args.settings.begun);
  if (limit.limited()) set_hard_stop(limit.deadline(), "the time limit (--timeout)");
  if (!read_deck_text(args.deck, input))
    return usage_error(fmt::format("cannot read deck '{}'{}", args.deck, verb_meant(args.deck)));

  Diagnostics diagnostics;
  if (args.echo || !args.convert.empty()) {
    const std::string echo = args.convert.empty() ? echo_deck(input, args.settings, diagnostics)
                                                  : convert_deck(input, args.settings, diagnostics);
    disable_hard_stop();
    fmt::print("{}", echo);
    fmt::print(stderr, "{}", diagnostics.format_all());
    return finish(diagnostics.has_errors() ? ExitStatus::deck_error : ExitStatus::done);
  }
  if (args.verb == Verb::measure) return run_measure(args, input, diagnostics);
  if (args.verb == Verb::draw) return run_draw(args, input, diagnostics);
  if (args.verb == Verb::plot) return run_plot(args, input, diagnostics);
  if (args.verb == Verb::animate) return run_animate(args, input, diagnostics);
  return run_to_files(args, input, diagnostics);
}

}  // namespace

int run_command(Arguments& args) {
  if (args.verb == Verb::diff) return run_diff(args.diff_a, args.diff_b, args.diff);
  if (args.verb == Verb::help) return run_help(args);
  if (!args.collect.empty()) return run_collect(args);
  if (args.options) return fmt::print("{}", describe_options()), 0;
  if (!args.template_name.empty()) {
    const std::string text = deck_template(args.template_name);
    if (text.empty())
      return usage_error(
          fmt::format("no template '{}'; expected kabios, native or segdyn", args.template_name));
    return fmt::print("{}", text), 0;
  }
  if (args.deck.empty()) return usage_error("no deck given; mbsim --help shows how");
  return run_deck(args);
}

}  // namespace mbs
