// The tables of a deck that its expressions read (text/expression_table.h), by file and column.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace mbs {

class ExpressionTable;

enum class TableKind : std::uint8_t { linear, cubic, periodic, surface, monotone, smooth };

// The tables that a deck's expressions read, in the order of their files' first mention.
class ExpressionTables {
 public:
  struct Key {
    int file = 0;           // of the deck, in which the name is written (SourceLocation::file)
    std::string name = {};  // as written
    int column = 1;
    TableKind kind = TableKind::linear;
    bool operator==(const Key&) const = default;
    bool operator<(const Key& other) const {
      return std::tie(file, name, column, kind) <
             std::tie(other.file, other.name, other.column, other.kind);
    }
  };
  // Null if there is none; an empty pointer if the file has an error, which has been reported.
  const std::shared_ptr<const ExpressionTable>* find(const Key& key) const;
  void add(Key key, std::shared_ptr<const ExpressionTable> table);
  // All tables that could be read.
  std::vector<const ExpressionTable*> all() const;

 private:
  std::map<Key, std::shared_ptr<const ExpressionTable>> tables_;
};

}  // namespace mbs
