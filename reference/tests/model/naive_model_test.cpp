// SPDX-License-Identifier: BSD-3-Clause
// Compares the engine with the naive model: all classes and types, several sessions, updates
// between calls, values near the end of their range. RapidCheck generates and shrinks sequences.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <memory>

#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/value.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/tests/model/naive_model.hpp"

namespace mpit {
namespace {

using naive::Event;
using naive::NaiveModel;
using naive::Variable;

struct Step {
  std::uint8_t what, whom, where;
  std::uint16_t amount;
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << "{" << int{step.what} << "," << int{step.whom} << "," << int{step.where} << ","
             << step.amount << "}";
}

std::vector<Variable> all_variables() {
  std::vector<Variable> all;
  const auto add = [&](PvarClass var_class, std::initializer_list<Datatype> types) {
    for (const Datatype type : types) {
      for (const bool continuous : {false, true}) all.push_back({var_class, type, continuous});
    }
  };
  constexpr auto u32 = Datatype::unsigned_;
  constexpr auto u64 = Datatype::unsigned_long;
  constexpr auto ull = Datatype::unsigned_long_long;
  constexpr auto real = Datatype::double_;
  add(PvarClass::state, {Datatype::int_});
  add(PvarClass::percentage, {real});
  add(PvarClass::counter, {u32, u64, ull});
  for (const PvarClass var_class :
       {PvarClass::level, PvarClass::size, PvarClass::highwatermark, PvarClass::lowwatermark,
        PvarClass::aggregate, PvarClass::timer}) {
    add(var_class, {u32, u64, ull, real});
  }
  add(PvarClass::generic, {Datatype::int_, Datatype::uint32, Datatype::uint64, real});
  return all;
}

/// The engine's side of a variable: how its component updates it.
class Component {
 public:
  Component(Engine& engine, const Variable& variable, const std::string& name)
      : variable_(variable) {
    PvarSpec spec;
    spec.name = name;
    spec.var_class = variable.var_class;
    spec.datatype = variable.datatype;
    spec.continuous = variable.continuous;
    if (variable.is_sum()) {
      sums_ = std::make_shared<SumStorage>(engine.thread_words(), variable.datatype, 1);
      spec.storage = sums_;
    } else if (variable.is_mark()) {
      using Direction = WatermarkStorage::Direction;
      marks_ = std::make_shared<WatermarkStorage>(
          variable.var_class == PvarClass::highwatermark ? Direction::high : Direction::low,
          variable.datatype, 1, 0);
      spec.storage = marks_;
    } else {
      gauge_ = std::make_shared<GaugeStorage>(variable.datatype, 1);
      spec.storage = gauge_;
    }
    index_ = engine.add_pvar(std::move(spec));
  }

  [[nodiscard]] int index() const { return index_; }

  void update(std::uint64_t word) {
    if (marks_ != nullptr) return marks_->update(word);
    if (gauge_ != nullptr) return gauge_->set(word);
    if (variable_.datatype == Datatype::double_) {
      sums_->adder().add(to_double(word));
    } else {
      sums_->adder().add(word);
    }
  }

 private:
  Variable variable_;
  int index_ = -1;
  std::shared_ptr<SumStorage> sums_;
  std::shared_ptr<WatermarkStorage> marks_;
  std::shared_ptr<GaugeStorage> gauge_;
};

/// A word that the variable's class and type can hold, often near the end of the range.
std::uint64_t word_of(const Variable& variable, std::uint16_t amount) {
  const bool near_end = amount % 8 == 7 && !is_signed(variable.datatype);
  if (variable.var_class == PvarClass::percentage) return to_word((amount % 101) / 100.0);
  if (variable.datatype == Datatype::double_) return to_word(amount);  // integral: sums are exact
  if (size_of(variable.datatype) == 4) return near_end ? 0xffffffffU - amount : amount;
  return near_end ? ~std::uint64_t{0} - amount : amount;
}

class Lockstep {
 public:
  explicit Lockstep(const std::vector<Variable>& variables)
      : variables_(variables), model_(variables) {
    int provided = 0;
    engine_.init_thread(static_cast<int>(ThreadLevel::multiple), &provided);
    for (const Variable& variable : variables) {
      components_.emplace_back(engine_, variable, "v" + std::to_string(components_.size()));
    }
    for (PvarSession& session : sessions_) engine_.pvar_session_create(&session);
  }

  void step(const Step& step) {
    const std::size_t variable = step.whom % variables_.size();
    const std::size_t session = step.where % sessions_.size();
    if (step.what % 12 < 3) return update(variable, step.amount);
    if (step.what % 12 == 3 || handles_.empty()) return alloc(session, variable);
    if (step.what % 12 == 4) return all(session, step.amount);
    one(step.where % handles_.size(), step.what % 12, step.amount);
  }

  void check_all() {
    for (const Pair& pair : handles_) check(pair);
  }

 private:
  struct Pair {
    std::size_t session;
    PvarHandle handle;
    std::size_t model;  // the handle's number in the model
  };

  void update(std::size_t variable, std::uint16_t amount) {
    const std::uint64_t word = word_of(variables_[variable], amount);
    components_[variable].update(word);
    model_.happened(Event::What::update, variable, word);
  }

