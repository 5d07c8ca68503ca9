#include "deck/help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/unit.h"
#include "deck/help/found_titles.h"
#include "deck/help/help_text.h"
#include "deck/help/keywords.h"
#include "deck/help/words.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::size_t kWidth = 80;
// The places of each kind, pages and decks, that are shown for a word that is no keyword.
constexpr std::size_t kMostTitles = 6, kMostTitlesOfTopic = 4;

std::string_view title(Dialect dialect, const Word& word) {
  const bool first = word.group == WordGroup::element || word.group == WordGroup::node ||
                     word.group == WordGroup::known;
  if (word.group == WordGroup::anywhere)
    return dialect == Dialect::native   ? "Native decks, anywhere"
           : dialect == Dialect::kabios ? "KABIOS decks, anywhere"
                                        : "SEGDYN decks, anywhere";
  if (word.group == WordGroup::kabios_space) return "KABIOS decks of space";
  if (dialect == Dialect::kabios) return "KABIOS decks, after the times";
  if (dialect == Dialect::segdyn) return "SEGDYN decks";
  return first ? "Native decks, kinematics block" : "Native decks, dynamics block";
}

// The text in lines of at most kWidth characters, each with a margin.
std::string wrapped(std::string_view text, std::string_view margin) {
  std::string out, line;
  const auto flush = [&] {
    if (!line.empty()) out += fmt::format("{}{}\n", margin, line);
    line.clear();
  };
  for (const std::string_view word : split_words(text)) {
    if (!line.empty() && margin.size() + line.size() + 1 + word.size() > kWidth) flush();
    line += fmt::format("{}{}", line.empty() ? "" : " ", word);
  }
  flush();
  return out;
}

std::string indented(std::string_view lines, std::string_view margin) {
  std::string out;
  for (const std::string_view line : split_lines(lines))
    out += line.empty() ? "\n" : fmt::format("{}{}\n", margin, line);
  return out;
}

// Lines about an element from the registry: numbers after the nodes, deformations, stiffness, mass.
std::string columns_of(const RecordSpec& spec) {
  std::string out;
  const auto list = [&out](std::string_view of, std::span<const Column> columns) {
    for (const Column& column : columns)
      out += wrapped(fmt::format("{}{} [{}]: {}", of, column.name, column.unit, column.meaning),
                     "    ");
  };
  list("", spec.columns);
  for (std::size_t k = 0; k < spec.deformations.size(); ++k)
    out += wrapped(fmt::format("deformation {}{}: {}", k + 1,
                               in_brackets(spec.deformations[k].unit), spec.deformations[k].name),
                   "    ");
  list("ESTIFF: ", spec.stiffness_columns);
  list("EM: ", spec.mass_columns);
  return out;
}

std::string dialect_part(const Word& word, Dialect dialect, ElementSpecs specs) {
  const Said& said = said_in(word, dialect);
  if (said.keyword.empty()) {
    if (said.instead.empty()) return {};
    const std::string_view name = dialect == Dialect::native   ? "Native"
                                  : dialect == Dialect::kabios ? "KABIOS"
                                                               : "SEGDYN";
    return wrapped(fmt::format("{} decks: {}", name, plain_text(said.instead)), "") + "\n";
  }
  std::string out = fmt::format("{}:\n", title(dialect, word));
  out += indented(forms_of(said, dialect, word, specs), "    ");
  if (word.meaning.empty() || !said.meaning.empty()) out += wrapped(plain_text(said.meaning), "  ");
  if (!said.units.empty()) out += wrapped(fmt::format("Units: {}", said.units), "  ");
  std::string columns;  // of two types of one word the second one has all deformations
  if (dialect == Dialect::native)
    for (const RecordSpec* spec : specs)
      if (spec->keyword == said.keyword) columns = columns_of(*spec);
  out += columns;
  return out + "\n";
}

std::string example_part(const Word& word, Dialect dialect) {
  const Said& said = said_in(word, dialect);
  if (said.keyword.empty()) return {};
  std::string out = fmt::format("A {} deck with {}:\n\n", dialect_name(dialect), said.keyword) +
                    indented(said.example, "    ") + "\n";
  for (const ExampleFile& file : kExampleFiles)
    if (said.example.find(file.name) != std::string_view::npos)
      out += fmt::format("and {}:\n\n", file.name) + indented(file.text, "    ") + "\n";
  return out;
}

