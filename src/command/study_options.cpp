#include "command/study_options.h"

#include <CLI/CLI.hpp>

namespace mbs {

namespace {

// What all of them have.
CLI::App* add_verb(CLI::App& app, Arguments& args, const char* name, const char* what) {
  CLI::App* verb = app.add_subcommand(name, what);
  verb->fallthrough();
  verb->add_option("deck", args.deck, "Deck to run; - reads standard input")->required();
  return verb;
}

void add_threads(CLI::App& verb, int& threads) {
  verb.add_option("-j", threads, "Threads; one for each core without it")
      ->check(CLI::Range(1, 4096));
}

CLI::App* add_solve(CLI::App& app, Arguments& args) {
  CLI::App* verb =
      add_verb(app, args, "solve", "Find parameters for which equations of measures hold");
  verb->add_option(
          "-p", args.solve.parameters,
          "name=from:to: a parameter to be found, between bounds; with several, name alone "
          "starts from the deck's value")
      ->allow_extra_args(false);
  verb->add_option("equations", args.solve.equations,
                   "'FIRST m1 = 0': as many as parameters; each side is what stands behind "
                   "MEASURE name =")
      ->required();
  add_threads(*verb, args.solve.threads);
  return verb;
}

CLI::App* add_optimise(CLI::App& app, Arguments& args) {
  CLI::App* verb = add_verb(app, args, "optimise", "Find parameters that make a measure best");
  verb->alias("optimize");
  OptimiseRequest& request = args.optimise;
  verb->add_option("-p", request.parameters,
                   "name=from:to: a parameter and its bounds; name alone has those of PARAM")
      ->allow_extra_args(false);
  verb->add_option("--max", request.most, "What is to be large: what stands behind MEASURE name =");
  verb->add_option("--min", request.least, "What is to be small");
  verb->add_option("--subject", request.subjects, "'MIN mu > 40deg': a condition; may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--method", request.method,
                   "cma (global), or from the start: bobyqa, cobyla, sbplx, slsqp")
      ->capture_default_str();
  verb->add_option("--evals", request.evaluations, "Runs at most (1000)");
  verb->add_option("--seed", request.seed, "Other random numbers of cma (1)");
  add_threads(*verb, request.threads);
  verb->add_option("-o", request.output, "File for a table with a row for each run");
  verb->add_flag("--resume", request.resume, "Go on with the rows that a search has left there");
  return verb;
}

CLI::App* add_sensitivity(CLI::App& app, Arguments& args) {
  CLI::App* verb =
      add_verb(app, args, "sensitivity", "Derivatives of the measures with respect to parameters");
  verb->add_option("-p", args.sensitivity.parameters, "name of a parameter")
      ->allow_extra_args(false);
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
    default:
      return "run";
  }
}

void limit_time(const Arguments& args) {
  forget_deadlines();
  const Interrupt limit(args.settings.timeout, kTimeout, args.settings.begun);
  if (limit.limited()) set_hard_stop(limit.deadline(), kTimeout);
}

double seconds_to_prepare(const Arguments& args) {
  constexpr double kLeast = 1;  // runs may have less, and what they need is read once
  return args.settings.timeout > 0 ? std::max(args.settings.timeout, kLeast) : 0;
}

}  // namespace mbs
