#include "deck/lines/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/index.h"
#include "deck/lines/c3d_table.h"
#include "deck/lines/curve_checks.h"
#include "deck/lines/filled_text.h"
#include "deck/lines/gaps.h"
#include "deck/lines/lexer.h"
#include "deck/lines/motion_file.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/record_units.h"
#include "deck/lines/table_text.h"
#include "text/expression_syntax.h"
#include "text/file_cache.h"
#include "text/names.h"
#include "text/storage_name.h"

namespace mbs {

struct LexedTable {
  std::string path;
  LexedDeck file;  // empty for C3D
  MotionFile head;
};

namespace {

// A periodic table is closed if its first and last value differ by no more than this part.
constexpr double kClosedTable = 1e-9;

namespace fs = std::filesystem;

bool is_heading(const Record& record) {
  const Token& first = record.tokens.front();
  if (first.kind == TokenKind::number) return false;
  return !is_empty_cell(first) ||
         std::none_of(record.tokens.begin(), record.tokens.end(),
                      [](const Token& t) { return t.kind == TokenKind::number; });
}

// Spreadsheets write lines that contain only separators.
bool is_empty_row(const Record& record) {
  return std::all_of(record.tokens.begin(), record.tokens.end(), is_empty_cell);
}

// Number of cells without the empty ones at the end.
int filled_cells(const Record& record) {
  int out = count_of(record.tokens);
  while (out > 0 && is_empty_cell(record.tokens[at(out - 1)])) --out;
  return out;
}

// Takes a cell; `gaps` is empty for a time. Its unit is that of the deck, or `factor` of COLUMNS;
// it may have the suffix deg.
double take_cell(RecordReader& in, std::optional<Gaps> gaps, const std::string& field,
                 double factor, std::string_view expected = kGapsForm) {
  const Token* token = in.peek();
  const bool said = token && token->suffix;
  if (said && *token->suffix != unit::radian) {
    in.fail(token->where, fmt::format("{} is '{}'", field, printable(token->text)),
            "expected a number without a unit: UNITS and SCALE say those of a table");
    return 0;
  }
  const double value = gaps ? table_value(in, *gaps, field, expected) : in.number(field);
  return said || factor == 1 ? value : value * factor;
}

// Reads the cells of the columns of COLUMNS, time first.
bool read_chosen(const Record& record, RecordReader& in, const TableColumns& columns,
                 const std::vector<int>& numbers, const std::vector<double>& factors,
                 std::vector<double>& values) {
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::string field = k == 0 ? "time" : fmt::format("column {}", numbers[k]);
    RecordReader cell(record, in.name(), in.diagnostics(), numbers[k] - 1);
    values[k] =
        take_cell(cell, k == 0 ? std::nullopt : std::optional(columns.gaps), field, factors[k]);
    if (!cell.ok()) return in.give_up(), false;
    values[k] *= columns.chosen[k].scale;
  }
  return true;
}

std::shared_ptr<TimeTable> rows_of(const LexedDeck& file, const MotionFile& head,
                                   const TableColumns& columns, const std::vector<int>& numbers,
                                   Diagnostics& diagnostics) {
  auto table = std::make_shared<TimeTable>();
  table->columns.resize(columns.count);
  std::vector<double> values(columns.count), cells(numbers.size());
  const std::vector<double> factors = factors_of(head, columns, numbers);
  const int before = diagnostics.error_count();
  for (const Record& record : file.records) {
    if (is_empty_row(record) || (table->t.empty() && is_heading(record))) continue;
    RecordReader in(record, fmt::format("table row {}", table->t.size() + 1), diagnostics);
    double t = 0;
    if (!numbers.empty()) {
      if (!read_chosen(record, in, columns, numbers, factors, cells)) return nullptr;
      t = cells[0];
      std::copy(cells.begin() + 1, cells.end(), values.begin());
    } else {
      t = take_cell(in, std::nullopt, std::string(columns.argument), factors[0]);
    }
    for (int k = 1; k < columns.first && numbers.empty(); ++k)
      table_value(in, Gaps::fill, fmt::format("value {}", k));
    for (int k = 0; k < columns.count && numbers.empty(); ++k)
      values[k] =
          take_cell(in, columns.gaps, fmt::format("value {}", columns.first + k), factors[k + 1],
                    columns.argument == "time" ? kGapsForm : "expected a number in every row");
    if (in.ok() && columns.exact && numbers.empty() && filled_cells(record) > columns.count + 1)
      in.fail(record.where,
              fmt::format("it has {} columns where {} are wanted", filled_cells(record),
                          columns.count + 1),
              "expected COLUMNS behind the file, which says which of them are meant" +
                  named_columns(head.headings));
    if (in.ok() && !append_row(*table, t, values))
      in.fail(
          record.where,
          fmt::format("{} {} does not come after {}", columns.argument, t, table->t.back()),
          columns.argument == "time" ? "expected increasing times" : "expected increasing values");
    if (!in.ok()) return nullptr;  // more rows are probably wrong, too
  }
  return diagnostics.error_count() > before ? nullptr : table;
}

}  // namespace

