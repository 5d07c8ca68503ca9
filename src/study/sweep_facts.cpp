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

// On one line whatever it holds.
std::string line_of(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

SweepFacts sweep_facts(const PreparedSweep& sweep, const RunRequest& request) {
  SweepFacts facts = {
      {"the program", program_fact()},
      {"the deck", fmt::format("{} {}", posix_checksum(sweep.deck.text), sweep.deck.text.size())}};
  std::string files;
  for (const std::string& file : sweep.files)
    if (file != sweep.deck.name)
      files += fmt::format("{}{}", files.empty() ? "" : ", ", sum_of_file(file));
  facts.emplace_back("included files and tables", files);
  std::string defines, options;
  for (const auto& [name, value] : sweep.deck.overrides)
    defines += fmt::format("{}{}={}", defines.empty() ? "" : " ", name, value);
  facts.emplace_back("-D", line_of(defines));
  const Options defaults;
  for (const OptionSpec& spec : option_table())
    if (const double value = sweep.run.options.*(spec.value); value != defaults.*(spec.value))
      options += fmt::format("{}={} ", spec.name, value);
  facts.emplace_back("--set, --strict", options + (sweep.run.strict ? "strict" : ""));
  std::string runs = fmt::format("{} runs", sweep.runs.count());
  for (const std::string& text : request.parameters) runs += " -p " + text;
  if (request.zip) runs += " --zip";
  if (request.sample)
    runs += fmt::format(" --sample {} --seed {}", *request.sample,
                        request.seed.value_or(RunList::kUsualSeed));
  facts.emplace_back("the list of runs", line_of(runs));
  return facts;
}

}  // namespace mbs
