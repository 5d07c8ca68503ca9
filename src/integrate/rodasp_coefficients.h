// The coefficients of RODASP (Steinebach 1995; Hairer and Wanner, Solving ODEs II, IV.7 and VI.4),
// as printed and in the variables u = Gamma k, formed by the compiler.
#pragma once

#include <array>
#include <cstddef>

namespace mbs::rodasp {

inline constexpr std::size_t kRodaspStages = 6;
using Table = std::array<std::array<double, kRodaspStages>, kRodaspStages>;
using Weights = std::array<double, kRodaspStages>;

inline constexpr double kGamma = 0.25;
inline constexpr Table kAlpha = {
    {{},
     {0.75},
     {8.6120400814152190e-2, 0.1238795991858478},
     {0.7749345355073236, 0.1492651549508680, -0.2941996904581916},
     {5.308746682646142, 1.330892140037269, -5.374137811655562, -0.2655010110278497},
     {-1.764437648774483, -0.4747565572063027, 2.369691846915802, 0.6195023590649829, 0.25}}};
inline constexpr Table kBeta = {
    {{},
     {0},
     {-0.049392, -0.014112},
     {-0.4820494693877561, -0.1008795555555556, 0.9267290249433117},
     {-1.764437648774483, -0.4747565572063027, 2.369691846915802, 0.6195023590649829},
     {-8.0368370789113464e-2, -5.6490613592447572e-2, 0.4882856300427991, 0.5057162114816189,
      -0.1071428571428569}}};
// y(t + s h) = (1 - s) y0 + s (y1 - (1 - s) sum (kDense0_i + s kDense1_i) k_i)
inline constexpr Weights kDense0 = {-40.98639964388325, -10.36668980524365, 44.66751816647147,
                                    4.13001572709988,   2.55555555555556,   0};
inline constexpr Weights kDense1 = {73.75018659483291, 18.54063799119389, -81.66902074619779,
                                    -6.84402606205123, -3.77777777777778, 0};

struct Transformed {
  Table a{}, c{};
  Weights time{}, time_derivative{}, dense0{}, dense1{};
};

inline constexpr Table inverse_of_gamma(const Table& gamma) {
  Table inverse{};
  for (std::size_t j = 0; j < kRodaspStages; ++j) {
    inverse[j][j] = 1 / gamma[j][j];
    for (std::size_t i = j + 1; i < kRodaspStages; ++i) {
      double sum = 0;
      for (std::size_t m = j; m < i; ++m) sum += gamma[i][m] * inverse[m][j];
      inverse[i][j] = -sum / gamma[i][i];
    }
  }
  return inverse;
}

inline constexpr Transformed transform() {
  Table gamma{};
  Transformed t;
  for (std::size_t i = 0; i < kRodaspStages; ++i) {
    for (std::size_t j = 0; j < i; ++j) gamma[i][j] = kBeta[i][j] - kAlpha[i][j];
    gamma[i][i] = kGamma;
    for (std::size_t j = 0; j <= i; ++j) {
      t.time[i] += kAlpha[i][j];
      t.time_derivative[i] += gamma[i][j];
    }
  }
  const Table inverse = inverse_of_gamma(gamma);
  for (std::size_t i = 0; i < kRodaspStages; ++i) {
    for (std::size_t j = 0; j < kRodaspStages; ++j) {
      for (std::size_t m = j; m < kRodaspStages; ++m) t.a[i][j] += kAlpha[i][m] * inverse[m][j];
      if (j < i) t.c[i][j] = -inverse[i][j];
      t.dense0[j] += kDense0[i] * inverse[i][j];
      t.dense1[j] += kDense1[i] * inverse[i][j];
    }
  }
  return t;
}
inline constexpr Transformed kTables = transform();

}  // namespace mbs::rodasp