std::vector<double> TableColumns::factors() const {
  std::vector<double> out(static_cast<std::size_t>(count) + 1, 1.0);
  if (!record) return out;
  for (std::size_t k = 0; k < out.size(); ++k) {
    Unit unit = k == 0 ? unit::second : k <= units.size() ? units[k - 1] : unit::number;
    if (k < chosen.size() && chosen[k].degrees) unit.rad = 0;
    if (unit.known) out[k] = record->factor(unit).value();
  }
  return out;
}

bool append_row(TimeTable& table, double t, std::span<const double> values) {
  if (!table.t.empty() && !(t > table.t.back())) return false;
  table.t.push_back(t);
  for (std::size_t k = 0; k < values.size(); ++k) table.columns[k].push_back(values[k]);
  return true;
}

namespace {

fs::path path_of(const LexedDeck& deck, const Token& name) {
  return deck.directories[name.where.file] / name.text;
}

void refuse(const Token& name, std::string_view problem, std::string_view expected,
            Diagnostics& diagnostics, const std::string& record) {
  diagnostics.error(name.where, record,
                    fmt::format("table file '{}' {}", printable(name.text), problem),
                    std::string(expected));
}

// The bytes of the file; empty after an error.
std::optional<std::string> bytes_of(const LexedDeck& deck, const Token& name,
                                    Diagnostics& diagnostics, const std::string& record) {
  const auto fail = [&](std::string_view problem,
                        std::string_view expected) -> std::optional<std::string> {
    refuse(name, problem, expected, diagnostics, record);
    return {};
  };
  const fs::path path = path_of(deck, name);
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    return fail("does not exist", "paths are relative to the deck");
  const auto size = fs::file_size(path, code);
  if (code || size > kMaxDeckBytes) return fail("is larger than 256 MB", "");
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return fail("cannot be read", "");
  return text;
}

// The file of the name, from deck.last_table if it was read last; null after an error.
std::shared_ptr<const LexedTable> lexed_table(const LexedDeck& deck, const Token& name,
                                              Diagnostics& diagnostics, const std::string& record) {
  const fs::path path = path_of(deck, name);
  if (deck.last_table && deck.last_table->path == path.string()) return deck.last_table;
  std::optional<std::string> text = bytes_of(deck, name, diagnostics, record);
  if (!text) return nullptr;
  auto out = std::make_shared<LexedTable>();
  out->path = path.string();
  MotionFile& head = out->head;
  if (C3dFile::is_c3d(name.text, *text)) {
    const std::string problem = read_c3d_head(std::move(*text), head);
    if (!problem.empty()) return refuse(name, problem, "", diagnostics, record), nullptr;
    return deck.last_table = std::move(out);
  }
  const fs::path shown = fs::path(diagnostics.file(name.where.file)).parent_path() / name.text;
  std::optional<TableTextProblem> problem = read_motion_head(*text, head);
  if (head.headings.empty()) head.headings = headings_of(*text);
  if (!problem && head.kind != MotionFile::Kind::markers) problem = prepare_table_text(*text);
  if (problem) {
    const int number = diagnostics.add_file(shown.string());
    diagnostics.error({number, problem->line, problem->column}, "table", problem->text,
                      problem->expected);
    return nullptr;
  }
  DeckInput input{shown.string(), std::move(*text), path.parent_path(), {}, false};
  input.empty_cells = true;
  out->file = lex(input, diagnostics);
  if (!out->file.usable) return nullptr;
  find_missing_markers(head, out->file);
  return deck.last_table = std::move(out);
}

}  // namespace

