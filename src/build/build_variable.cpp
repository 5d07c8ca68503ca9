#include "build/build_variable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "deck/forms/formulas.h"
#include "deck/tables/tables.h"
#include "elements/formula.h"
#include "elements/row_parts.h"
#include "text/parameters.h"

namespace mbs {

namespace {

bool is_formula(const ElementRow& row) { return has_formula(*row.spec); }

// The angle coordinates of planar frames, ascending; an evaluation has their sines.
const std::vector<int>& planar_turns(const Model& model) {
  static const std::vector<int> kNone;
  for (const NodeBatch& nodes : model.node_batches)
    if (is_planar_turn({nodes.type})) return nodes.gather;
  return kNone;
}

class VariableRows {
 public:
  VariableRows(const LawNames& known, Model& model, Diagnostics& diagnostics)
      : tables_(known.tables()),
        known_(known),
        model_(model),
        diagnostics_(diagnostics),
        state_(tables_.elements.size()) {}

  void add() {
    for (std::size_t k = 0; k < state_.size(); ++k) visit(k);
  }

 private:
  enum class State : std::uint8_t { waiting, open, done };

  // Adds row k after the rows that it reads. False if row k is being visited already: the row that
  // reads it reports the circle.
  bool visit(std::size_t k) {
    const ElementRow& row = tables_.elements[k];
    if (row.spec->arity == Arity::fixed || state_[k] == State::done) return true;
    if (state_[k] == State::open) return false;
    state_[k] = State::open;
    const InputNames names =
        is_formula(row) ? input_names(row.text, known_, kNowhere) : InputNames{};
    bool in_circle = false;
    for (std::size_t i = 0; i < names.inputs.size(); ++i)
      if ((names.inputs[i].kind == InputKind::deformation ||
           names.inputs[i].kind == InputKind::rate) &&
          !visit(names.inputs[i].owner)) {
        in_circle = true;
        diagnostics_.error(row.where, row.label,
                           fmt::format("it reads '{}', which depends on it", names.names[i]),
                           "expected formulas and relations that do not form a circle");
      }
    begin(k, names);
    // In a circle the row cannot be built: a row that it reads does not exist yet.
    if (!in_circle) is_formula(row) ? formula(row, names) : bodies(row);
    batch().row_start.push_back(count_of(batch().gather));
    state_[k] = State::done;
    return true;
  }

  // Begins a batch for the row, or adds it to the batch of the formulas before it.
  void begin(std::size_t k, const InputNames& names) {
    const ElementRow& row = tables_.elements[k];
    const auto& types = element_types();
    const ElementType* type = *std::find_if(
        types.begin(), types.end(), [&](const ElementType* t) { return &t->spec == row.spec; });
    model_.elements[k] = {row.number, type, model_.ne};
    const bool joins = is_formula(row) && !model_.batches.empty() && batch().type == type &&
                       !reads_last_batch(names);
    if (!joins)
      model_.batches.push_back({type, 0, {}, {}, model_.ne, model_.derivative_count, {}, {0}});
    ++batch().count;
    batch().parameters.resize(batch().parameters.size() + type->np);
    model_.deformation_origin.insert(model_.deformation_origin.end(), type->ne,
                                     {label_of(row), row.where});
    model_.ne += type->ne;
  }

  bool reads_last_batch(const InputNames& names) {
    return std::any_of(names.inputs.begin(), names.inputs.end(), [this](const NamedInput& in) {
      return (in.kind == InputKind::deformation || in.kind == InputKind::rate) &&
             model_.elements[in.owner].first >= batch().first_deformation;
    });
  }

  ElementBatch& batch() { return model_.batches.back(); }

  // Column of the row for a coordinate; a new column if there is none.
  int column(int coordinate) {
    std::vector<int>& gather = batch().gather;
    const auto first = gather.begin() + batch().row_start.back();
    const auto it = std::find(first, gather.end(), coordinate);
    const auto k = static_cast<int>(it - first);
    if (it != gather.end()) return k;
    gather.push_back(coordinate);
    for (int r = 0; r < batch().type->ne; ++r) {
      model_.entry_row.push_back(model_.ne - batch().type->ne + r);
      model_.entry_column.push_back(coordinate);
      model_.entry_zero.push_back(0);
      model_.entry_constant.push_back(0);
      ++model_.derivative_count;
    }
    return k;
  }

