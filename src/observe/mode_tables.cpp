#include "observe/mode_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/owner.h"
#include "plan/plan.h"

namespace mbs {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t kColumns = 6;  // shapes side by side

// Adds a column of names behind the labels if the deck gives any. kind: "BODY" or "SEGMENT";
// numbers: of the body or segment of each row; 0: none.
void add_names(const Plan& plan, std::string_view kind, const std::vector<int>& numbers,
               std::string& heads, std::vector<ShownCoordinate>& shown) {
  std::size_t width = 0;
  std::vector<std::string> names(shown.size());
  for (std::size_t k = 0; k < shown.size(); ++k)
    for (const NameRow& row : plan.names)
      if (row.kind == kind && row.number == numbers[k]) {
        names[k] = row.name;
        width = std::max<std::size_t>({width, names[k].size(), 4});
      }
  if (width == 0) return;
  heads += fmt::format(" {:<{}}", "NAME", width);
  for (std::size_t k = 0; k < shown.size(); ++k)
    shown[k].label += fmt::format(" {:<{}}", names[k], width);
}

}  // namespace

ModeTables::ModeTables(const Plan& plan, const Model& model, const State& state, Modes modes)
    : model_(model), modes_(std::move(modes)) {
  std::vector<int> owners;
  const RowsOf rows = plan.vocabulary.rows;
  if (rows == RowsOf::bodies) {
    show_bodies();
    for (const Body& body : model.bodies) owners.insert(owners.end(), 3, body.number);
    add_names(plan, "BODY", owners, heads_, shown_);
  } else if (rows == RowsOf::segments) {
    show_chain(plan.chain, state);
    for (std::size_t i = 1; i <= plan.chain.segments.size(); ++i)
      owners.push_back(static_cast<int>(i));
    owners.resize(shown_.size());
    add_names(plan, "SEGMENT", owners, heads_, shown_);
  } else {
    show_nodes();
  }
  const bool all = rows != RowsOf::segments;
  for (Mode& mode : modes_.list) take_shown(mode, !all);
}

void ModeTables::show_nodes() {
  heads_ = " NODE  C";
  for (const Node& node : model_.nodes)
    for (int c = 0; c < coordinate_count(node.kind) && !is_ground(node); ++c)
      shown_.push_back({fmt::format("{:5}{:3}", node.number, c + 1),
                        fmt::format("x{}_{}", node.number, c + 1),
                        {{node.first + c, 1.0}}});
}

void ModeTables::show_bodies() {
  heads_ = " BODY C  ";
  for (const Body& body : model_.bodies)
    for (const auto& [coordinate, label, channel] :
         {std::tuple(body.x, "X", "x"), std::tuple(body.x + 1, "Y", "y"),
          std::tuple(body.phi, "PHI", "phi")})
      shown_.push_back({fmt::format("{:5} {:<3}", body.number, label),
                        fmt::format("body{}.{}", body.number, channel),
                        {{coordinate, 1.0}}});
}

// The base is d before the centre of gravity of the first segment, along it.
void ModeTables::show_chain(const Chain& chain, const State& state) {
  heads_ = "  SEG C  ";
  int number = 0;
  for (const ChainSegment& s : chain.segments) {
    ++number;
    shown_.push_back({fmt::format("{:5} PHI", number),
                      fmt::format("phi{}", number),
                      {{model_.nodes[s.angle].first, 1.0}}});
  }
  if (!chain.free_base) return;
  const ChainSegment& first = chain.segments.front();
  const int x = model_.nodes[first.point].first, phi = model_.nodes[first.angle].first;
  const double along = first.d * std::cos(state.x[phi]), across = first.d * std::sin(state.x[phi]);
  shown_.push_back({" BASE X  ", "x", {{x, 1.0}, {phi, across}}});
  shown_.push_back({" BASE Y  ", "y", {{x + 1, 1.0}, {phi, -along}}});
}

void ModeTables::take_shown(Mode& mode, bool rescale) const {
  std::vector<Complex> shape(shown_.size());
  for (std::size_t k = 0; k < shown_.size(); ++k)
    for (const auto& [coordinate, factor] : shown_[k].terms)
      shape[k] += factor * mode.shape[coordinate];
  shape.insert(shape.end(), mode.shape.begin() + model_.node_velocities(), mode.shape.end());
  if (rescale && mode.moves) scale_shape(shape, 0, shown_.size());
  mode.shape = std::move(shape);
}