std::string page(const Word& word, ElementSpecs specs) {
  std::vector<std::string_view> names;
  for (const Dialect dialect : kDialects) {
    const std::string_view keyword = said_in(word, dialect).keyword;
    const bool known = std::find(names.begin(), names.end(), keyword) != names.end();
    if (!keyword.empty() && !known) names.push_back(keyword);
  }
  std::string out = fmt::format("{}: {}\n", fmt::join(names, ", "), word.idea);
  out += wrapped(plain_text(word.meaning), "  ");
  if (!word.units.empty()) out += wrapped(fmt::format("Units: {}", word.units), "  ");
  out += "\n";
  for (const Dialect dialect : kDialects) out += dialect_part(word, dialect, specs);
  for (const Dialect dialect : kDialects) out += example_part(word, dialect);
  return out + fmt::format("See docs/{}\n", word.page.substr(0, word.page.find('#')));
}

bool has_keyword_of(const Word& word, std::string_view name) {
  return std::any_of(std::begin(kDialects), std::end(kDialects),
                     [&](Dialect d) { return said_in(word, d).keyword == name; });
}

bool says_word(std::string_view words, std::string_view name) {
  const auto all = split_words(words);
  return std::find(all.begin(), all.end(), name) != all.end();
}

// Whether `lower` is a name of the topic or a word of that name.
bool is_topic(const Topic& topic, std::string_view lower) {
  for (const std::string& name : split_names(topic.names))
    if (lower_case(name) == lower || says_word(lower_case(name), lower)) return true;
  return false;
}

std::string nearest_help(std::string_view word) {
  std::vector<std::string> names;
  const std::string all = help_words();
  for (const std::string_view known : split_lines(all)) names.emplace_back(known);
  for (const Topic& topic : topics())
    for (std::string& name : split_names(topic.names)) names.push_back(std::move(name));
  return std::string(nearest_word(word, {names.begin(), names.end()}));
}

}  // namespace

Help help(std::string_view word, ElementSpecs specs) {
  const std::string upper = upper_case(word), lower = lower_case(word);
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : "\n") + part; };
  for (const Word& row : words())
    if (has_keyword_of(row, upper)) add(page(row, specs));
  const bool is_keyword = !out.empty();
  if (out.empty())
    for (const Word& row : words())
      if (says_word(row.inside, upper))
        add(fmt::format("{} is a word within\n\n", upper) + page(row, specs));
  for (const Topic& topic : topics())
    if (is_topic(topic, lower))
      add(wrapped(fmt::format("{}: {}", topic.names, plain_text(topic.answer)), ""));
  const std::size_t most = is_keyword ? 0 : out.empty() ? kMostTitles : kMostTitlesOfTopic;
  const bool in_titles_only = out.empty();
  if (const std::string places = most > 0 ? found_titles(word, most) : ""; !places.empty())
    add(fmt::format("{} in the manual and the decks:\n{}", word, places));
  if (out.empty()) return {{}, nearest_help(word)};
  return {out, {}, in_titles_only};
}

std::string help_overview(ElementSpecs specs) {
  static constexpr std::pair<Block, std::string_view> kBlocks[] = {
      {Block::kinematics, "Native decks, kinematics block"},
      {Block::dynamics, "Native decks, dynamics block"},
      {Block::kabios_tail, "KABIOS decks, after the times"},
      {Block::kabios_space, "KABIOS decks of space"},
      {Block::chain, "SEGDYN decks"},
      {Block::anywhere, "Anywhere in any deck"}};
  std::string out =
      "mbsim help WORD shows what a keyword means, in every dialect that has it, with a deck;\n"
      "WORD may also be what you look for: gear, cam, slot, motor, transmission angle, or a word "
      "of\n"
      "the titles in the manual and the decks: gyroscope, suspension.\n\n";
  const std::vector<ReaderKeyword> all = reader_keywords(specs);
  for (const auto& [block, name] : kBlocks) {
    std::string names;
    for (const ReaderKeyword& keyword : all)
      if (keyword.block == block) names += fmt::format(" {}", keyword.row.name);
    out += fmt::format("{}:\n{}\n", name, wrapped(names, "    "));
  }
  return out;
}

std::string help_words() {
  std::set<std::string_view> all;
  for (const Word& word : words()) {
    for (const Dialect dialect : kDialects) all.insert(said_in(word, dialect).keyword);
    for (const std::string_view inside : split_words(word.inside)) all.insert(inside);
  }
  all.erase("");
  return fmt::format("{}\n", fmt::join(all, "\n"));
}

}  // namespace mbs
