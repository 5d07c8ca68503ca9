#include "command/study_options.h"

#include <CLI/CLI.hpp>

#include "base/say.h"
#include "command/files.h"

namespace mbs {

namespace {

// Adds a study verb with the options that all study verbs have.
CLI::App* add_verb(CLI::App& app, Arguments& args, const char* name) {
  CLI::App* verb = app.add_subcommand(name);
  verb->fallthrough();
  verb->add_option("deck", args.deck)->required();
  return verb;
}

void add_threads(CLI::App& verb, int& threads) {
  verb.add_option("-j", threads)->check(CLI::Range(1, 4096));
}

CLI::App* add_solve(CLI::App& app, Arguments& args) {
  CLI::App* verb = add_verb(app, args, "solve");
  verb->add_option("-p", args.solve.parameters)->allow_extra_args(false);
  verb->add_option("equations", args.solve.equations)->required();
  add_threads(*verb, args.solve.threads);
  return verb;
}

CLI::App* add_optimise(CLI::App& app, Arguments& args) {
  CLI::App* verb = add_verb(app, args, "optimise");
  verb->alias("optimize");
  OptimiseRequest& request = args.optimise;
  verb->add_option("-p", request.parameters)->allow_extra_args(false);
  verb->add_option("--max", request.most);
  verb->add_option("--min", request.least);
  verb->add_option("--subject", request.subjects)->allow_extra_args(false);
  verb->add_option("--method", request.method)->capture_default_str();
  verb->add_option("--evals", request.evaluations);
  verb->add_option("--seed", request.seed);
  add_threads(*verb, request.threads);
  verb->add_option("-o", request.output);
  verb->add_flag("--resume", request.resume);
  return verb;
}

CLI::App* add_sensitivity(CLI::App& app, Arguments& args) {
  CLI::App* verb = add_verb(app, args, "sensitivity");
  verb->add_option("-p", args.sensitivity.parameters)->allow_extra_args(false);
  add_threads(*verb, args.sensitivity.threads);
  return verb;
}

}  // namespace

StudyVerbs add_study_verbs(CLI::App& app, Arguments& args) {
  return {{Verb::solve, add_solve(app, args)},
          {Verb::optimise, add_optimise(app, args)},
          {Verb::sensitivity, add_sensitivity(app, args)}};
}

std::optional<Verb> given_study(const StudyVerbs& verbs) {
  for (const auto& [verb, app] : verbs)
    if (app->parsed()) return verb;
  return {};
}

bool is_search(Verb verb) {
  return verb == Verb::solve || verb == Verb::optimise || verb == Verb::sensitivity;
}

const char* verb_name(Verb verb) {
  switch (verb) {
    case Verb::sweep:
      return "sweep";
    case Verb::solve:
      return "solve";
    case Verb::optimise:
      return "optimise";
    case Verb::sensitivity:
      return "sensitivity";
    case Verb::draw:
      return "draw";
    case Verb::plot:
      return "plot";
    case Verb::animate:
      return "animate";
    case Verb::channels:
      return "channels";
    default:
      return "run";
  }
}

void limit_time(const Arguments& args) {
  forget_deadlines();
  const Interrupt limit(args.settings.timeout, kTimeout, args.settings.begun);
  if (limit.limited()) set_hard_stop(limit.deadline(), kTimeout);
}

int end_table(ExitStatus status, std::optional<SweepFile>& table) {
  int out = finish(status);
  if (status == ExitStatus::deck_error || !table) return out;
  if (const std::string problem = table->commit(); !problem.empty())
    out = worse(out, usage_error(problem));
  say(table->note());
  return out;
}

int no_table_to_resume() {
  return usage_error("--resume: expected -o with the file whose rows are gone on with");
}

double seconds_to_prepare(const Arguments& args) {
  // the limit of a run may be shorter, but files are read once for all runs
  constexpr double kLeast = 1;
  return args.settings.timeout > 0 ? std::max(args.settings.timeout, kLeast) : 0;
}

}  // namespace mbs
