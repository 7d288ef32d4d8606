// SPDX-License-Identifier: BSD-3-Clause
// Finding blocks, finding what follows the first document of a YAML text, reading entries.
#include "reference/cvargen/block.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <set>
#include <sstream>

namespace mpit::cvargen {

namespace {

constexpr std::string_view begin_word = "BEGIN_MPI_T_CVAR_INFO_BLOCK";
constexpr std::string_view end_word = "END_MPI_T_CVAR_INFO_BLOCK";
constexpr std::string_view common_part = "_MPI_T_CVAR_INFO_BLOCK";

/// Signs that begin a line of a comment in C, C++, shells, Python, Fortran, assemblers.
constexpr std::string_view signs = "*/#!;";

std::string_view strip(std::string_view text, std::string_view characters) {
  const std::size_t first = text.find_first_not_of(characters);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

struct Marker {
  bool begin;
  /// The sign before it that the lines of the block may repeat; empty: none.
  std::string_view leader;
};

std::optional<Marker> marker_in(std::string_view line) {
  if (line.find(common_part) == line.npos) return std::nullopt;
  const std::size_t bar = line.find('=');
  if (bar == line.npos) return std::nullopt;
  const std::string_view before = strip(line.substr(0, bar), blanks);
  if (before.find_first_not_of(signs) != before.npos) return std::nullopt;
  const std::string_view word = strip(strip(line.substr(bar), "*/ \t\r\f\v"), "= \t");
  if (word != begin_word && word != end_word) return std::nullopt;
  const bool opens_c_comment = before.starts_with("/*");
  return Marker{word == begin_word, opens_c_comment ? "*" : before};
}

void append_line(std::string& text, std::string_view line, std::string_view leader) {
  const std::size_t first = line.find_first_not_of(blanks);
  const bool led = !leader.empty() && first != line.npos && line.substr(first).starts_with(leader);
  if (led) {
    text.append(first + leader.size(), ' ').append(line.substr(first + leader.size()));
  } else {
    text.append(line);
  }
  text += '\n';
}

class Finder {
 public:
  Finder(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void take(int number, std::string_view line) {
    const std::optional<Marker> marker = marker_in(line);
    if (!marker) {
      if (open_) append_line(block_.text, line, leader_);
    } else if (marker->begin) {
      begin(number, marker->leader);
    } else if (open_) {
      open_ = false;
      blocks_.push_back(std::move(block_));
    } else {
      complain(number, "this END line ends no block: its BEGIN line is missing");
    }
  }

  std::vector<Block> finish() {
    if (open_) unterminated();
    return std::move(blocks_);
  }

 private:
  void begin(int number, std::string_view leader) {
    if (open_) unterminated();
    if (first_line_ != 0) {
      complain(number,
               "a second block in this file; one is allowed, and the first begins in line " +
                   std::to_string(first_line_));
    } else {
      first_line_ = number;
    }
    open_ = true;
    leader_ = leader;
    block_ = {number + 1, {}};
  }

  void unterminated() { complain(block_.line - 1, "the block that begins here has no END line"); }

  void complain(int line, std::string message) {
    diagnostics_.push_back({{file_, line}, std::move(message)});
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
  std::vector<Block> blocks_;
  Block block_;
  std::string_view leader_;
  bool open_ = false;
  int first_line_ = 0;
};

/// Notes where a document begins, and takes no notice of what is in it.
class Beginning : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { line = mark.line; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  int line = 0;
};

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

std::vector<Block> find_blocks(const std::string& file, std::string_view text,
                               Diagnostics& diagnostics) {
  if (text.find(common_part) == text.npos) return {};
  Finder finder(file, diagnostics);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    finder.take(number, text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return finder.finish();
}

std::optional<int> line_after_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Beginning document;
  if (!parser.HandleNextDocument(document) || !parser.HandleNextDocument(document)) {
    return std::nullopt;
  }
  return document.line;
}

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
