// The tables of the manual, in its markup.
#include <fmt/format.h>

#include <algorithm>

#include "base/unit.h"
#include "deck/help/help.h"
#include "deck/help/help_text.h"
#include "deck/help/keywords.h"

namespace mbs {

namespace {

struct Group {
  std::string_view name;
  WordGroup group;
};
constexpr Group kGroups[] = {
    {"native element", WordGroup::element}, {"native known", WordGroup::known},
    {"native mass", WordGroup::mass},       {"native force", WordGroup::force},
    {"native law", WordGroup::law},         {"native start", WordGroup::start},
    {"native run", WordGroup::run},         {"anywhere", WordGroup::anywhere}};

// The text of a cell; bars are escaped.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(std::string_view text) { return fmt::format("`{}`", cell(text)); }

// A cell with each form as code. Text behind three blanks explains the form. A line that begins
// with a blank continues the form above it.
std::string forms_cell(const std::string& forms) {
  std::vector<std::string> rows;
  for (const std::string_view line : split_lines(forms)) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin > 0 && !rows.empty())
      rows.back() += fmt::format(" {}", line.substr(begin));
    else
      rows.emplace_back(line);
  }
  std::string out;
  for (const std::string& row : rows) {
    const std::size_t end = row.find("   ");
    out += (out.empty() ? "" : "<br>") + code(std::string_view(row).substr(0, end));
    if (end != row.npos) out += fmt::format(" {}", row.substr(row.find_first_not_of(' ', end)));
  }
  return out;
}

std::string deformations(std::string_view keyword, ElementSpecs specs) {
  std::string out;
  for (const RecordSpec* spec : specs) {
    if (spec->keyword != keyword) continue;
    out.clear();  // of two types of one word the second one has all deformations
    for (std::size_t k = 0; k < spec->deformations.size(); ++k)
      out += fmt::format("{}{} {}{}", k > 0 ? ", " : "", k + 1, spec->deformations[k].name,
                         in_brackets(spec->deformations[k].unit));
  }
  return out;
}

constexpr std::string_view kHead = "| line | meaning | units |\n|---|---|---|\n";

std::string row(const Word& word, Dialect dialect, ElementSpecs specs) {
  const Said& said = said_in(word, dialect);
  return fmt::format("| {} | {} | {} |\n", forms_cell(forms_of(said, dialect, word, specs)),
                     cell(said.meaning.empty() ? word.meaning : said.meaning),
                     cell(said.units.empty() ? word.units : said.units));
}

std::string group_table(WordGroup group, ElementSpecs specs) {
  std::string out(kHead);
  for (const Word& word : words())
    if (word.group == group && !word.native.keyword.empty())
      out += row(word, Dialect::native, specs);
  return out;
}

// Whether a word describes a keyword of this block. Some have a meaning of their own in KABIOS
// decks of space.
bool is_in(const Word& word, Block block, std::string_view keyword) {
  const auto means = [keyword](const Word& other) {
    return said_in(other, Dialect::kabios).keyword == keyword &&
           other.group == WordGroup::kabios_space;
  };
  if (said_in(word, dialect_of(block)).keyword != keyword) return false;
  const bool of_space = word.group == WordGroup::kabios_space;
  return of_space ==
         (block == Block::kabios_space && std::any_of(words().begin(), words().end(), means));
}

// The keywords in the order of the reader's table.
std::string dialect_table(Block block, ElementSpecs specs) {
  std::string out(kHead);
  for (const ReaderKeyword& keyword : reader_keywords(specs))
    for (const Word& word : words())
      if (keyword.block == block && is_in(word, block, keyword.row.name))
        out += row(word, dialect_of(block), specs);
  return out;
}

std::string element_table(ElementSpecs specs) {
  std::string out = "| line | element | deformations |\n|---|---|---|\n";
  for (const Word& word : words()) {
    const Said& said = word.native;
    if (said.keyword.empty() || word.group != WordGroup::element) continue;
    out +=
        fmt::format("| {} | {} | {} |\n", forms_cell(forms_of(said, Dialect::native, word, specs)),
                    cell(said.meaning.empty() ? word.meaning : said.meaning),
                    deformations(said.keyword, specs));
  }
  return out;
}

std::string block_table(ElementSpecs specs) {
  std::string out = "| block | keywords |\n|---|---|\n";
  const std::vector<ReaderKeyword> all = reader_keywords(specs);
  for (const auto& [block, name] :
       {std::pair(Block::kinematics, "kinematics"), std::pair(Block::dynamics, "dynamics"),
        std::pair(Block::anywhere, "anywhere")}) {
    std::string names;
    for (const ReaderKeyword& keyword : all)
      if (keyword.block == block) names += fmt::format(" {}", keyword.row.name);
    out += fmt::format("| {} |{} |\n", name, names);
  }
  return out;
}

std::string said_cell(const Said& said) {
  return said.keyword.empty() ? cell(said.instead) : code(said.keyword);
}

std::string vocabulary() {
  std::string out = "| | native | KABIOS | SEGDYN |\n|---|---|---|---|\n";
  for (const Word& word : words())
    out += fmt::format("| {} | {} | {} | {} |\n", word.idea, said_cell(word.native),
                       said_cell(word.kabios), said_cell(word.segdyn));
  return out;
}

std::string topic_index() {
  std::string out = "| you look for | see |\n|---|---|\n";
  for (const Topic& topic : topics())
    out += fmt::format("| {} | {} |\n", topic.names, cell(topic.answer));
  return out;
}

}  // namespace

std::vector<std::string> manual_table_names() {
  std::vector<std::string> out = {"kabios",          "kabios space", "segdyn",
                                  "native keywords", "vocabulary",   "index"};
  for (const Group& group : kGroups) out.emplace_back(group.name);
  return out;
}

std::string manual_table(std::string_view name, ElementSpecs specs) {
  if (name == "native element") return element_table(specs);
  for (const Group& group : kGroups)
    if (group.name == name) return group_table(group.group, specs);
  if (name == "kabios") return dialect_table(Block::kabios_tail, specs);
  if (name == "kabios space") return dialect_table(Block::kabios_space, specs);
  if (name == "segdyn") return dialect_table(Block::chain, specs);
  if (name == "native keywords") return block_table(specs);
  if (name == "vocabulary") return vocabulary();
  if (name == "index") return topic_index();
  return {};
}

}  // namespace mbs
