// The program mbsim-nlopt: a search of NLopt. The process that started it evaluates the function
// (study/search/local_search.h). Only this program needs the library NLopt.
//
//   in   method n conditions, then n lines of start, step, lowest, highest
//   out  "x ..." or "g ...": a point, whose values are wanted, or with gradients
//   in   value and conditions, then the gradient of each where they were wanted; or "stop"
//   out  "end", or "error ..."
//
// The program ends when its pipes close (status 2); signals to its process group are ignored.
#include <fcntl.h>
#include <nlopt.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

// The search ends at steps below kResolution times the first steps.
constexpr double kResolution = 1e-9;

struct Search {
  unsigned n = 0, conditions = 0;
  nlopt_opt optimiser = nullptr;
  // The last point, its values and gradients.
  std::vector<double> x, values, gradients;
  bool has_gradients = false, stopped = false;
};

bool read_number(double& value) {
  char word[64];
  if (std::scanf("%63s", word) != 1) return false;
  char* end = nullptr;
  value = std::strtod(word, &end);
  return *end == 0;
}

// Whether all of standard output has been taken.
bool written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

// Opens closed standard descriptors in the wrong direction: no other file gets their number, and
// any use of them fails.
void begin_process() {
  for (const int descriptor : {0, 1, 2})
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF &&
        ::open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY) != descriptor)
      ::_exit(2);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGXFSZ})
    std::signal(number, SIG_IGN);
}

// Fetches the values at a point from the parent. NLopt asks for the objective and the conditions
// one after the other, so the same point may be asked for again.
bool look(Search& s, const double* x, bool gradients) {
  if (s.stopped) return false;
  const bool same = !s.x.empty() && std::memcmp(s.x.data(), x, s.n * sizeof(double)) == 0;
  if (same && (s.has_gradients || !gradients)) return true;
  s.x.assign(x, x + s.n);
  std::printf("%c", gradients ? 'g' : 'x');
  for (double value : s.x) std::printf(" %a", value);
  std::printf("\n");
  s.has_gradients = gradients;
  bool ok = written();
  for (double& value : s.values) ok = ok && read_number(value);
  if (gradients)
    for (double& value : s.gradients) ok = ok && read_number(value);
  if (!ok) {
    s.stopped = true;
    nlopt_force_stop(s.optimiser);
  }
  return ok;
}

double objective(unsigned n, const double* x, double* gradient, void* data) {
  Search& s = *static_cast<Search*>(data);
  if (!look(s, x, gradient != nullptr)) return HUGE_VAL;
  for (unsigned i = 0; gradient && i < n; ++i) gradient[i] = s.gradients[i];
  return s.values[0];
}

void conditions(unsigned m, double* result, unsigned n, const double* x, double* gradient,
                void* data) {
  Search& s = *static_cast<Search*>(data);
  const bool ok = look(s, x, gradient != nullptr);
  for (unsigned j = 0; j < m; ++j) {
    result[j] = ok ? s.values[j + 1] : HUGE_VAL;
    for (unsigned i = 0; ok && gradient && i < n; ++i)
      gradient[j * n + i] = s.gradients[(j + 1) * n + i];
  }
}

}  // namespace

int main() {
  begin_process();
  const std::map<std::string, nlopt_algorithm> methods = {{"bobyqa", NLOPT_LN_BOBYQA},
                                                          {"cobyla", NLOPT_LN_COBYLA},
                                                          {"sbplx", NLOPT_LN_SBPLX},
                                                          {"slsqp", NLOPT_LD_SLSQP}};
  char name[64];
  Search s;
  if (std::scanf("%63s %u %u", name, &s.n, &s.conditions) != 3) return 2;
  const auto method = methods.find(name);
  if (method == methods.end()) return std::printf("error no such method\n"), written(), 2;
  std::vector<double> start(s.n), step(s.n), low(s.n), high(s.n), resolution(s.n);
  for (unsigned i = 0; i < s.n; ++i) {
    for (double* value : {&start[i], &step[i], &low[i], &high[i]})
      if (!read_number(*value)) return 2;
    resolution[i] = kResolution * step[i];
  }
  s.values.resize(1 + s.conditions);
  s.gradients.resize((1 + s.conditions) * s.n);
  s.optimiser = nlopt_create(method->second, s.n);
  nlopt_set_min_objective(s.optimiser, objective, &s);
  nlopt_set_lower_bounds(s.optimiser, low.data());
  nlopt_set_upper_bounds(s.optimiser, high.data());
  nlopt_set_initial_step(s.optimiser, step.data());
  nlopt_set_xtol_abs(s.optimiser, resolution.data());
  if (s.conditions > 0) {
    const std::vector<double> allowed(s.conditions, 0.0);
    nlopt_add_inequality_mconstraint(s.optimiser, s.conditions, conditions, &s, allowed.data());
  }
  double best = 0;
  const nlopt_result result = nlopt_optimize(s.optimiser, start.data(), &best);
  // NLOPT_ROUNDOFF_LIMITED means that rounding limits further progress: the search is finished.
  const bool good = result > 0 || result == NLOPT_ROUNDOFF_LIMITED || result == NLOPT_FORCED_STOP;
  if (good)
    std::printf("end\n");
  else
    std::printf("error NLopt gives up: %s\n", nlopt_result_to_string(result));
  nlopt_destroy(s.optimiser);
  return written() ? 0 : 2;
}