  void formula(const ElementRow& row, const InputNames& names) {
    std::vector<std::string_view> variables(names.names.begin(), names.names.end());
    auto expression = Expression::compile(row.text, row.text_at, variables, *tables_.parameters,
                                          diagnostics_, row.label);
    if (!expression) return;
    const int live = tables_.parameters->live_count();
    for (const int slot : expression->slots())
      if (slot < live)
        return diagnostics_.error(row.text_at, row.label, "it reads a parameter that an event sets",
                                  "expected parameters that stay as they are: a formula of the "
                                  "positions alone");
    if (live + count_of(variables) > ExpressionRows::kMostSlots)
      return diagnostics_.error(
          row.text_at, row.label, fmt::format("it reads {} variables", variables.size()),
          fmt::format("expected at most {}", ExpressionRows::kMostSlots - live));
    std::vector<FormulaInput> inputs;
    for (const NamedInput& named : names.inputs) inputs.push_back(input(input_of(named, model_)));
    if (row.spec->is_linear && !is_linear(*expression, inputs.size(), row)) return;
    if (row.spec->of_rates && !is_linear_in_rates(*expression, inputs, row)) return;
    for (std::size_t k = 0; k < names.inputs.size(); ++k)
      if (names.inputs[k].kind == InputKind::time)
        model_.formulas_of_time.push_back(
            {*expression, live + static_cast<int>(k), model_.ne - batch().type->ne});
    if (!batch().row) batch().row = formulas_ = std::make_shared<FormulaRows>();
    add_to_group(*expression, inputs, live, planar_turns(model_), batch(), *formulas_);
  }

  void bodies(const ElementRow& row) {
    RowParts parts;
    parts.numbers = row.columns;
    for (std::size_t k = 0; k + 1 < row.nodes.size(); k += 2) {
      const int first = model_.nodes[row.nodes[k]].first;
      const int x = column(first), y = column(first + 1);
      parts.bodies.push_back({x, y, column(model_.nodes[row.nodes[k + 1]].first)});
    }
    for (const CurveRow& told : row.curves)
      if (const auto curve = curve_of(row, told)) parts.curves.push_back(*curve);
    if (parts.curves.size() < row.curves.size()) return;
    parts.first_circle = count_of(model_.circles);
    parts.first_winding = model_.nq();
    parts.outline = count_of(model_.outlines);
    batch().row = batch().type->make_row(parts);
    if (!batch().row)
      return diagnostics_.error(parts.curve < 0 ? row.text_at : row.curves[parts.curve].x_at,
                                row.label, parts.problem, parts.expected);
    const int element = static_cast<int>(&row - tables_.elements.data());
    const int number = count_of(model_.batches) - 1;
    for (const int place : parts.circles) model_.circles.push_back({element, number, place});
    for (const int place : parts.pulleys) model_.pulleys.push_back({number, place, model_.nq()});
    if (parts.is_outline) model_.outlines.push_back({element, number});
    if (batch().type->round) {
      batch().first_winding = model_.nq();
      model_.counted_rounds.push_back({number, 0, model_.nq()});
    }
  }

  std::optional<Curve> curve_of(const ElementRow& row, const CurveRow& told) {
    const auto x = curve_part(row, told.x, told.x_at);
    const auto y = told.y.empty() ? x : curve_part(row, told.y, told.y_at);
    if (!x || !y) return {};
    return Curve{*x, told.y.empty() ? std::nullopt : y, tables_.parameters->live_count(), told.from,
                 told.to};
  }

  std::optional<Expression> curve_part(const ElementRow& row, const std::string& text,
                                       SourceLocation where) {
    static constexpr std::string_view kNames[] = {"u"};
    auto out =
        Expression::compile(text, where, kNames, *tables_.parameters, diagnostics_, row.label);
    const int live = tables_.parameters->live_count();
    if (!out) return out;
    const bool reads_live = std::any_of(out->slots().begin(), out->slots().end(),
                                        [live](int slot) { return slot < live; });
    if (!reads_live && live < kMostCurveSlots) return out;
    diagnostics_.error(where, row.label, "it reads a parameter that an event sets",
                       "expected u and parameters that stay as they are");
    return {};
  }

