// A MuJoCo model from the text of a file, with its state.
#pragma once

#include <fmt/format.h>
#include <mujoco.h>
#include <stdlib.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace mbs::bench {

// A body on a hinge about z at (x, y) of its parent, its centre of mass at (cx, cy); inner: what is
// on it.
inline std::string mujoco_body(std::string_view name, double x, double y, double mass,
                               double inertia, double cx, double cy, std::string_view inner = "") {
  return fmt::format(
      "<body {}pos='{:.17g} {:.17g} 0'><joint type='hinge' axis='0 0 1'/><inertial pos='{:.17g} "
      "{:.17g} 0' mass='{:.17g}' diaginertia='{:.17g} {:.17g} {:.17g}'/>{}</body>",
      name.empty() ? "" : fmt::format("name='{}' ", name), x, y, cx, cy, mass, inertia, inertia,
      inertia, inner);
}

// The path of a new file with this content.
inline std::string temporary_file(const std::string& content) {
  char path[] = "/tmp/mbsim_peer_XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) throw std::runtime_error("no temporary file");
  const bool written =
      write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  close(file);
  if (!written) throw std::runtime_error("a temporary file cannot be written");
  return path;
}

class MujocoModel {
 public:
  // content: of the element <mujoco>. MuJoCo reads models from files only.
  explicit MujocoModel(const std::string& content) {
    const std::string path = temporary_file(
        "<mujoco><compiler angle='radian' balanceinertia='false'/>" + content + "</mujoco>");
    char message[500] = "";
    model = mj_loadXML(path.c_str(), nullptr, message, sizeof message);
    unlink(path.c_str());
    if (!model) throw std::runtime_error(std::string("MuJoCo: ") + message);
    data = mj_makeData(model);
  }
  ~MujocoModel() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  MujocoModel(const MujocoModel&) = delete;
  MujocoModel& operator=(const MujocoModel&) = delete;
  mjModel* model;
  mjData* data;
};

}  // namespace mbs::bench