  void alloc(std::size_t session, std::size_t variable) {
    Pair pair{session, PvarHandle::null, model_.alloc(variable)};
    int count = 0;
    RC_ASSERT(engine_.pvar_handle_alloc(sessions_[session], components_[variable].index(), nullptr,
                                        &pair.handle, &count) == Code::success);
    handles_.push_back(pair);
  }

  void all(std::size_t session, std::uint16_t which) {
    const PvarSession in = sessions_[session];
    const Code code = which % 3 == 0   ? engine_.pvar_start(in, PvarHandle::all)
                      : which % 3 == 1 ? engine_.pvar_stop(in, PvarHandle::all)
                                       : engine_.pvar_reset(in, PvarHandle::all);
    RC_ASSERT(code == Code::success);
    for (const Pair& pair : handles_) {
      if (pair.session != session) continue;
      if (which % 3 == 2) {
        model_.happened(Event::What::reset, pair.model);
      } else if (!model_.variable_of(pair.model).continuous) {
        model_.happened(which % 3 == 0 ? Event::What::start : Event::What::stop, pair.model);
      }
    }
  }

  void one(std::size_t place, int what, std::uint16_t amount) {
    Pair& pair = handles_[place];
    const PvarSession session = sessions_[pair.session];
    const Variable& variable = model_.variable_of(pair.model);
    const Code switched = variable.continuous ? Code::pvar_no_startstop : Code::success;
    switch (what) {
      case 5:
      case 6:
        RC_ASSERT(engine_.pvar_start(session, pair.handle) == switched);
        if (!variable.continuous) model_.happened(Event::What::start, pair.model);
        return;
      case 7:
        RC_ASSERT(engine_.pvar_stop(session, pair.handle) == switched);
        if (!variable.continuous) model_.happened(Event::What::stop, pair.model);
        return;
      case 8:
        RC_ASSERT(engine_.pvar_reset(session, pair.handle) == Code::success);
        return model_.happened(Event::What::reset, pair.model);
      case 9:
        return write(pair, word_of(variable, amount));
      case 10: {
        const std::uint64_t expected = model_.value(pair.model);
        std::uint64_t read = 0;
        RC_ASSERT(engine_.pvar_readreset(session, pair.handle, &read) == Code::success);
        RC_ASSERT(load_element(&read, 0, variable.datatype) == expected);
        return model_.happened(Event::What::reset, pair.model);
      }
      default:
        check(pair);
        if (amount % 4 != 0) return;
        RC_ASSERT(engine_.pvar_handle_free(session, &pair.handle) == Code::success);
        handles_.erase(handles_.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }

  void write(const Pair& pair, std::uint64_t word) {
    const Datatype type = model_.variable_of(pair.model).datatype;
    std::uint64_t buffer = 0;
    store_element(&buffer, 0, type, word);
    const bool can_be = model_.can_be_written(pair.model);
    RC_ASSERT(engine_.pvar_write(sessions_[pair.session], pair.handle, &buffer) ==
              (can_be ? Code::success : Code::pvar_no_write));
    if (can_be) {
      model_.happened(Event::What::write, pair.model, load_element(&buffer, 0, type));
    }
  }

  void check(const Pair& pair) {
    std::uint64_t read = 0;
    RC_ASSERT(engine_.pvar_read(sessions_[pair.session], pair.handle, &read) == Code::success);
    RC_ASSERT(load_element(&read, 0, model_.variable_of(pair.model).datatype) ==
              model_.value(pair.model));
  }

  Engine engine_;
  std::vector<Variable> variables_;
  NaiveModel model_;
  std::vector<Component> components_;
  std::array<PvarSession, 4> sessions_{};
  std::vector<Pair> handles_;
};

/// A few of the variables, so that sequences use each several times.
std::vector<Variable> some_of(const std::vector<Variable>& all, std::uint32_t which) {
  std::vector<Variable> some;
  for (int i = 0; i != 4; ++i) {
    some.push_back(all[which % all.size()]);
    which /= 7;
    which += 13;
  }
  return some;
}

}  // namespace
}  // namespace mpit

namespace rc {

template <>
struct Arbitrary<mpit::Step> {
  static Gen<mpit::Step> arbitrary() {
    using mpit::Step;
    return gen::build<Step>(gen::set(&Step::what), gen::set(&Step::whom), gen::set(&Step::where),
                            gen::set(&Step::amount));
  }
};

}  // namespace rc

namespace mpit {
namespace {

RC_GTEST_PROP(NaiveModel, AgreesWithTheEngine, (std::uint32_t which)) {
  const auto steps = *rc::gen::scale(10.0, rc::gen::arbitrary<std::vector<Step>>());
  Lockstep lockstep(some_of(all_variables(), which));
  for (const Step& step : steps) lockstep.step(step);
  lockstep.check_all();
}

TEST(NaiveModel, KnowsEveryClass) {
  bool seen[11] = {};
  for (const Variable& variable : all_variables())
    seen[static_cast<int>(variable.var_class)] = true;
  for (int var_class = 1; var_class != 11; ++var_class) EXPECT_TRUE(seen[var_class]) << var_class;
}

TEST(NaiveModel, SumsWrapModuloTheirType) {
  NaiveModel model({{PvarClass::counter, Datatype::unsigned_, true}});
  const std::size_t handle = model.alloc(0);
  model.happened(Event::What::write, handle, 0xffffffffU);
  model.happened(Event::What::update, 0, 3);
  EXPECT_EQ(model.value(handle), 2U);
}

}  // namespace
}  // namespace mpit
