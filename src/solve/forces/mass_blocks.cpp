#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/forces/joint_forces.h"
#include "solve/place/connected_parts.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

// Coordinates that masses couple, by groups; a coordinate whose mass is a number is alone. Points
// of space are groups where `points`.
std::vector<std::vector<int>> groups_of(const Model& model, bool points) {
  DisjointSets groups(model.nx);
  join_coordinates_of_masses(model, groups);
  if (points)
    for (const Node& node : model.nodes)
      for (int c = 1; c < node_type(node.kind).nv; ++c)
        if (node.kind == NodeKind::space_point) groups.join(node.first, node.first + c);
  std::vector<std::vector<int>> out(model.nx);
  for (int i = 0; i < model.nx; ++i) out[groups.root(i)].push_back(i);
  std::erase_if(out, [](const std::vector<int>& g) { return g.empty(); });
  return out;
}

// Whether the mass of a coordinate is a number, or an entry of a matrix.
std::vector<char> coupled_coordinates(const Model& model) {
  std::vector<char> out(model.nx, 0);
  for (const NodeMass& mass : model.node_masses)
    for (const int i : mass.nodes.gather) out[i] = 1;
  return out;
}

std::vector<char> free_mask(const Model& model, const Phase& phase) {
  std::vector<char> out(model.nx, 0);
  for (const int i : free_coordinates(phase)) out[i] = 1;
  return out;
}

}  // namespace

bool MassBlocks::possible(const Model& model, const Phase& phase) {
  if (model.node_masses.empty()) {
    const std::vector<int> free = free_coordinates(phase);
    return std::all_of(free.begin(), free.end(), [&](int i) { return model.mass[i] > 0; });
  }
  const std::vector<char> coupled = coupled_coordinates(model);
  const std::vector<char> is_free = free_mask(model, phase);
  const auto is_free_at = [&](int i) { return is_free[i] != 0; };
  const auto has_mass = [&](int i) { return coupled[i] || model.mass[i] > 0; };
  for (const std::vector<int>& group : groups_of(model, false)) {
    const auto free = std::count_if(group.begin(), group.end(), is_free_at);
    if (free == 0) continue;
    if (free < std::ssize(group) || group.size() > kMost ||
        !std::all_of(group.begin(), group.end(), has_mass))
      return false;
  }
  return true;
}

MassBlocks::MassBlocks(const Model& model, const Phase& phase)
    : model_(model), block_of_(model.nx, -1) {
  if (model.node_masses.empty()) return;
  const std::vector<char> coupled = coupled_coordinates(model);
  const std::vector<char> is_free = free_mask(model, phase);
  std::vector<int> place(model.nx, 0);  // in its block
  int size_of_masses = 0;
  for (const std::vector<int>& group : groups_of(model, true)) {
    const bool free =
        std::all_of(group.begin(), group.end(), [&](int i) { return is_free[i] != 0; });
    if (!free || (group.size() == 1 && !coupled[group[0]])) continue;
    for (std::size_t k = 0; k < group.size(); ++k) {
      block_of_[group[k]] = count_of(blocks_);
      place[group[k]] = static_cast<int>(k);
    }
    blocks_.push_back({count_of(group), count_of(coordinates_), size_of_masses});
    coordinates_.insert(coordinates_.end(), group.begin(), group.end());
    size_of_masses += count_of(group) * count_of(group);
  }
  mass_.assign(size_of_masses, 0.0);
  Inertia(model).each_entry([&](int i, int j, double) {
    const int b = block_of_[i];
    const bool within = b >= 0 && block_of_[j] == b;
    mass_slot_.push_back(within ? blocks_[b].mass + place[i] * blocks_[b].size + place[j] : -1);
  });
}

