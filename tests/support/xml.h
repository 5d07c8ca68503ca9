// A small reader of XML for the tests of pictures: is it well-formed, and which elements has it?
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mbs::test {

struct XmlElement {
  std::string name, text;  // text: up to the first element inside
  std::map<std::string, std::string> attributes;
};

struct XmlPage {
  std::vector<XmlElement> elements;  // in the order of their start tags
  std::string problem;               // empty: well-formed

  std::vector<const XmlElement*> all(std::string_view name) const {
    std::vector<const XmlElement*> out;
    for (const XmlElement& element : elements)
      if (element.name == name) out.push_back(&element);
    return out;
  }
};

// Characters as they are meant; nullopt-like: `bad` where a reference is none.
inline std::string unescaped(std::string_view raw, bool& bad) {
  std::string out;
  for (std::size_t k = 0; k < raw.size(); ++k) {
    if (raw[k] == '<') bad = true;
    if (raw[k] != '&') {
      out += raw[k];
      continue;
    }
    const std::size_t end = raw.find(';', k);
    const std::string_view name = raw.substr(k + 1, end == raw.npos ? 0 : end - k - 1);
    if (name == "amp")
      out += '&';
    else if (name == "lt")
      out += '<';
    else if (name == "gt")
      out += '>';
    else if (name == "quot")
      out += '"';
    else if (name == "#39")
      out += '\'';
    else
      bad = true;
    if (bad) return out;
    k = end;
  }
  return out;
}

inline XmlPage read_xml(std::string_view text) {
  XmlPage page;
  std::vector<std::string> open;
  auto fail = [&](std::string problem, std::size_t at) {
    page.problem = std::move(problem) + " at byte " + std::to_string(at);
    return page;
  };
  std::size_t at = 0;
  bool has_root = false;
  while (at < text.size()) {
    const std::size_t tag = text.find('<', at);
    bool bad = false;
    const std::string between =
        unescaped(text.substr(at, (tag == text.npos ? text.size() : tag) - at), bad);
    if (bad) return fail("a bad reference", at);
    if (open.empty() && between.find_first_not_of(" \n") != between.npos)
      return fail("text outside the root", at);
    if (!open.empty() && !page.elements.empty() && page.elements.back().text.empty())
      page.elements.back().text = between;
    if (tag == text.npos) break;
    const std::size_t end = text.find('>', tag);
    if (end == text.npos) return fail("a tag without an end", tag);
    std::string_view inside = text.substr(tag + 1, end - tag - 1);
    at = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return fail("a wrong end tag", tag);
      open.pop_back();
      continue;
    }
    const bool closed = inside.ends_with('/');
    if (closed) inside.remove_suffix(1);
    if (open.empty() && has_root) return fail("a second root", tag);
    has_root = true;
    XmlElement element;
    std::size_t k = 0;
    auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == ':' || c == '-' || c == '_';
    };
    while (k < inside.size() && is_name(inside[k])) element.name += inside[k++];
    if (element.name.empty()) return fail("a tag without a name", tag);
    while (k < inside.size()) {
      if (inside[k] != ' ' && inside[k] != '\n') return fail("no blank before an attribute", tag);
      while (k < inside.size() && (inside[k] == ' ' || inside[k] == '\n')) ++k;
      if (k == inside.size()) break;
      std::string name;
      while (k < inside.size() && is_name(inside[k])) name += inside[k++];
      if (k + 1 >= inside.size() || inside[k] != '=' || inside[k + 1] != '"')
        return fail("an attribute without a value", tag);
      const std::size_t quote = inside.find('"', k + 2);
      if (quote == inside.npos) return fail("an open quote", tag);
      const std::string value = unescaped(inside.substr(k + 2, quote - k - 2), bad);
      if (bad) return fail("a bad reference", tag);
      if (!element.attributes.emplace(name, value).second) return fail("an attribute twice", tag);
      k = quote + 1;
    }
    page.elements.push_back(element);
    if (!closed) open.push_back(element.name);
  }
  if (!open.empty()) page.problem = "no end tag of " + open.back();
  if (!has_root) page.problem = "empty";
  return page;
}

}  // namespace mbs::test
