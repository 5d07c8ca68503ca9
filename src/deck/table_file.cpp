#include "deck/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "deck/expression_syntax.h"
#include "deck/file_cache.h"
#include "deck/gaps.h"
#include "deck/record_reader.h"
#include "deck/table_text.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

bool is_heading(const Record& record) {
  const Token& first = record.tokens.front();
  if (first.kind == TokenKind::number) return false;
  return !is_empty_cell(first) ||
         std::none_of(record.tokens.begin(), record.tokens.end(),
                      [](const Token& t) { return t.kind == TokenKind::number; });
}

// Spreadsheets write lines of nothing but separators.
bool is_empty_row(const Record& record) {
  return std::all_of(record.tokens.begin(), record.tokens.end(), is_empty_cell);
}

std::shared_ptr<TimeTable> rows_of(const LexedDeck& file, const TableColumns& columns,
                                   Diagnostics& diagnostics) {
  auto table = std::make_shared<TimeTable>();
  table->columns.resize(static_cast<std::size_t>(columns.count));
  std::vector<double> values(static_cast<std::size_t>(columns.count));
  const int before = diagnostics.error_count();
  for (const Record& record : file.records) {
    if (is_empty_row(record) || (table->t.empty() && is_heading(record))) continue;
    RecordReader in(record, fmt::format("table row {}", table->t.size() + 1), diagnostics);
    const double t = in.number(std::string(columns.argument));
    for (int k = 1; k < columns.first; ++k) table_value(in, Gaps::fill, fmt::format("value {}", k));
    for (int k = 0; k < columns.count; ++k)
      values[static_cast<std::size_t>(k)] =
          table_value(in, columns.gaps, fmt::format("value {}", columns.first + k),
                      columns.argument == "time" ? kGapsForm : "expected a number in every row");
    if (in.ok() && !append_row(*table, t, values))
      in.fail(
          record.where,
          fmt::format("{} {} does not come after {}", columns.argument, t, table->t.back()),
          columns.argument == "time" ? "expected increasing times" : "expected increasing values");
    if (!in.ok()) return nullptr;  // one wrong row is seldom alone
  }
  return diagnostics.error_count() > before ? nullptr : table;
}

}  // namespace

bool append_row(TimeTable& table, double t, std::span<const double> values) {
  if (!table.t.empty() && !(t > table.t.back())) return false;
  table.t.push_back(t);
  for (std::size_t k = 0; k < values.size(); ++k) table.columns[k].push_back(values[k]);
  return true;
}

std::shared_ptr<const TimeTable> read_table_file(const LexedDeck& deck, const Token& name,
                                                 const TableColumns& columns,
                                                 Diagnostics& diagnostics,
                                                 const std::string& record) {
  auto refuse = [&](std::string_view problem,
                    std::string_view expected) -> std::shared_ptr<const TimeTable> {
    diagnostics.error(name.where, record,
                      fmt::format("table file '{}' {}", printable(name.text), problem),
                      std::string(expected));
    return nullptr;
  };
  if (!deck.may_read_files) return refuse("is not read here", "");
  const fs::path path = deck.directories[static_cast<std::size_t>(name.where.file)] / name.text;
  const std::string key =
      fmt::format("{}\n{} {} {} {}", path.string(), columns.first, columns.count,
                  static_cast<int>(columns.gaps), columns.argument);
  if (deck.cache)
    if (auto known = deck.cache->find<TimeTable>(key)) return known;
  const std::size_t said = diagnostics.list().size();
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    return refuse("does not exist", "paths are relative to the deck");
  const auto size = fs::file_size(path, code);
  if (code || size > kMaxDeckBytes) return refuse("is larger than 256 MB", "");
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return refuse("cannot be read", "");
  const fs::path shown = fs::path(diagnostics.file(name.where.file)).parent_path() / name.text;
  if (const auto problem = prepare_table_text(text)) {
    const int number = diagnostics.add_file(shown.string());
    diagnostics.error({number, problem->line, problem->column}, "table", problem->text,
                      problem->expected);
    return nullptr;
  }
  LexInput input{shown.string(), std::move(text), path.parent_path(), {}, false};
  input.empty_cells = true;
  const LexedDeck file = lex(input, diagnostics);
  std::shared_ptr<TimeTable> table = file.usable ? rows_of(file, columns, diagnostics) : nullptr;
  if (!table) return nullptr;
  const std::string problem = close_gaps(*table, columns.gaps);
  if (!problem.empty()) return refuse("cannot be filled: " + problem, "");
  // What there is to be said of a table every run says.
  if (!deck.cache || diagnostics.list().size() != said) return table;
  return deck.cache->keep<TimeTable>(key, std::move(table));
}

namespace {

// As it is found from any folder: the canonical deck names it so.
std::string whole_path(const LexedDeck& deck, const Token& name) {
  const fs::path path = deck.directories[static_cast<std::size_t>(name.where.file)] / name.text;
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  return (code ? path : whole).lexically_normal().string();
}

}  // namespace

void read_expression_tables(const LexedDeck& deck, std::string_view text, SourceLocation where,
                            Parameters& parameters, Diagnostics& diagnostics,
                            const std::string& record) {
  for (TableMention& mention : table_mentions(text)) {
    mention.key.file = where.file;
    if (parameters.tables().find(mention.key)) continue;
    Token name;
    name.text = mention.key.name;
    name.where = location_of(text, mention.at, where);
    const std::shared_ptr<const TimeTable> read = read_table_file(
        deck, name, {mention.key.column, 1, Gaps::refuse, "argument"}, diagnostics, record);
    const std::string path = whole_path(deck, name);
    const std::string key = fmt::format("{}\n{} {}", path, mention.key.column, mention.key.cubic);
    std::shared_ptr<const ExpressionTable> table;
    if (read && deck.cache) table = deck.cache->find<ExpressionTable>(key);
    if (read && read->t.size() < 2)
      diagnostics.error(name.where, record, fmt::format("the table has {} rows", read->t.size()),
                        "expected at least 2");
    else if (read && !table) {
      table = std::make_shared<const ExpressionTable>(path, read->t, read->columns[0],
                                                      mention.key.cubic);
      if (deck.cache) table = deck.cache->keep(key, std::move(table));
    }
    parameters.tables().add(std::move(mention.key), std::move(table));
  }
}

}  // namespace mbs
