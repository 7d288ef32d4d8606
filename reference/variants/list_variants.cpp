// SPDX-License-Identifier: BSD-3-Clause
// bin/variants: prints the table of variants as a JSON array, for `mpitcheck prove variants`.
#include <cstdio>
#include <string>
#include <string_view>

#include "reference/variants/variants.hpp"

namespace {

std::string quoted(std::string_view text) {
  std::string word = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') word += '\\';
    word += c;
  }
  return word + '"';
}

// A JSON array of the blank-separated words of `text`.
std::string array(std::string_view text) {
  std::string items;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    items += (items.empty() ? "" : ", ") + quoted(word);
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
  }
  return '[' + items + ']';
}

}  // namespace

int main() {
  std::string text;
  for (const mpit::NamedVariant& variant : mpit::named_variants()) {
    mpit::Variant applied;
    variant.apply(applied);
    text += (text.empty() ? "[\n" : ",\n") + std::string("{\"name\": ") + quoted(variant.name) +
            ", \"description\": " + quoted(variant.description) +
            ", \"legal_by\": " + array(variant.legal_by) +
            ", \"gives_up\": " + array(variant.gives_up) +
            ", \"excludes\": " + array(variant.excludes) +
            ", \"reason\": " + quoted(variant.reason) +
            ", \"of_starts\": " + (applied.is_of_starts() ? "true" : "false") + "}";
  }
  std::printf("%s\n]\n", text.c_str());
}
