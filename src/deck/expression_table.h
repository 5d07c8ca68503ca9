// Tables of numbers that expressions read as functions: table("f.csv", u [, column]), linear
// between the rows, and spline("f.csv", u [, column]), a natural cubic spline.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "linalg/spline.h"

namespace mbs {

class ExpressionTable {
 public:
  // u strictly increasing, two rows at least; the caller has checked them.
  ExpressionTable(std::string name, std::vector<double> u, std::vector<double> y, bool cubic);

  const std::string& name() const { return name_; }     // of the file, as the deck writes it
  std::uint32_t checksum() const { return checksum_; }  // of the bits of its numbers
  double first() const { return spline_.first_time(); }
  double last() const { return spline_.last_time(); }
  // Within the table, give or take 1e-6 of the mean spacing.
  bool covers(double u) const { return spline_.covers(u); }
  // out = {y, y', y''}; at a row of a linear table the slope of the interval that begins there (of
  // the last one at the last row). Where the table ends the end tangent goes on.
  void evaluate(double u, double out[3]) const;

 private:
  std::string name_;
  std::uint32_t checksum_;
  Spline spline_;
};

// The tables that a deck's expressions read, in the order of their files' first mention.
class ExpressionTables {
 public:
  struct Key {
    int file = 0;           // of the deck, in which the name is written (SourceLocation::file)
    std::string name = {};  // as written
    int column = 1;
    bool cubic = false;
    bool operator<(const Key& other) const {
      return std::tie(file, name, column, cubic) <
             std::tie(other.file, other.name, other.column, other.cubic);
    }
  };
  // Null if there is none; an empty pointer if the file is wrong, which has been reported.
  const std::shared_ptr<const ExpressionTable>* find(const Key& key) const;
  void add(Key key, std::shared_ptr<const ExpressionTable> table);
  // Those that could be read.
  std::vector<const ExpressionTable*> all() const;

 private:
  std::map<Key, std::shared_ptr<const ExpressionTable>> tables_;
};

}  // namespace mbs
