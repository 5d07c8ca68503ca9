// The files that the runs of one deck read: each file is read once, and each table is made once.
// Any number of threads may use it; entries never change.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace mbs {

class ExpressionTable;
struct TimeTable;

inline constexpr int kMaxIncludedFiles = 1000;  // of one deck

class FileCache {
 public:
  // Value is std::string (the text of an included file), TimeTable or ExpressionTable; the key
  // contains everything that the value depends on. Null: not there yet.
  template <class Value>
  std::shared_ptr<const Value> find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto& map = std::get<Map<Value>>(maps_);
    const auto it = map.find(key);
    return it == map.end() ? nullptr : it->second;
  }
  // If two threads make the same value, the first one is kept.
  template <class Value>
  std::shared_ptr<const Value> keep(const std::string& key, std::shared_ptr<const Value> value) {
    const std::lock_guard lock(mutex_);
    return std::get<Map<Value>>(maps_).try_emplace(key, std::move(value)).first->second;
  }

 private:
  template <class Value>
  using Map = std::map<std::string, std::shared_ptr<const Value>>;
  mutable std::mutex mutex_;
  std::tuple<Map<std::string>, Map<TimeTable>, Map<ExpressionTable>> maps_;
};

}  // namespace mbs
