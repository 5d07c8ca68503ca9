#include "study/run_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/read_file.h"
#include "study/deck_runs.h"
#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> out;
  std::size_t i = 0;
  for (bool more = true; more; ++i) {
    while (i < line.size() && is_padding(line[i])) ++i;
    std::string field;
    const bool quoted = i < line.size() && line[i] == '"';
    if (quoted) {
      for (++i; i < line.size(); ++i) {
        if (line[i] == '"' && !(i + 1 < line.size() && line[i + 1] == '"')) break;
        if (line[i] == '"') ++i;
        field += line[i];
      }
      if (i < line.size()) ++i;
    }
    for (; i < line.size() && line[i] != ','; ++i) field += line[i];
    while (!field.empty() && is_padding(field.back())) field.pop_back();
    out.push_back(std::move(field));
    more = i < line.size();
  }
  return out;
}

std::string csv_quoted(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "\"";
  for (char c : text) {
    if (c == '"') out += '"';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

std::optional<RunList> read_run_table(const std::string& path, const Parameters& deck,
                                      Diagnostics& diagnostics) {
  Parameters constants;  // no names; only for numbers with units
  constants.set_units(deck.units());
  std::string text;
  if (const std::string problem = read_file(path, kMaxFileBytes, text); !problem.empty()) {
    diagnostics.error({}, "--table", fmt::format("cannot read '{}'", printable(path)), problem);
    return {};
  }
  const int file = diagnostics.add_file(path);
  std::vector<std::string> names;
  auto values = std::make_shared<std::vector<double>>();  // of columns of texts: no meaning
  std::vector<std::vector<std::string>> texts;            // per column
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  for (int number = 1; !rest.empty() && !diagnostics.full(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    const std::vector<std::string> fields = csv_fields(line);
    const SourceLocation where{file, number, 1};
    if (names.empty()) {
      for (const std::string& name : fields) {
        if (!is_name(name))
          diagnostics.error(where, "--table", fmt::format("'{}' is no name", printable(name)),
                            "expected the names of parameters in the first row");
        for (const std::string& other : names)
          if (name_key(other) == name_key(name))
            diagnostics.error(where, "--table", fmt::format("'{}' stands there twice", name));
        names.push_back(name);
      }
      texts.resize(names.size());
      if (diagnostics.has_errors()) return {};
      continue;
    }
    if (fields.size() != names.size()) {
      diagnostics.error(
          where, "--table",
          fmt::format("the row has {} field{}", fields.size(), fields.size() == 1 ? "" : "s"),
          fmt::format("expected {}, as in the first row", names.size()));
      continue;
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const std::string record = "--table " + names[k];
      if (fields[k].empty())
        diagnostics.error(where, record, "the field is empty",
                          deck.text(names[k]) ? "expected a text" : "expected a number");
      else if (deck.text(names[k]))
        texts[k].push_back(fields[k]), values->push_back(0);
      else if (const auto value =
                   evaluate_constant(fields[k], where, constants, diagnostics, record))
        values->push_back(*value);
    }
  }
  if (names.empty())
    diagnostics.error({file, 0, 0}, "--table", "it is empty",
                      "expected a first row that names parameters");
  else if (values->empty() && !diagnostics.has_errors())
    diagnostics.error({file, 0, 0}, "--table", "it has no runs", "expected rows below the first");
  if (diagnostics.has_errors()) return {};
  RunList runs;
  const std::size_t width = names.size();
  const auto count = static_cast<long long>(values->size() / width);
  for (std::size_t k = 0; k < width; ++k)
    if (deck.text(names[k]))
      runs.add_texts(names[k], std::move(texts[k]));
    else
      runs.add(names[k], count,
               [values, width, k](long long run) { return (*values)[run * width + k]; });
  runs.combine(false);
  return runs;
}

std::string end_of_row(const RunResult& result) {
  std::string out;
  for (double value : result.measures)
    out += (std::isnan(value) ? "nan" : format_number(value)) + ',';
  return out + fmt::format("{},{},{}\n", static_cast<int>(result.status),
                           csv_quoted(result.message),
                           result.t_end ? format_number(*result.t_end + 0.0) : "nan");
}

}  // namespace mbs
