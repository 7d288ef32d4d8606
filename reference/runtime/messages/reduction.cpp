// SPDX-License-Identifier: BSD-3-Clause
// The predefined operations and the types for which they are allowed; folding contributions;
// operations of users.
#include "reference/runtime/messages/reduction.hpp"

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <vector>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

namespace {

// Buffers of the library need not be aligned for T.
template <class T, class Combine>
void each(const void* in, void* inout, std::size_t count, Combine combine) {
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  for (; count != 0; --count, left += sizeof(T), right += sizeof(T)) {
    T a;
    T b;
    std::memcpy(&a, left, sizeof a);
    std::memcpy(&b, right, sizeof b);
    b = static_cast<T>(combine(a, b));
    std::memcpy(right, &b, sizeof b);
  }
}

#define MPIT_COMBINE(expression)                                    \
  [](const void* in, void* inout, std::size_t count) {              \
    each<T>(in, inout, count, [](T a, T b) { return expression; }); \
  }

// MPI_SUM etc. of numbers. Sums of integers wrap, as on all supported machines.
template <class T>
CombineFunction arithmetic(MPI_Op op) {
  using Wide = std::conditional_t<std::integral<T>, std::uint64_t, T>;
  if (op == MPI_SUM) return MPIT_COMBINE(static_cast<Wide>(a) + static_cast<Wide>(b));
  if (op == MPI_PROD) return MPIT_COMBINE(static_cast<Wide>(a) * static_cast<Wide>(b));
  if (op == MPI_MIN) return MPIT_COMBINE(std::min(a, b));
  if (op == MPI_MAX) return MPIT_COMBINE(std::max(a, b));
  return nullptr;
}

template <class T>
CombineFunction logical(MPI_Op op) {
  if (op == MPI_LAND) return MPIT_COMBINE(a && b);
  if (op == MPI_LOR) return MPIT_COMBINE(a || b);
  if (op == MPI_LXOR) return MPIT_COMBINE(!a != !b);
  return nullptr;
}

template <class T>
CombineFunction bitwise(MPI_Op op) {
  if (op == MPI_BAND) return MPIT_COMBINE(a & b);
  if (op == MPI_BOR) return MPIT_COMBINE(a | b);
  if (op == MPI_BXOR) return MPIT_COMBINE(a ^ b);
  return nullptr;
}

template <class T>
CombineFunction integer(MPI_Op op) {
  if (const auto found = arithmetic<T>(op)) return found;
  if (const auto found = logical<T>(op)) return found;
  return bitwise<T>(op);
}

// MPI_SUM and MPI_PROD of complex numbers; T is complex.
template <class T>
CombineFunction complex(MPI_Op op) {
  if (op == MPI_SUM) return MPIT_COMBINE(a + b);
  if (op == MPI_PROD) return MPIT_COMBINE(a * b);
  return nullptr;
}

// A value and an index, in the sent form. Of equal values the lower index wins.
template <class Value, class Index>
CombineFunction located(MPI_Op op) {
  struct [[gnu::packed]] T {
    Value value;
    Index index;
  };
  if (op == MPI_MINLOC) {
    return MPIT_COMBINE(a.value < b.value || (!(b.value < a.value) && a.index < b.index) ? a : b);
  }
  if (op == MPI_MAXLOC) {
    return MPIT_COMBINE(b.value < a.value || (!(a.value < b.value) && a.index < b.index) ? a : b);
  }
  return nullptr;
}

#undef MPIT_COMBINE

struct TypeOperations {
  MPI_Datatype datatype;
  CombineFunction (*find)(MPI_Op);
};

const TypeOperations types[] = {
    {MPI_AINT, integer<MPI_Aint>},
    {MPI_COUNT, integer<MPI_Count>},
    {MPI_OFFSET, integer<MPI_Offset>},
    {MPI_SHORT, integer<short>},
    {MPI_INT, integer<int>},
    {MPI_LONG, integer<long>},
    {MPI_LONG_LONG, integer<long long>},
    {MPI_UNSIGNED_SHORT, integer<unsigned short>},
    {MPI_UNSIGNED, integer<unsigned>},
    {MPI_UNSIGNED_LONG, integer<unsigned long>},
    {MPI_UNSIGNED_LONG_LONG, integer<unsigned long long>},
    {MPI_SIGNED_CHAR, integer<signed char>},
    {MPI_UNSIGNED_CHAR, integer<unsigned char>},
    {MPI_INT8_T, integer<std::int8_t>},
    {MPI_UINT8_T, integer<std::uint8_t>},
    {MPI_INT16_T, integer<std::int16_t>},
    {MPI_UINT16_T, integer<std::uint16_t>},
    {MPI_INT32_T, integer<std::int32_t>},
    {MPI_UINT32_T, integer<std::uint32_t>},
    {MPI_INT64_T, integer<std::int64_t>},
    {MPI_UINT64_T, integer<std::uint64_t>},
    {MPI_FLOAT, arithmetic<float>},
    {MPI_DOUBLE, arithmetic<double>},
    {MPI_LONG_DOUBLE, arithmetic<long double>},
    {MPI_C_BOOL, logical<bool>},
    {MPI_CXX_BOOL, logical<bool>},
    {MPI_BYTE, bitwise<unsigned char>},
    {MPI_C_FLOAT_COMPLEX, complex<std::complex<float>>},
    {MPI_C_DOUBLE_COMPLEX, complex<std::complex<double>>},
    {MPI_C_LONG_DOUBLE_COMPLEX, complex<std::complex<long double>>},
    {MPI_CXX_FLOAT_COMPLEX, complex<std::complex<float>>},
    {MPI_CXX_DOUBLE_COMPLEX, complex<std::complex<double>>},
    {MPI_CXX_LONG_DOUBLE_COMPLEX, complex<std::complex<long double>>},
    {MPI_FLOAT_INT, located<float, int>},
    {MPI_DOUBLE_INT, located<double, int>},
    {MPI_LONG_INT, located<long, int>},
    {MPI_2INT, located<int, int>},
    {MPI_SHORT_INT, located<short, int>},
    {MPI_LONG_DOUBLE_INT, located<long double, int>},
    // Fortran types.
    {MPI_INTEGER, integer<std::int32_t>},
    {MPI_INTEGER1, integer<std::int8_t>},
    {MPI_INTEGER2, integer<std::int16_t>},
    {MPI_INTEGER4, integer<std::int32_t>},
    {MPI_INTEGER8, integer<std::int64_t>},
    {MPI_REAL, arithmetic<float>},
    {MPI_REAL4, arithmetic<float>},
    {MPI_REAL8, arithmetic<double>},
    {MPI_DOUBLE_PRECISION, arithmetic<double>},
    {MPI_COMPLEX, complex<std::complex<float>>},
    {MPI_COMPLEX8, complex<std::complex<float>>},
    {MPI_COMPLEX16, complex<std::complex<double>>},
    {MPI_DOUBLE_COMPLEX, complex<std::complex<double>>},
    {MPI_LOGICAL, logical<std::int32_t>},
    {MPI_LOGICAL1, logical<std::int8_t>},
    {MPI_LOGICAL2, logical<std::int16_t>},
    {MPI_LOGICAL4, logical<std::int32_t>},
    {MPI_LOGICAL8, logical<std::int64_t>},
    {MPI_2REAL, located<float, float>},
    {MPI_2DOUBLE_PRECISION, located<double, double>},
    {MPI_2INTEGER, located<std::int32_t, std::int32_t>},
};

// Memory for elements that are not adjacent.
class Laid {
 public:
  Laid(const Layout& layout, std::size_t count) {
    const auto steps = static_cast<std::ptrdiff_t>(count - 1) * layout.extent();
    const std::ptrdiff_t first = std::min<std::ptrdiff_t>(steps, 0) + layout.true_lower();
    const std::ptrdiff_t end =
        std::max<std::ptrdiff_t>(steps, 0) + layout.true_lower() + layout.true_extent();
    room_.resize(static_cast<std::size_t>(end - first));
    start_ = room_.data() - first;
  }
  /// The address of the layout's origin, which may be outside the memory.
  void* start() { return start_; }

