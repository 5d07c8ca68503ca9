#include <fmt/format.h>

#include <fstream>

#include "study/sweep.h"

namespace mbs {

namespace {

std::string sum_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  PosixChecksum sum;
  std::string piece(1 << 16, 0);
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0)
    sum.add({piece.data(), static_cast<std::size_t>(in.gcount())});
  return fmt::format("{} {}", sum.value(), sum.size());
}

}  // namespace

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

SweepFacts sweep_facts(const PreparedSweep& sweep, const RunRequest& request) {
  SweepFacts facts = deck_facts(sweep.deck, sweep.files, sweep.run);
  std::string runs = fmt::format("{} runs", sweep.runs.count());
  for (const std::string& text : request.parameters) runs += " -p " + text;
  if (request.zip) runs += " --zip";
  if (request.sample)
    runs += fmt::format(" --sample {} --seed {}", *request.sample,
                        request.seed.value_or(RunList::kUsualSeed));
  facts.emplace_back("the list of runs", one_line(runs));
  return facts;
}

}  // namespace mbs
