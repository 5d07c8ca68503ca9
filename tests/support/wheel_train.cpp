#include "support/wheel_train.h"

#include <fmt/format.h>

#include <cmath>

#include "elements/row_parts.h"
#include "elements/variable_arity.h"

namespace mbs::test {

namespace {

struct Train {
  std::vector<RowParts::Body> wheels;
  std::vector<double> radius;
};

std::shared_ptr<const void> make_train(RowParts& parts) {
  Train out{parts.bodies, {parts.numbers.begin(), parts.numbers.end()}};
  if (out.wheels.size() < 3)
    return parts.refuse(fmt::format("a train of {} wheels", out.wheels.size()),
                        "expected three or more; PLGEAR is for two");
  for (const double r : out.radius)
    if (r == 0) return parts.refuse("a radius is 0", "expected the radii of the pitch circles");
  return std::make_shared<const Train>(std::move(out));
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const auto& row = *static_cast<const Train*>(batch.row.get());
  const auto x = [&](int column) { return at.x[batch.gather[column]]; };
  const auto v = [&](int column) { return at.v[batch.gather[column]]; };
  double* const De = out.De + batch.first_derivative;
  for (std::size_t i = 0; i < batch.gather.size(); ++i) De[i] = 0;
  double e = -batch.parameters[0], size = 0, second = 0, sign = 1;
  for (std::size_t k = 0; k + 1 < row.wheels.size(); ++k, sign = -sign) {
    const RowParts::Body &a = row.wheels[k], &b = row.wheels[k + 1];
    const double ra = row.radius[k], rb = row.radius[k + 1];
    const double dx = x(b.x) - x(a.x), dy = x(b.y) - x(a.y), square = dx * dx + dy * dy;
    const double psi = std::atan2(dy, dx);
    e += sign * (ra * (x(a.phi) - psi) + rb * (x(b.phi) - psi));
    size += std::fabs(ra) * (std::fabs(x(a.phi)) + std::fabs(psi)) +
            std::fabs(rb) * (std::fabs(x(b.phi)) + std::fabs(psi));
    De[a.phi] += sign * ra;
    De[b.phi] += sign * rb;
    const double by_dx = sign * (ra + rb) * dy / square, by_dy = -sign * (ra + rb) * dx / square;
    De[b.x] += by_dx;
    De[a.x] -= by_dx;
    De[b.y] += by_dy;
    De[a.y] -= by_dy;
    if constexpr (kAcceleration) {
      const double vx = v(b.x) - v(a.x), vy = v(b.y) - v(a.y);
      second +=
          sign * (ra + rb) * 2 * (dx * vx + dy * vy) * (dx * vy - dy * vx) / (square * square);
    }
  }
  out.e[batch.first_deformation] = e;
  out.size[batch.first_deformation] = size;
  if constexpr (kAcceleration) out.D2e_vv[batch.first_deformation] = second;
}

constexpr DeformationSpec kDeformations[] = {{"slip", unit::metre}};
constexpr Column kRadius[] = {{"r", "m", "radius of the pitch circle"}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the teeth"}};

constexpr RecordSpec spec() {
  RecordSpec out{"PLTRAIN", "train of wheels", {}, kRadius, kDeformations};
  out.arity = Arity::bodies;
  return out;
}

}  // namespace

const ElementType kWheelTrain = [] {
  ElementType type = make_variable_type(spec(), kStiffness, evaluate<false>, evaluate<true>);
  type.from_start = 0;
  type.make_row = make_train;
  return type;
}();

}  // namespace mbs::test