// Ranges [first, last) of the modes that stand side by side.
std::vector<std::pair<std::size_t, std::size_t>> ModeTables::groups() const {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const std::size_t together = modes_.complex ? kColumns / 2 : kColumns;
  for (std::size_t begin = 0; begin < count(); begin += together)
    out.push_back({begin, std::min(begin + together, count())});
  return out;
}

void ModeTables::lay_out(Layout& layout) const {
  TableLayout table{" MODES", " MODE", {"OMEGA", "FREQUENCY", "DAMPING", "REAL", "IMAGINARY"}, {}};
  for (std::size_t k = 1; k <= count(); ++k) {
    table.rows.push_back({fmt::format("{:5}", k), layout.count()});
    const Unit rate = unit::number / unit::second, angular = unit::radian / unit::second;
    Quantity what{Of::mode, static_cast<int>(k)};
    for (const auto& [name, unit] : {std::pair{"omega", angular}, std::pair{"frequency", rate},
                                     std::pair{"damping", unit::number}, std::pair{"real", rate},
                                     std::pair{"imaginary", angular}}) {
      layout.add(fmt::format("mode{}.{}", k, name), unit, what);
      ++what.component;
    }
  }
  if (count() > 0) layout.tables.push_back(std::move(table));
  // Shapes: for each group of columns, row by row.
  for (const auto& [begin, end] : groups()) {
    TableLayout shapes{fmt::format(" SHAPES OF MODES {} TO {}", begin + 1, end), heads_, {}, {}};
    for (std::size_t k = begin + 1; k <= end; ++k)
      for (const char* part : {"RE", "IM"}) {
        if (!modes_.complex && part[0] == 'I') continue;
        shapes.columns.push_back(fmt::format("{}{}", modes_.complex ? part : "MODE", k));
      }
    for (const ShownCoordinate& coordinate : shown_) {
      shapes.rows.push_back({coordinate.label, layout.count()});
      for (const std::string& column : shapes.columns)
        layout.add(fmt::format("{}.{}", coordinate.channel, column), unit::number, {Of::shape});
    }
    TableLayout states = shapes;
    if (!shapes.rows.empty()) layout.tables.push_back(std::move(shapes));
    if (model_.states.empty()) continue;
    std::size_t width = 5;
    for (const StateEquation& state : model_.states) width = std::max(width, state.name.size());
    states.rows.clear();
    states.heading.clear();
    states.label_heads = fmt::format(" {:<{}}", "STATE", width);
    for (const StateEquation& state : model_.states) {
      states.rows.push_back({fmt::format(" {:<{}}", state.name, width), layout.count()});
      for (const std::string& column : states.columns)
        layout.add(fmt::format("{}.{}", state.name, column), unit::number, {Of::shape});
    }
    layout.tables.push_back(std::move(states));
  }
}

void ModeTables::put(double* out) const {
  for (const Mode& mode : modes_.list)
    for (double value :
         {mode.omega(), mode.frequency(), mode.damping(), mode.value.real(), mode.value.imag()})
      *out++ = value;
  for (const auto& [begin, end] : groups())
    for (std::size_t i = 0; i < modes_.list[0].shape.size(); ++i)
      for (std::size_t k = begin; k < end; ++k) {
        *out++ = modes_.list[k].shape[i].real();
        if (modes_.complex) *out++ = modes_.list[k].shape[i].imag();
      }
}

std::vector<std::string> ModeTables::columns() const {
  std::vector<std::string> out = {"mode", "omega", "frequency", "damping", "real", "imaginary"};
  auto add = [&](const std::string& name) {
    out.push_back(name);
    if (modes_.complex) out.push_back(name + ".im");
  };
  for (const ShownCoordinate& coordinate : shown_) add(coordinate.channel);
  for (const StateEquation& state : model_.states) add(state.name);
  return out;
}

std::vector<double> ModeTables::row(std::size_t k) const {
  const Mode& mode = modes_.list[k];
  std::vector<double> out = {static_cast<double>(k + 1), mode.omega(),
                             mode.frequency(),           mode.damping(),
                             mode.value.real(),          mode.value.imag()};
  for (const Complex& z : mode.shape) {
    out.push_back(z.real());
    if (modes_.complex) out.push_back(z.imag());
  }
  return out;
}

}  // namespace mbs