 private:
  std::vector<std::byte> room_;
  std::byte* start_;
};

}  // namespace

CombineFunction predefined_operation(MPI_Op op, MPI_Datatype datatype) {
  const auto* const found =
      std::find_if(std::begin(types), std::end(types),
                   [&](const TypeOperations& type) { return type.datatype == datatype; });
  return found == std::end(types) ? nullptr : found->find(op);
}

Reduction::Reduction(Call& call, MPI_Op op, int count, MPI_Datatype datatype)
    : call_(call),
      op_(require(call.process.ops, op, MPI_ERR_OP)),
      type_(require(call.process.datatypes, datatype, MPI_ERR_TYPE)),
      count_(count),
      datatype_(datatype) {
  if (op_->function) return;
  combine_ = predefined_operation(op, datatype);
  if (!combine_) throw Error{MPI_ERR_OP, "not allowed for this datatype"};
}

// From the last to the first: the earlier rank's operand is on the left.
void Reduction::fold(std::byte* parts, int number, std::size_t bytes, void* result) const {
  if (bytes == 0) return;
  std::byte* const inout = parts + static_cast<std::size_t>(number - 1) * bytes;
  for (std::byte* in = inout; in != parts;) combine(in -= bytes, inout);
  std::memcpy(result, inout, bytes);
}

void Reduction::combine(std::byte* in, std::byte* inout) const {
  const auto count = static_cast<std::size_t>(count_);
  if (combine_) return combine_(in, inout, count);
  const Layout& layout = type_->layout;
  if (layout.is_dense()) return call_function(in, inout);
  // The program's function needs the elements in the layout of the type.
  const std::size_t bytes = layout.size() * count;
  Laid left(layout, count);
  Laid right(layout, count);
  layout.unpack(in, bytes, left.start());
  layout.unpack(inout, bytes, right.start());
  call_function(left.start(), right.start());
  layout.pack(right.start(), count, inout);
}

void Reduction::call_function(void* in, void* inout) const {
  int count = count_;
  MPI_Datatype datatype = datatype_;
  call_.lock.unlock();
  op_->function(in, inout, &count, &datatype);
  call_.lock.lock();
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Op_create, (MPI_User_function * user_fn, int commute, MPI_Op* op)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(op, "op");
    if (!user_fn) throw Error{MPI_ERR_ARG, "user_fn is null"};
    auto made = make_ref<Op>();
    made->function = user_fn;
    made->commutes = commute != 0;
    *op = call.process.ops.insert(std::move(made));
  });
}

MPIT_API(int, MPI_Op_commutative, (MPI_Op op, int* commute)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(commute, "commute");
    *commute = require(call.process.ops, op, MPI_ERR_OP)->commutes ? 1 : 0;
  });
}

MPIT_API(int, MPI_Op_free, (MPI_Op * op)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(op, "op");
    require(call.process.ops, *op, MPI_ERR_OP);
    if (OpTable::is_predefined(*op)) throw Error{MPI_ERR_OP, "predefined operation"};
    call.process.ops.erase(*op);
    *op = MPI_OP_NULL;
  });
}

}  // extern "C"
