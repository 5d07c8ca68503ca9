#include "text/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/capital_names.h"

namespace mbs {

const Parameter* Parameters::find(std::string_view name) const {
  const auto it = index_.find(name_key(name));
  return it == index_.end() ? nullptr : &list_[it->second];
}

void Parameters::define(Parameter parameter) {
  index_.emplace(name_key(parameter.name), list_.size());
  list_.push_back(std::move(parameter));
}

Parameter* Parameters::mark_used(std::string_view name) {
  const auto it = index_.find(name_key(name));
  if (it == index_.end()) return nullptr;
  list_[it->second].used = true;
  return &list_[it->second];
}

const Parameters::Text* Parameters::text(std::string_view name) const {
  const std::string key = name_key(name);
  for (const Text& known : texts_)
    if (name_key(known.name) == key) return &known;
  return nullptr;
}

const Parameters::Text* Parameters::mark_text_used(std::string_view name) {
  const Text* const known = text(name);
  if (known) texts_[static_cast<std::size_t>(known - texts_.data())].used = true;
  return known;
}

void Parameters::make_live(std::string_view name) {
  const auto it = index_.find(name_key(name));
  if (it == index_.end()) return;
  Parameter& parameter = list_[it->second];
  if (parameter.live < 0) parameter.live = live_count_++;
}

std::vector<double> Parameters::live_values() const {
  std::vector<double> out(live_count_);
  if (out.empty()) return out;  // early return: this is called for each constant
  for (const Parameter& p : list_)
    if (p.live >= 0) out[p.live] = p.value;
  return out;
}

bool Parameters::define_state(std::string_view name, SourceLocation where) {
  const bool is_new = states_.try_emplace(name_key(name), where).second;
  if (is_new) state_names_.emplace_back(name);
  return is_new;
}

const SourceLocation* Parameters::state(std::string_view name) const {
  const auto it = states_.find(name_key(name));
  return it == states_.end() ? nullptr : &it->second;
}

const std::string* Parameters::state_name(std::string_view name) const {
  const std::string key = name_key(name);
  for (const std::string& known : state_names_)
    if (name_key(known) == key) return &known;
  return nullptr;
}

void Parameters::declare_measure(std::string_view name, SourceLocation where) {
  measures_.try_emplace(name_key(name), where);
}

const SourceLocation* Parameters::measure(std::string_view name) const {
  const auto it = measures_.find(name_key(name));
  return it == measures_.end() ? nullptr : &it->second;
}

void Parameters::remember_use(std::string_view name, SourceLocation where) {
  remembered_.try_emplace(name_key(name), where);
}

const SourceLocation* Parameters::remembered_use(std::string_view name) const {
  const auto it = remembered_.find(name_key(name));
  return it == remembered_.end() ? nullptr : &it->second;
}

std::vector<std::string_view> Parameters::names_like(std::string_view word,
                                                     std::size_t limit) const {
  const std::size_t slack = std::max<std::size_t>(1, word.size() / 3);
  std::vector<std::string_view> out;
  for (const Parameter& p : list_) {
    if (out.size() >= limit) break;
    if (p.name.size() + slack >= word.size() && p.name.size() <= word.size() + slack)
      out.push_back(p.name);
  }
  for (const Text& text : texts_) out.push_back(text.name);
  return out;
}

}  // namespace mbs
