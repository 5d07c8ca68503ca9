#include "deck/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "deck/expression_syntax.h"
#include "deck/number.h"

namespace mbs {
namespace {

SourceLocation location_of(std::string_view text, std::size_t at, SourceLocation start) {
  if (start.line == 0) return start;
  for (char c : text.substr(0, at)) {
    ++start.column;
    if (c == '\n') ++start.line, start.column = 1;
  }
  return start;
}

// The bare base class: no built-in functions, constants, number formats or locale of its own.
class Parser : public mu::ParserBase {
 public:
  Parser() {
    DefineNameChars("0123456789_.abcdefghijklmnopqrstuvwxyz");
    DefineOprtChars("+-!");
    DefineInfixOprtChars("+-!");
    DefineInfixOprt("-", [](double x) { return -x; });
    DefineInfixOprt("+", [](double x) { return x; });
    DefineInfixOprt("!", [](double x) { return x == 0 ? 1.0 : 0.0; });
    AddValIdent(read_number);
    EnableOptimizer(false);
  }
  void InitCharSets() override {}
  void InitFun() override {}
  void InitConst() override {}
  void InitOprt() override {}

  void define(const Builtin& b) {
    const std::string name(b.info.name);
    if (b.one) DefineFun(name, b.one);
    if (b.two) DefineFun(name, b.two);
    if (b.many) DefineFun(name, b.many);
    if (is_constant(&b)) DefineConst(name, b.constant);
  }

 private:
  static int read_number(const char* text, int* position, double* value) {
    const std::string_view rest(text);
    const std::size_t length = number_length(rest);
    if (length == 0) return 0;
    *value = parse_number(rest.substr(0, length)).value;
    *position += static_cast<int>(length);
    return 1;
  }
};

}  // namespace

struct Expression::Impl {
  Parser parser;
};

Expression::Expression(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::eval() const noexcept { return impl_->parser.Eval(); }

std::optional<Expression> Expression::compile(std::string_view text, SourceLocation where,
                                              std::span<const Variable> variables,
                                              const Parameters& parameters,
                                              Diagnostics& diagnostics, std::string_view record) {
  CheckedExpression checked = check_expression(text, variables, parameters, !diagnostics.full());
  if (auto& fault = checked.fault) {
    diagnostics.error(location_of(text, fault->at, where), std::string(record),
                      std::move(fault->problem), std::move(fault->expected));
    return {};
  }
  auto impl = std::make_unique<Impl>();
  try {
    for (const Builtin* b : checked.builtins) impl->parser.define(*b);
    for (const Parameter* p : checked.parameters) {
      if (p->live)
        impl->parser.DefineVar(lower_case(p->name), p->live.get());
      else
        impl->parser.DefineConst(lower_case(p->name), p->value);
    }
    for (const Variable* v : checked.variables)
      impl->parser.DefineVar(lower_case(v->name), v->value);
    impl->parser.SetExpr(checked.plain);
    impl->parser.Eval();  // the first evaluation compiles
  } catch (const mu::ParserError& error) {
    const auto at = static_cast<std::size_t>(std::max(error.GetPos(), 0));
    diagnostics.error(location_of(text, at, where), std::string(record),
                      "the expression is wrong near " + quoted(error.GetToken()));
    return {};
  }
  return Expression(std::move(impl));
}

std::optional<double> evaluate_constant(std::string_view text, SourceLocation where,
                                        const Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record) {
  const auto expression = Expression::compile(text, where, {}, parameters, diagnostics, record);
  if (!expression) return {};
  const double value = expression->eval();
  if (std::isfinite(value)) return value;
  diagnostics.error(where, std::string(record),
                    fmt::format("the value of the expression is {}",
                                std::isnan(value) ? "not a number (nan)" : "infinite"),
                    "expected a finite number");
  return {};
}

std::vector<std::string_view> expression_names(std::string_view text) {
  std::vector<std::string_view> names;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end;
       p = next_piece(text, p.at + p.text.size()))
    if (p.kind == PieceKind::name) names.push_back(p.text);
  return names;
}

std::string resolve_parameters(std::string_view text, const Parameters& parameters) {
  std::string out;
  std::size_t last = 0;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end; p = next_piece(text, last)) {
    if (p.at > last && !out.empty()) out += ' ';
    last = p.at + p.text.size();
    const Parameter* parameter =
        p.kind == PieceKind::name && !is_reserved(p.text) ? parameters.find(p.text) : nullptr;
    if (!parameter || parameter->live)
      out += p.text;
    else if (parameter->value < 0)
      out += "(" + format_number(parameter->value) + ")";
    else
      out += format_number(parameter->value);
  }
  return out;
}

}  // namespace mbs