  FormulaInput input(const Input& in) {
    FormulaInput out;
    switch (in.kind) {
      case InputKind::time:
        out.columns = {column(model_.clock)};
        break;
      case InputKind::angle:
        out.kind = FormulaInput::Kind::angle;
        out.columns = {column(in.angle), column(in.i)};
        break;
      case InputKind::point_position:
      case InputKind::point_velocity:
        out.kind = FormulaInput::Kind::body_point;
        out.columns = {column(in.i + in.component), column(in.angle)};
        out.component = in.component;
        out.xi = in.xi, out.eta = in.eta;
        break;
      case InputKind::direction:
        out.kind = FormulaInput::Kind::direction;
        for (int c = 0; c < 3; ++c) out.columns.push_back(column(in.i + c));
        out.component = in.component, out.axis = in.axis;
        break;
      case InputKind::space_position:
      case InputKind::space_velocity:
        out.kind = FormulaInput::Kind::space_point;
        out.columns = {column(in.i + in.component)};
        for (int c = 0; c < 3; ++c) out.columns.push_back(column(in.angle + c));
        out.component = in.component;
        out.xi = in.xi, out.eta = in.eta, out.zeta = in.zeta;
        break;
      case InputKind::deformation:
      case InputKind::rate:
        deformation(in.i, out);
        break;
      default:
        out.columns = {column(in.i)};
        break;
    }
    out.is_rate = is_velocity(in.kind);
    return out;
  }

  void deformation(int r, FormulaInput& out) {
    const auto owner =
        std::find_if(model_.batches.rbegin(), model_.batches.rend(),
                     [r](const ElementBatch& b) { return b.first_deformation <= r; });
    const int ne = owner->type->ne, row = (r - owner->first_deformation) / ne;
    const int first = owner->first_column(row), nx = owner->columns_of(row);
    out.kind = FormulaInput::Kind::deformation;
    out.deformation = r;
    out.stride = ne;
    out.first_derivative =
        owner->first_derivative + ne * first + (r - owner->first_deformation) % ne;
    const std::vector<int> gather(owner->gather.begin() + first,
                                  owner->gather.begin() + first + nx);
    for (const int coordinate : gather) out.columns.push_back(column(coordinate));
  }

  bool is_linear(const Expression& expression, std::size_t inputs, const ElementRow& row) {
    if (has_constant_slopes(expression, tables_.parameters->live_count(), inputs)) return true;
    diagnostics_.error(row.text_at, row.label, "its expression is not linear",
                       "expected c1*NAME1 + c2*NAME2 ...; FORMULA takes any expression");
    return false;
  }

  bool is_linear_in_rates(const Expression& expression, const std::vector<FormulaInput>& inputs,
                          const ElementRow& row) {
    std::vector<char> is_rate(tables_.parameters->live_count(), 0);
    for (const FormulaInput& input : inputs) is_rate.push_back(input.is_rate ? 1 : 0);
    const Dependence depends = expression.dependence(is_rate);
    if (depends == Dependence::linear) return true;
    diagnostics_.error(row.text_at, row.label,
                       depends == Dependence::affine ? "a term of it has no velocity"
                       : depends == Dependence::none ? "it depends on no velocity"
                                                     : "it is not linear in the velocities",
                       "expected a sum of velocities times factors of positions and t; INPUTE "
                       "(KABIOS: DRIVE) gives it another rate than 0");
    return false;
  }

  const Tables& tables_;
  const LawNames& known_;
  Model& model_;
  Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::shared_ptr<FormulaRows> formulas_;  // of the last batch of formulas
};

}  // namespace

bool reads_time(const LawNames& known) {
  for (const ElementRow& row : known.tables().elements) {
    if (!is_formula(row)) continue;
    const InputNames names = input_names(row.text, known, kNowhere);
    for (const NamedInput& input : names.inputs)
      if (input.kind == InputKind::time) return true;
  }
  return false;
}

void add_variable_rows(const LawNames& known, Model& model, Diagnostics& diagnostics) {
  VariableRows(known, model, diagnostics).add();
}

Input input_of(const NamedInput& named, const Model& model) {
  const auto first = [&model](int node) { return model.nodes[node].first; };
  Input out;
  out.kind = named.kind;
  out.component = named.component;
  out.xi = named.xi, out.eta = named.eta, out.zeta = named.zeta;
  const auto scalar_of = [&model](int turn) {
    return model.orientations[at(model.orientation_of[at(turn)])].scalar;
  };
  switch (named.kind) {
    case InputKind::time:
      return out;
    case InputKind::state:
      out.i = named.owner;
      return out;
    case InputKind::deformation:
    case InputKind::rate:
      out.i = model.elements[named.owner].first + named.component;
      break;
    case InputKind::coordinate:
    case InputKind::velocity:
      out.i = first(named.owner) + named.component;
      break;
    case InputKind::direction:
      out.i = first(named.owner);
      out.angle = scalar_of(out.i);
      out.axis = named.axis;
      return out;
    default:  // inputs of two nodes
      out.i = first(named.owner);
      out.angle = first(named.angle);
      if (is_of_space_point(named.kind)) out.scalar = scalar_of(out.angle);
      return out;
  }
  out.component = 0;
  return out;
}

}  // namespace mbs
