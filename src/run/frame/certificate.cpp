#include "run/frame/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>

#include "base/index.h"
#include "base/not_determined.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// A channel whose range is at most this part of the largest of its kind shows error, not chaos.
constexpr double kCertifiedKind = 1e-9;

// A channel at most this part of the largest number of the run is rounding, because its whole kind
// may be.
constexpr double kRoundingOfAll = 1e-12;

constexpr double kRounding = 4 * tolerance::epsilon;
// A channel shows no motion if its range is at most kUnresolved times its uncertainty.
constexpr double kUnresolved = 10;
// The range of such a channel is an error, and no chaotic motion, if the last two runs differ by
// about the range and the range has fallen to kSettles times the range of the first run, or if the
// range is small (base/tolerances.h).
constexpr double kSettles = 0.3;

double larger(double a, double b) { return a < b || std::isnan(b) ? b : a; }

double difference(double a, double b) {
  const double d = std::fabs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

double digits_between(double scale, double error) {
  if (error == 0) return scale > 0 ? Certificate::kMostDigits : 0;
  return std::log10(scale / error);
}

// The energy balance is an error itself, so its digits cannot be counted from its range.
bool is_remainder(const std::string& channel) { return channel == "energy.balance"; }

}  // namespace

std::string channel_kind(const Channel& channel) {
  return channel.unit.known ? unit_text(channel.unit) : channel.name;
}

void Certificate::Extent::add(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

double Certificate::Extent::magnitude() const {
  return high >= low ? std::max(std::fabs(low), std::fabs(high)) : 0;
}

Certificate::Certificate(std::vector<Channel> channels, long long rows)
    : channels_(std::move(channels)), first_extent_(channels_.size()) {
  std::map<std::string, int> numbers;
  for (const Channel& channel : channels_)
    kind_of_.push_back(numbers.try_emplace(channel_kind(channel), count_of(numbers)).first->second);
  kinds_ = count_of(numbers);
  first_.reserve(static_cast<std::size_t>(rows) * channels_.size());
  previous_.reserve(first_.capacity());
}

void Certificate::begin(bool other) {
  other_ = other;
  if (!other) ++runs_begun_;
  current_.channels.assign(channels_.size(), {});
  current_.rows = 0;
}

void Certificate::row(ConstVector all) {
  // What nothing determines is no number, and agrees with itself.
  known_.assign(all.begin(), all.end());
  for (double& value : known_)
    if (value == kNotDetermined) value = 0;
  const ConstVector values = known_;
  const std::size_t n = channels_.size();
  if (values.size() != n)
    throw std::logic_error(fmt::format("a row with {} numbers came to a certificate of {} channels",
                                       values.size(), n));
  const std::size_t place = static_cast<std::size_t>(current_.rows++) * n;
  if (other_) return compare_other(values, place);
  if (runs_begun_ == 1) {
    first_.insert(first_.end(), values.begin(), values.end());
    for (std::size_t c = 0; c < n; ++c) current_.channels[c].extent.add(values[c]);
    return;
  }
  if (place >= first_.size()) return;  // the first run has no such row; rows_missing() says so
  if (runs_begun_ == 2) previous_.resize(first_.size());
  for (std::size_t c = 0; c < n; ++c) {
    Record& record = current_.channels[c];
    record.extent.add(values[c]);
    record.from_first = larger(record.from_first, difference(values[c], first_[place + c]));
    if (current_.rows <= ended_.rows) {
      const double previous = runs_begun_ == 2 ? first_[place + c] : previous_[place + c];
      record.from_previous = larger(record.from_previous, difference(values[c], previous));
    }
    previous_[place + c] = values[c];
  }
}

void Certificate::compare_other(ConstVector values, std::size_t place) {
  if (place >= first_.size()) return;
  for (std::size_t c = 0; c < values.size(); ++c) {
    double& largest = current_.channels[c].from_first;
    largest = larger(largest, difference(values[c], first_[place + c]));
  }
}

void Certificate::end_run() {
  if (other_) {
    others_.resize(channels_.size());
    last_of_others_.resize(channels_.size());
    for (std::size_t c = 0; c < channels_.size(); ++c) {
      last_of_others_[c] = current_.channels[c].from_first;
      others_[c] = larger(others_[c], last_of_others_[c]);
    }
    return;
  }
  if (runs_begun_ == 1) {
    first_rows_ = current_.rows;
    for (std::size_t c = 0; c < channels_.size(); ++c)
      first_extent_[c] = current_.channels[c].extent;
  }
  std::swap(current_, ended_);
}

Certificate::Sizes Certificate::sizes() const {
  Sizes sizes;
  std::vector<double> of_kind(kinds_), errors(kinds_);
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    double& size = of_kind[kind_of_[c]];
    size = std::max(size, ended_.channels[c].extent.magnitude());
    sizes.all = std::max(sizes.all, size);
    errors[kind_of_[c]] = larger(errors[kind_of_[c]], error(c));
  }
  for (int kind : kind_of_) {
    sizes.kind.push_back(of_kind[kind]);
    sizes.error.push_back(errors[kind]);
  }
  return sizes;
}

