#include "text/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "text/capital_names.h"
#include "text/expression_program.h"
#include "text/expression_syntax.h"
#include "text/file_cache.h"
#include "text/number.h"
#include "text/parameters.h"
#include "text/reads_table.h"

namespace mbs {

double Expression::value(const double* slots) const noexcept { return program_->value(slots); }

double Expression::gradient(const double* slots, std::span<const int> by,
                            double* derivatives) const noexcept {
  return program_->gradient(slots, by, derivatives);
}

DerivativesAlong Expression::along(const double* slots, const double* direction) const noexcept {
  return along(slots, direction, {}, nullptr);
}

DerivativesAlong Expression::along(const double* slots, const double* direction,
                                   std::span<const int> by, double* derivatives) const noexcept {
  return program_->along(slots, direction, by, derivatives);
}

std::span<const int> Expression::slots() const noexcept { return program_->slots; }

bool Expression::is_bare() const noexcept {
  return program_->code.empty() && program_->slots.size() == 1 &&
         program_->result == program_->constants.size();
}

void VariableNames::add(std::string_view name, int variable) {
  names_.push_back(name);
  variable_.try_emplace(name_key(name), variable);
}

int VariableNames::find(std::string_view name) const {
  const auto it = variable_.find(name_key(name));
  return it == variable_.end() ? -1 : it->second;
}

bool reads_table(const Expression& expression) { return !expression.program().tables.empty(); }

const ExpressionOrigin& origin_of(const Expression& expression) {
  return expression.program().origin;
}

namespace {

// Notes the names of the slots that the program reads, as its text has them.
void name_slots(std::string_view text, const VariableNames& variables, const Parameters& parameters,
                Program& program) {
  for (const std::string_view name : expression_names(text)) {
    const int variable = variables.find(name);
    const Parameter* const parameter = variable < 0 ? parameters.find(name) : nullptr;
    const int slot = variable >= 0 ? parameters.live_count() + variable
                     : parameter   ? parameter->live
                                   : -1;
    const auto is_named = [&](const NamedSlot& one) { return one.slot == slot; };
    auto& named = program.origin.slots;
    const auto& read = program.slots;
    if (std::find(read.begin(), read.end(), slot) != read.end() &&
        std::none_of(named.begin(), named.end(), is_named))
      named.push_back({slot, std::string(name)});
  }
}

}  // namespace

std::optional<Expression> Expression::compile(std::string_view text, SourceLocation where,
                                              std::span<const std::string_view> variables,
                                              const Parameters& parameters,
                                              Diagnostics& diagnostics, std::string_view record) {
  VariableNames all;
  for (std::size_t k = 0; k < variables.size(); ++k) all.add(variables[k], static_cast<int>(k));
  return compile(text, where, all, parameters, diagnostics, record);
}

std::optional<Expression> Expression::compile(std::string_view text, SourceLocation where,
                                              const VariableNames& variables,
                                              const Parameters& parameters,
                                              Diagnostics& diagnostics, std::string_view record) {
  CompiledExpression compiled =
      compile_expression(text, where, variables, parameters, !diagnostics.full());
  compiled.program.origin = {std::string(record), where, {}};
  if (!compiled.fault) {
    name_slots(text, variables, parameters, compiled.program);
    return Expression(std::make_shared<const Program>(std::move(compiled.program)));
  }
  if (auto& fault = *compiled.fault; !fault.problem.empty())
    diagnostics.error(location_of(text, fault.at, where), std::string(record),
                      std::move(fault.problem), std::move(fault.expected));
  return {};
}

std::optional<double> evaluate_constant(std::string_view text, SourceLocation where,
                                        const Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record) {
  if (const ParsedNumber number = parse_number(text); number.status == NumberStatus::ok)
    return number.value;
  const auto expression = Expression::compile(text, where, std::span<const std::string_view>{},
                                              parameters, diagnostics, record);
  if (!expression) return {};
  const std::vector<double> slots = parameters.live_values();
  const double value = expression->value(slots.data());
  if (std::isfinite(value)) return value;
  if (auto left =
          reads_table(*expression) ? expression->missing_value(slots.data()) : std::nullopt) {
    diagnostics.error(left->where, std::string(record), std::move(left->problem),
                      std::move(left->expected));
    return {};
  }
  diagnostics.error(where, std::string(record),
                    fmt::format("the value of the expression is {}",
                                std::isnan(value) ? "not a number (nan)" : "infinite"),
                    "expected a finite number");
  return {};
}

std::vector<std::string_view> expression_names(std::string_view text) {
  std::vector<std::string_view> names;
  names.reserve(8);
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end;
       p = next_piece(text, p.at + p.text.size()))
    if (p.kind == PieceKind::name) names.push_back(p.text);
  return names;
}

bool is_called(std::string_view text, std::string_view name) {
  return next_piece(text, static_cast<std::size_t>(name.data() - text.data()) + name.size()).text ==
         "(";
}

namespace {

// The whole path of the file of a table, for a deck that is written to another folder. If parts of
// the deck have files of this name in several folders, they cannot be told apart: the result then
// is no file.
std::string table_path(const TableMention& mention, const Parameters& parameters) {
  std::string path;
  ExpressionTables::Key key = mention.key;
  for (key.file = 0; key.file <= kMaxIncludedFiles; ++key.file) {
    const auto* table = parameters.tables().find(key);
    if (!table || !*table || (*table)->name() == path) continue;
    if (!path.empty()) return key.name + " (of several folders)";
    path = (*table)->name();
  }
  return path.empty() ? key.name : path;
}

}  // namespace

std::string resolve_parameters(std::string_view text, const Parameters& parameters) {
  const std::vector<TableMention> mentions = table_mentions(text);
  std::string out;
  std::size_t last = 0;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end; p = next_piece(text, last)) {
    if (p.at > last && !out.empty()) out += ' ';
    last = p.at + p.text.size();
    if (p.kind == PieceKind::string) {
      const auto here = [&](const TableMention& mention) { return mention.at == p.at; };
      const auto mention = std::find_if(mentions.begin(), mentions.end(), here);
      out += mention == mentions.end() ? std::string(p.text)
                                       : '"' + table_path(*mention, parameters) + '"';
      continue;
    }
    const bool called = next_piece(text, last).text == "(";
    const bool may_be_one =
        p.kind == PieceKind::name && (is_capital_name(p.text) || !is_reserved(p.text) ||
                                      (is_function_and_name(p.text) && !called));
    const Parameter* parameter = may_be_one ? parameters.find(p.text) : nullptr;
    if (!parameter || parameter->live >= 0)
      out += p.text;
    else if (parameter->value < 0)
      out += "(" + format_number(parameter->value) + ")";
    else
      out += format_number(parameter->value);
  }
  return out;
}

}  // namespace mbs