void MassBlocks::add_cliques(const std::vector<int>& row_of,
                             std::vector<std::vector<int>>& cliques) {
  struct Entry {
    int source, row, coordinate;
  };
  std::vector<std::vector<Entry>> entries(blocks_.size());
  for (int s = 0; s < model_.derivative_count; ++s) {
    const int row = row_of[model_.entry_row[s]], i = model_.entry_column[s];
    if (row >= 0 && holds(i) && !model_.entry_zero[s]) entries[block_of_[i]].push_back({s, row, i});
  }
  std::size_t most = 0;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    std::vector<int> rows;
    for (const Entry& e : entries[b]) rows.push_back(e.row);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    block.rows = count_of(rows);
    block.sources = count_of(sources_);
    const int* const first = coordinates_.data() + block.coordinates;
    for (const Entry& e : entries[b]) {
      const auto row = std::lower_bound(rows.begin(), rows.end(), e.row) - rows.begin();
      const auto k = std::find(first, first + block.size, e.coordinate) - first;
      sources_.push_back({e.source, static_cast<int>(row) * block.size + static_cast<int>(k)});
    }
    block.sources_end = count_of(sources_);
    most = std::max(most, rows.size() * at(block.size));
    operations_ += rows.size() * at(block.size * (block.size + 1)) / 2 +
                   rows.size() * (rows.size() + 1) / 2 * at(block.size);
    cliques.push_back(rows);
    rows_.push_back(std::move(rows));
  }
  work_.assign(most, 0.0);
}

void MassBlocks::find_slots(const SparseCholesky& matrix) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    blocks_[b].slots = count_of(slots_);
    const std::vector<int>& rows = rows_[b];
    for (std::size_t p = 0; p < rows.size(); ++p)
      for (std::size_t q = 0; q <= p; ++q) slots_.push_back(matrix.slot(rows[p], rows[q]));
  }
}

bool MassBlocks::factor(const Inertia& inertia) {
  if (empty()) return true;
  std::fill(mass_.begin(), mass_.end(), 0.0);
  std::size_t next = 0;
  inertia.each_entry([&](int, int, double value) {
    const int slot = mass_slot_[next++];
    if (slot >= 0) mass_[slot] += value;
  });
  for (const Block& block : blocks_) {
    const int n = block.size;
    double* const L = mass_.data() + block.mass;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        double sum = L[i * n + j];
        for (int k = 0; k < j; ++k) sum -= L[i * n + k] * L[j * n + k];
        L[i * n + j] = sum * L[j * n + j];
      }
      double pivot = L[i * n + i];
      for (int k = 0; k < i; ++k) pivot -= L[i * n + k] * L[i * n + k];
      if (!(pivot > tolerance::massless * L[i * n + i]) || !std::isfinite(pivot)) return false;
      L[i * n + i] = 1 / std::sqrt(pivot);
    }
  }
  return true;
}

template <int kSize>
void MassBlocks::add_block(const Block& block, const double* De, double* values) {
  double* const W = work_.data();
  std::fill_n(W, block.rows * kSize, 0.0);
  for (int s = block.sources; s < block.sources_end; ++s)
    W[sources_[s].place] += De[sources_[s].entry];
  const double* const L = mass_.data() + block.mass;
  const int* slot = slots_.data() + block.slots;
  for (int p = 0; p < block.rows; ++p) {
    double* const w = W + p * kSize;
    for (int i = 0; i < kSize; ++i) {
      double sum = w[i];
      for (int k = 0; k < i; ++k) sum -= L[i * kSize + k] * w[k];
      w[i] = sum * L[i * kSize + i];
    }
    for (int q = 0; q <= p; ++q) {
      const double* const other = W + q * kSize;
      double sum = 0;
      for (int i = 0; i < kSize; ++i) sum += w[i] * other[i];
      values[*slot++] += sum;
    }
  }
}

void MassBlocks::add_products(const std::vector<double>& De, std::vector<double>& values) {
  for (const Block& block : blocks_) switch (block.size) {
      case 1:
        add_block<1>(block, De.data(), values.data());
        break;
      case 2:
        add_block<2>(block, De.data(), values.data());
        break;
      case 3:
        add_block<3>(block, De.data(), values.data());
        break;
      case 4:
        add_block<4>(block, De.data(), values.data());
        break;
      case 5:
        add_block<5>(block, De.data(), values.data());
        break;
      default:
        add_block<kMost>(block, De.data(), values.data());
    }
}

void MassBlocks::add_accelerations(ConstVector f, Vector a) const {
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double* const L = mass_.data() + block.mass;
    const int* const coordinate = coordinates_.data() + block.coordinates;
    double z[kMost];
    for (int i = 0; i < n; ++i) {
      z[i] = f[coordinate[i]];
      for (int k = 0; k < i; ++k) z[i] -= L[i * n + k] * z[k];
      z[i] *= L[i * n + i];
    }
    for (int i = n; i-- > 0;) {
      for (int k = i + 1; k < n; ++k) z[i] -= L[k * n + i] * z[k];
      z[i] *= L[i * n + i];
      a[coordinate[i]] += z[i];
    }
  }
}

}  // namespace mbs
