#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "deck/lines/c3d_file.h"
#include "text/names.h"

namespace mbs {

namespace {

// Most records of a parameter section; real files have some hundreds.
constexpr std::size_t kMostRecords = 100'000;
// Most parameters that go on with another one: LABELS2 to LABELS99.
constexpr int kMostParts = 99;

}  // namespace

std::string trimmed_label(std::string_view text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::size_t C3dParameter::count() const {
  std::size_t out = 1;
  for (const int n : size) out *= static_cast<std::size_t>(n);
  return out;
}

std::string C3dParameters::read(C3dBytes& bytes, std::size_t place, std::size_t end) {
  constexpr std::size_t kSectionHead = 4;  // two bytes that are not used, blocks, processor
  if (!bytes.has(place, kSectionHead)) return "ends before its parameters";
  const int processor = bytes.byte(place + 3);
  if (processor < static_cast<int>(C3dProcessor::intel) ||
      processor > static_cast<int>(C3dProcessor::mips))
    return fmt::format(
        "has numbers of an unknown processor, {}: 84 (Intel), 85 (DEC) and 86 (MIPS) are known",
        processor);
  bytes.set_processor(static_cast<C3dProcessor>(processor));
  bytes_ = &bytes;
  end = std::min(end, bytes.size());
  std::size_t next = place + kSectionHead;
  for (std::size_t count = 0; next != 0; ++count) {
    if (count == kMostRecords) return fmt::format("has more than {} parameters", kMostRecords);
    if (std::string problem = read_record(next, end, next); !problem.empty()) return problem;
  }
  for (C3dParameter& one : all_)
    for (const auto& [number, name] : groups_)
      if (number == one.group_number) one.group = name;
  return {};
}

// Reads a group or a parameter. `next`: the place of the record behind it, 0 behind the last one.
std::string C3dParameters::read_record(std::size_t place, std::size_t end, std::size_t& next) {
  next = 0;
  const int length = std::abs(bytes_->signed_byte(place));  // negative: the record is locked
  if (length == 0 || place >= end) return {};
  const int number = bytes_->signed_byte(place + 1);
  const std::size_t offset = place + 2 + static_cast<std::size_t>(length);
  const std::string damaged = fmt::format("is damaged at byte {}, in its parameters", place + 1);
  if (number == 0 || offset + 2 > end) return damaged;
  std::string name = trimmed_label(bytes_->text(place + 2, static_cast<std::size_t>(length)));
  const auto skip = static_cast<std::size_t>(bytes_->word(offset));
  if (number < 0) {
    groups_.emplace_back(-number, std::move(name));
  } else {
    C3dParameter one;
    one.name = std::move(name);
    one.group_number = number;
    one.type = bytes_->signed_byte(offset + 2);
    if (one.type != -1 && one.type != 1 && one.type != 2 && one.type != 4) return damaged;
    const auto dimensions = static_cast<std::size_t>(bytes_->byte(offset + 3));
    // More dimensions than 7 do not exist, and their product could be too large for a number.
    if (dimensions > 7) return damaged;
    for (std::size_t k = 0; k < dimensions; ++k) one.size.push_back(bytes_->byte(offset + 4 + k));
    one.place = offset + 4 + dimensions;
    const std::size_t bytes = one.count() * static_cast<std::size_t>(std::abs(one.type));
    if (one.place > end || bytes > end - one.place) return damaged;
    if (skip != 0 && offset + skip < one.place + bytes) return damaged;
    all_.push_back(std::move(one));
  }
  if (skip != 0) next = offset + skip;
  return {};
}

const C3dParameter* C3dParameters::find(std::string_view group, std::string_view name) const {
  for (const C3dParameter& one : all_)
    if (are_same_name(one.group, group) && are_same_name(one.name, name)) return &one;
  return nullptr;
}

std::vector<double> C3dParameters::numbers(std::string_view group, std::string_view name,
                                           bool is_unsigned) const {
  std::vector<double> out;
  for (int part = 1; part <= kMostParts; ++part) {
    const C3dParameter* one =
        find(group, part == 1 ? std::string(name) : fmt::format("{}{}", name, part));
    if (!one || one->type == -1) break;
    for (std::size_t k = 0; k < one->count(); ++k) {
      const std::size_t place = one->place + k * static_cast<std::size_t>(one->type);
      out.push_back(one->type == 4   ? bytes_->real(place)
                    : one->type == 1 ? bytes_->byte(place)
                    : is_unsigned    ? bytes_->word(place)
                                     : bytes_->signed_word(place));
    }
  }
  return out;
}

std::vector<std::string> C3dParameters::texts(std::string_view group, std::string_view name) const {
  std::vector<std::string> out;
  for (int part = 1; part <= kMostParts; ++part) {
    const C3dParameter* one =
        find(group, part == 1 ? std::string(name) : fmt::format("{}{}", name, part));
    if (!one || one->type != -1) break;
    const std::size_t length = one->size.empty() ? 1 : static_cast<std::size_t>(one->size[0]);
    const std::size_t count = length == 0 ? 0 : one->count() / length;
    for (std::size_t k = 0; k < count; ++k)
      out.push_back(trimmed_label(bytes_->text(one->place + k * length, length)));
  }
  return out;
}

}  // namespace mbs