std::shared_ptr<const TimeTable> read_table_file(const LexedDeck& deck, const Token& name,
                                                 const TableColumns& columns,
                                                 Diagnostics& diagnostics,
                                                 const std::string& record) {
  if (!deck.may_read_files)
    return refuse(name, "is not read here", "", diagnostics, record), nullptr;
  std::string key =
      fmt::format("{}\n{} {} {} {} {}", path_of(deck, name).string(), columns.first, columns.count,
                  static_cast<int>(columns.gaps), columns.argument, columns.exact);
  for (const TableColumn& column : columns.chosen)
    key += fmt::format(" {} \"{}\" {}", column.number, column.heading, column.scale);
  for (const std::string_view angle : columns.angles) key += fmt::format(" <{}>", angle);
  for (const double factor : columns.factors()) key += fmt::format(" *{}", factor);
  if (deck.cache)
    if (auto known = deck.cache->find<TimeTable>(key)) return known;
  const std::size_t said = diagnostics.list().size();
  const std::shared_ptr<const LexedTable> lexed = lexed_table(deck, name, diagnostics, record);
  if (!lexed) return nullptr;
  const MotionFile& head = lexed->head;
  const std::vector<int> numbers = chosen_numbers(columns, head, name, diagnostics, record);
  if (numbers.size() != columns.chosen.size() ||
      !agrees(head, columns, numbers, name, diagnostics, record))
    return nullptr;
  std::shared_ptr<TimeTable> table =
      head.c3d ? table_of_c3d(*head.c3d, columns, numbers, factors_of(head, columns, numbers), name,
                              diagnostics, record)
               : rows_of(lexed->file, head, columns, numbers, diagnostics);
  if (!table) return nullptr;
  check_row_count(head, *table, name, diagnostics, record);
  warn_of_headings(head, columns, numbers, name, diagnostics, record);
  if (const std::string units = head.said_of(numbers, columns.units); !units.empty())
    table->said.push_back(units);
  const std::vector<double> factors = factors_of(head, columns, numbers);
  for (std::size_t k = 0; k < columns.angles.size() && k < table->columns.size(); ++k) {
    if (columns.angles[k].empty()) continue;
    const double scale = k + 1 < columns.chosen.size() ? columns.chosen[k + 1].scale : 1;
    const double factor = scale * (k + 1 < factors.size() ? factors[k + 1] : 1);
    if (const std::string turns = unwrap_angles(table->t, table->columns[k], factor);
        !turns.empty())
      table->said.push_back(fmt::format("{}: {}", columns.angles[k], turns));
  }
  const std::string problem = close_gaps(*table, columns.gaps);
  if (!problem.empty())
    return refuse(name, "cannot be filled: " + problem, "", diagnostics, record), nullptr;
  // Tables with warnings are not cached, so that every run repeats the warning.
  if (!deck.cache || diagnostics.list().size() != said) return table;
  return deck.cache->keep<TimeTable>(key, std::move(table));
}