double Certificate::last_step(std::size_t c) const {
  const Record& record = ended_.channels[c];
  return record.from_previous + kRounding * record.extent.magnitude();
}

double Certificate::error(std::size_t c) const {
  const Record& record = ended_.channels[c];
  const double own = record.from_first + last_step(c);
  return others_.empty() ? own : larger(own, others_[c] + kRounding * record.extent.magnitude());
}

Certificate::Digits Certificate::classify(std::size_t c, const Sizes& sizes) const {
  const Record& record = ended_.channels[c];
  const double range = record.extent.range();
  Digits out;
  out.last_step = last_step(c);
  out.error = error(c);
  out.scale = range;
  // Of a kind that is noise as a whole a channel may well agree by chance.
  if (sizes.kind[c] <= kUnresolved * sizes.error[c] &&
      sizes.kind[c] <= kRoundingOfAll * sizes.all) {
    out.kind = Kind::zero;
    return out;
  }
  const bool falls =
      range <= kUnresolved * out.last_step && range <= kSettles * first_extent_[c].range();
  const bool small = range <= kUnresolved * out.error && (range <= kCertifiedKind * sizes.kind[c] ||
                                                          range <= kRoundingOfAll * sizes.all);
  if (is_remainder(channels_[c].name) || falls || small ||
      range <= tolerance::rounding_of_kind * sizes.kind[c]) {
    const double size = record.extent.magnitude();
    const bool has_value = size > kUnresolved * out.error && !is_remainder(channels_[c].name);
    out.kind = has_value ? Kind::constant : Kind::small;
    out.scale = has_value ? size : sizes.kind[c];
    const bool is_noise =
        out.scale <= kUnresolved * out.error && out.scale <= kRoundingOfAll * sizes.all;
    if ((size == 0 && out.error == 0) || is_noise) {
      out.kind = Kind::zero;
      return out;
    }
  }
  out.digits = static_cast<int>(
      std::clamp(std::floor(digits_between(out.scale, out.error)), 0.0, 1.0 * kMostDigits));
  return out;
}

std::vector<Certificate::Digits> Certificate::digits() const {
  const Sizes all = sizes();
  std::vector<Digits> out;
  out.reserve(channels_.size());
  for (std::size_t c = 0; c < channels_.size(); ++c) out.push_back(classify(c, all));
  return out;
}

Certificate::Agreement Certificate::agreement() const {
  Agreement worst;
  const std::vector<Digits> all = digits();
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].kind == Kind::zero) continue;
    const double digits = digits_between(all[c].scale, all[c].last_step);
    if (digits < worst.digits) worst = {digits, c};
  }
  return worst;
}

Certificate::Agreement Certificate::agreement_of_other() const {
  Agreement worst;
  const std::vector<Digits> all = digits();
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].kind == Kind::zero) continue;
    const double apart = last_of_others_[c] + kRounding * ended_.channels[c].extent.magnitude();
    const double digits = digits_between(all[c].scale, apart);
    if (digits < worst.digits) worst = {digits, c};
  }
  return worst;
}

bool Certificate::figures_stay(int figures) const {
  const std::vector<Digits> all = digits();
  for (std::size_t c = 0; c < all.size(); ++c) {
    // The manual's tables have three decimals.
    const double unit =
        figures == 0 ? 1e-3 : ended_.channels[c].extent.magnitude() * std::pow(10.0, 1 - figures);
    if (all[c].kind != Kind::zero && ended_.channels[c].from_previous > unit / 2) return false;
  }
  return true;
}

}  // namespace mbs
