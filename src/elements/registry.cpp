// One line per element type; nothing else in the program lists them.
#include "elements/element.h"
#include "elements/revolute.h"
#include "elements/translational.h"

namespace mbs {

const std::vector<const ElementType*>& element_types() {
  static const std::vector<const ElementType*> types = {
      &kRevolute,
      &kTranslational,
  };
  return types;
}

const ElementType* find_element_type(std::string_view keyword) {
  for (const ElementType* type : element_types())
    if (type->spec.keyword == keyword) return type;
  return nullptr;
}

}  // namespace mbs
