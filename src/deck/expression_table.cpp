#include "deck/expression_table.h"

#include <utility>

namespace mbs {

ExpressionTable::ExpressionTable(std::string name, std::vector<double> u, std::vector<double> y,
                                 bool cubic)
    : name_(std::move(name)), spline_(cubic ? Spline::interpolate(u, y) : Spline::polygon(u, y)) {}

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

}  // namespace mbs