namespace {

// The absolute path of the file, for the canonical deck.
std::string whole_path(const LexedDeck& deck, const Token& name) {
  const fs::path path = path_of(deck, name);
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  return (code ? path : whole).lexically_normal().string();
}

// Reads a surface: the first row has any number and the w, further rows have u and a value for each
// w.
std::shared_ptr<const ExpressionTable> read_surface(const LexedDeck& deck, const Token& name,
                                                    const std::string& path,
                                                    Diagnostics& diagnostics,
                                                    const std::string& record) {
  const std::shared_ptr<const LexedTable> lexed = lexed_table(deck, name, diagnostics, record);
  if (!lexed) return nullptr;
  std::vector<double> u, w, z;
  for (const Record& row : lexed->file.records) {
    if (is_empty_row(row) || (w.empty() && is_heading(row))) continue;
    const bool head = w.empty();
    RecordReader in(row, head ? "table head" : fmt::format("table row {}", u.size() + 1),
                    diagnostics);
    const double first = in.number("first number");
    if (!head && in.ok() && !u.empty() && !(first > u.back()))
      in.fail(row.where, fmt::format("argument {} does not come after {}", first, u.back()),
              "expected increasing values");
    if (!head) u.push_back(first);
    for (std::size_t k = 0; in.ok() && (head ? !in.at_end() : k < w.size()); ++k) {
      const SourceLocation at = in.here();
      const double value = in.number(fmt::format("value {}", k + 1));
      if (head && in.ok() && !w.empty() && !(value > w.back()))
        in.fail(at, fmt::format("{} does not come after {}", value, w.back()),
                "expected increasing values across");
      (head ? w : z).push_back(value);
    }
    in.finish();
    if (!in.ok()) return nullptr;
  }
  if (u.size() >= 2 && w.size() >= 2)
    return std::make_shared<const ExpressionTable>(path, std::move(u), std::move(w), std::move(z));
  diagnostics.error(name.where, record,
                    fmt::format("the table has {} rows and {} columns", u.size(), w.size()),
                    "expected a first row of any number and the values of the second argument, at "
                    "least 2, then 2 rows or more of the first argument and the numbers");
  return nullptr;
}

struct TableFault {
  std::string problem, expected;
};

// The first error in the rows of a table.
std::optional<TableFault> fault_of(const TimeTable& table, TableKind kind) {
  const std::size_t least = kind == TableKind::periodic ? 4 : 2;
  if (table.t.size() < least)
    return TableFault{fmt::format("the table has {} rows", table.t.size()),
                      fmt::format("expected at least {}", least)};
  const std::vector<double>& y = table.columns[0];
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  if (kind != TableKind::periodic ||
      std::fabs(y.back() - y.front()) <= kClosedTable * (std::fabs(*low) + std::fabs(*high)))
    return {};
  return TableFault{fmt::format("its first and last values are {} and {}", y.front(), y.back()),
                    "expected the same, one period apart"};
}

// The table of a function from a file; null after an error.
std::shared_ptr<const ExpressionTable> make_table(const LexedDeck& deck, const Token& name,
                                                  const ExpressionTables::Key& wanted,
                                                  const TableColumns& columns,
                                                  Diagnostics& diagnostics,
                                                  const std::string& record) {
  const std::string path = whole_path(deck, name);
  if (wanted.kind == TableKind::surface) return read_surface(deck, name, path, diagnostics, record);
  const auto read = read_table_file(deck, name, columns, diagnostics, record);
  if (!read) return nullptr;
  if (const auto fault = fault_of(*read, wanted.kind)) {
    diagnostics.error(name.where, record, fault->problem, fault->expected);
    return nullptr;
  }
  auto out = std::make_shared<const ExpressionTable>(path, read->t, read->columns[0], wanted.kind);
  warn_of_curve(out->curve(), read->t, read->columns[0], name.where, record, diagnostics);
  return out;
}

// The units that the head of a storage file says; the table itself has been read.
void look_at_units(const LexedDeck& deck, const Token& name, const ExpressionTables::Key& wanted,
                   std::string_view expression, Diagnostics& diagnostics,
                   const std::string& record) {
  if (!is_storage_name(name.text) || converts_degrees(expression)) return;
  if (const auto lexed = lexed_table(deck, name, diagnostics, record))
    warn_of_degrees(lexed->head, wanted.column + 1, name, diagnostics, record);
}

}  // namespace

void read_expression_tables(const LexedDeck& deck, std::string_view text, SourceLocation where,
                            Parameters& parameters, Diagnostics& diagnostics,
                            const std::string& record) {
  for (TableMention& mention : table_mentions(text)) {
    mention.key.file = where.file;
    Token name;
    name.where = location_of(text, mention.at, where);
    const auto* known = parameters.tables().find(mention.key);
    if (known && !*known) continue;
    if (!fill_parameters(mention.key.name, name.where, parameters, diagnostics, record,
                         name.text)) {
      if (!known) parameters.tables().add(std::move(mention.key), nullptr);
      continue;
    }
    if (known) {
      look_at_units(deck, name, mention.key, text, diagnostics, record);
      continue;
    }
    std::shared_ptr<const ExpressionTable> table;
    if (!deck.may_read_files) {
      refuse(name, "is not read here", "", diagnostics, record);
    } else {
      const std::string key = fmt::format("{}\n{} {}", whole_path(deck, name), mention.key.column,
                                          static_cast<int>(mention.key.kind));
      if (deck.cache) table = deck.cache->find<ExpressionTable>(key);
      const std::size_t said = diagnostics.list().size();
      TableColumns columns{mention.key.column, 1, Gaps::refuse, "argument"};
      columns.expression = text, columns.coherent = parameters.units();
      if (!table) table = make_table(deck, name, mention.key, columns, diagnostics, record);
      // Tables with warnings are not cached, so that every run repeats the warning.
      const bool silent = diagnostics.list().size() == said;
      if (table && deck.cache && silent) table = deck.cache->keep(key, std::move(table));
    }
    if (table) look_at_units(deck, name, mention.key, text, diagnostics, record);
    parameters.tables().add(std::move(mention.key), std::move(table));
  }
}

}  // namespace mbs
