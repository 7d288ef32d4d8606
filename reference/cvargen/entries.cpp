// SPDX-License-Identifier: BSD-3-Clause
// Reads the YAML of a block into entries: keys and texts, not yet their meaning.
#include "entries.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <set>

#include "yaml_end.hpp"

namespace mpit::cvargen {
namespace {

const std::set<std::string> category_keys = {"name", "description"};
const std::set<std::string> cvar_keys = {"name",    "category",  "type",  "default",
                                         "class",   "verbosity", "scope", "description",
                                         "alt-env", "group"};

class Reader {
 public:
  Reader(const std::string& file, const Block& block, Diagnostics& diagnostics)
      : file_(file), block_(block), diagnostics_(diagnostics) {}

  bool read(Entries& entries) {
    try {
      const YAML::Node root = YAML::Load(block_.text);
      if (const std::optional<int> line = line_after_document(block_.text)) {
        complain(block_.line + *line, "unreadable YAML: it ends before this line");
        return false;
      }
      if (!root.IsMap()) {
        complain(block_.line, "the block has neither a list 'categories' nor a list 'cvars'");
        return false;
      }
      read_sections(root, entries);
      return true;
    } catch (const YAML::DeepRecursion& error) {
      complain(line_of(error.mark), "unreadable YAML: nested too deeply");
      return false;
    } catch (const YAML::Exception& error) {
      const bool placed = !error.mark.is_null();
      complain(placed ? line_of(error.mark) : block_.line, "unreadable YAML: " + error.msg);
      return false;
    }
  }

 private:
  void read_sections(const YAML::Node& root, Entries& entries) {
    std::set<std::string> seen;
    for (const auto& pair : root) {
      const std::string key = key_of(pair.first);
      if (!seen.insert(key).second) {
        complain(line_of(pair.first.Mark()), "'" + key + "' stands twice in the block");
      } else if (key == "categories") {
        read_list(pair.second, pair.first, category_keys, entries.categories);
      } else if (key == "cvars") {
        read_list(pair.second, pair.first, cvar_keys, entries.cvars);
      } else {
        complain(line_of(pair.first.Mark()),
                 "unknown section '" + key + "'; allowed: categories, cvars");
      }
    }
  }

  void read_list(const YAML::Node& list, const YAML::Node& key,
                 const std::set<std::string>& known_keys, std::vector<Entry>& entries) {
    if (!list.IsSequence()) {
      complain(line_of(key.Mark()), "'" + key.Scalar() + "' must be a list of entries");
      return;
    }
    for (const auto& node : list) {
      if (node.IsMap()) {
        entries.push_back(read_entry(node, known_keys));
      } else {
        complain(line_of(node.Mark()), "an entry must consist of 'key: value' lines");
      }
    }
  }

  Entry read_entry(const YAML::Node& node, const std::set<std::string>& known_keys) {
    Entry entry{{file_, line_of(node.Mark())}, {}};
    for (const auto& pair : node) {
      const std::string key = key_of(pair.first);
      const int line = line_of(pair.first.Mark());
      if (!known_keys.contains(key)) {
        warn(pair.first, "unknown key '" + key + "'");
      } else if (entry.has(key)) {
        complain(line, "key '" + key + "' stands twice in this entry");
      } else if (pair.second.IsScalar()) {
        entry.fields[key] = {pair.second.Scalar(), line};
      } else if (is_null_word(pair.second)) {
        entry.fields[key] = {"NULL", line, true};
      } else if (!pair.second.IsNull()) {
        complain(line, "'" + key + "' must be a text");
      }
    }
    return entry;
  }

  /// To yaml-cpp the word NULL is the same as nothing at all.
  bool is_null_word(const YAML::Node& node) const {
    if (!node.IsNull()) return false;
    const auto position = static_cast<std::size_t>(node.Mark().pos);
    if (position >= block_.text.size()) return false;
    const std::string_view rest = std::string_view(block_.text).substr(position);
    return rest.starts_with("NULL") || rest.starts_with("null") || rest.starts_with("Null");
  }

  static std::string key_of(const YAML::Node& node) {
    return node.IsScalar() ? node.Scalar() : "(no text)";
  }
  int line_of(const YAML::Mark& mark) const { return block_.line + mark.line; }
  void complain(int line, std::string message) {
    diagnostics_.push_back({{file_, line}, std::move(message)});
  }
  void warn(const YAML::Node& node, std::string message) {
    diagnostics_.push_back({{file_, line_of(node.Mark())}, std::move(message), true});
  }

  const std::string& file_;
  const Block& block_;
  Diagnostics& diagnostics_;
};

}  // namespace

const Field& Entry::operator[](const std::string& key) const {
  static const Field none;
  const auto found = fields.find(key);
  return found == fields.end() ? none : found->second;
}

bool read_entries(const std::string& file, const Block& block, Entries& entries,
                  Diagnostics& diagnostics) {
  return Reader(file, block, diagnostics).read(entries);
}

}  // namespace mpit::cvargen
