#include "observe/matrices.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/owner.h"

namespace mbs {

namespace {

// "x3_1" of coordinate i for the letter x.
std::string coordinate_channel(const Model& model, int i, std::string_view letter) {
  auto node = model.nodes.begin();
  while (node + 1 != model.nodes.end() && (node + 1)->first <= i) ++node;
  // An angular velocity is the rate of no coordinate.
  if (letter == "x" && model.is_orientation(i)) letter = "v";
  return fmt::format("{}{}_{}", letter, node->number, i - node->first + 1);
}

// "e2_1" of deformation r for the letter e. Elements are numbered batch by batch.
std::string deformation_channel(const Model& model, int r, std::string_view letter) {
  const ElementRange& element = owner_of(model, r);
  return fmt::format("{}{}_{}", letter, element.number, r - element.first + 1);
}

}  // namespace

NamedSystem full_system(const Model& model, const Phase& phase, const State& state,
                        Dynamics& dynamics) {
  const std::vector<int> free = free_coordinates(phase), tied = constrained_deformations(phase);
  const std::size_t n = free.size(), size = n + tied.size();
  NamedSystem out;
  out.matrix.assign(size * size, 0.0);
  out.rhs.assign(size, 0.0);
  std::vector<int> column_of(model.nx, -1), row_of(model.ne, -1);
  for (std::size_t k = 0; k < n; ++k) {
    column_of[free[k]] = static_cast<int>(k);
    out.rows.push_back(coordinate_channel(model, free[k], "x"));
    out.columns.push_back(coordinate_channel(model, free[k], "a"));
    out.rhs[k] = dynamics.loads().g[free[k]];
  }
  const Evaluation& here = dynamics.kinematics().evaluation();
  for (std::size_t k = 0; k < tied.size(); ++k) {
    const int r = tied[k];
    row_of[r] = static_cast<int>(n + k);
    out.rows.push_back(deformation_channel(model, r, "e"));
    out.columns.push_back(deformation_channel(model, r, "s"));
    out.rhs[n + k] = state.edd[r] - here.D2e_vv[r];
  }
  dynamics.inertia().each_entry([&](int i, int j, double value) {
    const int row = column_of[i], column = column_of[j];
    if (row < 0) return;
    if (column < 0)
      out.rhs[row] -= value * state.a[j];
    else
      out.matrix[column * size + row] += value;
  });
  for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
    const int row = row_of[model.entry_row[k]], column = column_of[model.entry_column[k]];
    if (row < 0) continue;
    if (column < 0) {
      out.rhs[row] -= here.De[k] * state.a[model.entry_column[k]];
      continue;
    }
    out.matrix[column * size + row] += here.De[k];
    out.matrix[row * size + column] += here.De[k];
  }
  return out;
}

NamedSystem transfer_functions(const Model& model, const State& state, Dynamics& dynamics) {
  const Partition& p = dynamics.placement().partition();
  NamedSystem out;
  std::vector<double> qdd;
  for (int i : p.x_freedoms) {
    out.columns.push_back(coordinate_channel(model, i, "x"));
    qdd.push_back(state.a[i]);
  }
  for (int r : p.e_freedoms) {
    out.columns.push_back(deformation_channel(model, r, "e"));
    qdd.push_back(state.edd[r]);
  }
  const Matrix DF = dynamics.equations()->transfer();
  for (int i = 0; i < model.node_velocities(); ++i) {
    out.rows.push_back(coordinate_channel(model, i, "x"));
    out.rhs.push_back(state.a[i]);
    for (std::size_t j = 0; j < qdd.size(); ++j)
      out.rhs.back() -= DF(i, static_cast<int>(j)) * qdd[j];
  }
  for (std::size_t j = 0; j < qdd.size(); ++j)
    for (int i = 0; i < model.node_velocities(); ++i)
      out.matrix.push_back(DF(i, static_cast<int>(j)));
  return out;
}

std::string write_system(const NamedSystem& system, std::string_view title,
                         std::string_view right) {
  std::string out = fmt::format("{}\n{:10}", title, "");
  for (const std::string& name : system.columns) out += fmt::format(" {:>14}", name);
  out += fmt::format(" {:>14}\n", right);
  const std::size_t n = system.rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    out += fmt::format("{:<10}", system.rows[i]);
    for (std::size_t j = 0; j < system.columns.size(); ++j)
      out += fmt::format(" {:14.6e}", system.matrix[j * n + i] + 0.0);
    out += fmt::format(" {:14.6e}\n", system.rhs[i] + 0.0);
  }
  return out;
}

}  // namespace mbs
