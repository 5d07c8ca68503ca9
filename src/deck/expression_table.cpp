#include "deck/expression_table.h"

#include <utility>

#include "base/checksum.h"

namespace mbs {

namespace {

std::uint32_t checksum_of(const std::vector<double>& u, const std::vector<double>& y) {
  PosixChecksum sum;
  for (const std::vector<double>* z : {&u, &y})
    sum.add({reinterpret_cast<const char*>(z->data()), z->size() * sizeof(double)});
  return sum.value();
}

}  // namespace

ExpressionTable::ExpressionTable(std::string name, std::vector<double> u, std::vector<double> y,
                                 bool cubic)
    : name_(std::move(name)),
      checksum_(checksum_of(u, y)),
      spline_(cubic ? Spline::interpolate(u, y) : Spline::polygon(u, y)) {}

void ExpressionTable::evaluate(double u, double out[3]) const {
  int interval = -1;  // not remembered: threads share the table
  spline_.evaluate(u, out, interval);
}

const std::shared_ptr<const ExpressionTable>* ExpressionTables::find(const Key& key) const {
  const auto it = tables_.find(key);
  return it == tables_.end() ? nullptr : &it->second;
}

void ExpressionTables::add(Key key, std::shared_ptr<const ExpressionTable> table) {
  tables_.emplace(std::move(key), std::move(table));
}

std::vector<const ExpressionTable*> ExpressionTables::all() const {
  std::vector<const ExpressionTable*> out;
  for (const auto& [key, table] : tables_)
    if (table) out.push_back(table.get());
  return out;
}

}  // namespace mbs
