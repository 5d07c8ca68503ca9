#include <fmt/format.h>

#include <utility>

#include "study/sweep/sweep.h"

namespace mbs {

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

SweepFacts deck_facts(const DeckInput& deck, const std::vector<std::string>& read,
                      const RunSettings& run) {
  SweepFacts facts = {
      {"the program", program_fact()},
      {"the deck", fmt::format("{} {}", posix_checksum(deck.text), deck.text.size())}};
  std::string files;
  for (const std::string& file : read)
    if (file != deck.name)
      files += fmt::format("{}{}", files.empty() ? "" : ", ", sum_of_file(file));
  facts.emplace_back("included files and tables", files);
  std::string defines, options;
  for (const auto& [name, value] : deck.overrides)
    defines += fmt::format("{}{}={}", defines.empty() ? "" : " ", name, value);
  facts.emplace_back("-D", one_line(defines));
  const Options defaults;
  for (const OptionSpec& spec : option_table())
    if (const double value = run.options.*(spec.value); value != defaults.*(spec.value))
      options += fmt::format("{}={} ", spec.name, value);
  facts.emplace_back("--set, --strict", options + (run.strict ? "strict" : ""));
  return facts;
}

std::pair<std::string, std::string> stride_fact(const PreparedSweep& sweep) {
  return {"--strides, --columns",
          one_line(fmt::format("{} {}", sweep.strides, fmt::join(sweep.columns, ",")))};
}

SweepFacts sweep_facts(const PreparedSweep& sweep, const RunRequest& request) {
  const bool table = !request.table.empty();  // the table is the last file in sweep.files
  std::vector<std::string> read = sweep.files;
  if (table) read.pop_back();
  SweepFacts facts = deck_facts(sweep.deck, read, sweep.run);
  facts.push_back(stride_fact(sweep));
  std::string runs = fmt::format("{} runs", sweep.runs.count());
  if (table) runs += " " + sum_of_file(sweep.files.back());
  for (const std::string& text : request.parameters) runs += " -p " + text;
  if (request.zip) runs += " --zip";
  if (request.sample)
    runs += fmt::format(" --sample {} --seed {}", *request.sample,
                        request.seed.value_or(RunList::kUsualSeed));
  facts.push_back(first_row_fact(sweep.header));
  facts.emplace_back(kRunsFact, one_line(runs));
  return facts;
}

}  // namespace mbs
