#include "prove/data/value.h"

#include <math.h>
#include <string.h>

#include "ir/body.h"
#include "prove/data/effort.h"

static value_wide mask(uint32_t bits)
{
	return bits >= 128 ? ~(value_wide)0 : ((value_wide)1 << bits) - 1;
}

struct value value_number_wide(uint32_t bits, value_wide n)
{
	n &= mask(bits);
	return (struct value){ bits, NULL, (uint64_t)n, (uint64_t)(n >> 64) };
}

struct value value_of_number(uint32_t bits, uint64_t lo)
{
	return value_number_wide(bits, lo);
}

struct value value_symbol(struct smt *s, uint32_t bits)
{
	return (struct value){ bits, smt_symbol(s, bits), 0, 0 };
}

/* A sum that a loop makes longer is gone through each time: what that takes counts, or a search by steps would not end. */
enum { TERMS_A_STEP = 2 };

static void spend_on(const struct smt *s, Z3_ast a)
{
	if (Z3_get_ast_kind(s->z3, a) == Z3_APP_AST)
		effort_spend(Z3_get_app_num_args(s->z3, Z3_to_app(s->z3, a)) / TERMS_A_STEP);
}

struct value value_of_ast(struct smt *s, uint32_t bits, Z3_ast a)
{
	struct value v = { bits, NULL, 0, 0 };

	a = Z3_simplify(s->z3, a);
	spend_on(s, a);
	if (!smt_number(s, a, bits, &v.lo, &v.hi))
		v.ast = a;
	return v;
}

value_wide value_get(struct value v)
{
	return (value_wide)v.hi << 64 | v.lo;
}

__extension__ typedef __int128 wide_signed;

static wide_signed signed_wide(struct value v)
{
	value_wide n = value_get(v);

	if (v.bits < 128 && n >> (v.bits - 1) & 1)
		n |= ~mask(v.bits);
	return (wide_signed)n;
}

int64_t value_signed(struct value v)
{
	return (int64_t)signed_wide(v);
}

Z3_ast value_ast(struct smt *s, struct value v)
{
	Z3_context z3 = smt_context(s);

	if (v.ast)
		return v.ast;
	if (v.bits <= 64)
		return Z3_mk_unsigned_int64(z3, v.lo, Z3_mk_bv_sort(z3, v.bits));
	return Z3_mk_concat(z3, Z3_mk_unsigned_int64(z3, v.hi, Z3_mk_bv_sort(z3, v.bits - 64)),
			    Z3_mk_unsigned_int64(z3, v.lo, Z3_mk_bv_sort(z3, 64)));
}

Z3_ast value_equals(struct smt *s, struct value v, value_wide n)
{
	return Z3_mk_eq(smt_context(s), value_ast(s, v), value_ast(s, value_number_wide(v.bits, n)));
}

static struct value of_bool(struct smt *s, Z3_ast boolean)
{
	Z3_sort bit = Z3_mk_bv_sort(s->z3, 1);

	return value_of_ast(s, 1,
			    Z3_mk_ite(s->z3, boolean, Z3_mk_unsigned_int64(s->z3, 1, bit), Z3_mk_unsigned_int64(s->z3, 0, bit)));
}

/* ---- floating point ---- */

static bool is_float_width(uint32_t bits)
{
	return bits == 32 || bits == 64 || bits == 80;
}

static long double to_float(struct value v)
{
	value_wide n = value_get(v);
	float f;
	double d;
	long double l = 0;

	if (v.bits == 32) {
		memcpy(&f, &n, sizeof f);
		return f;
	}
	if (v.bits == 64) {
		memcpy(&d, &n, sizeof d);
		return d;
	}
	memcpy(&l, &n, 10);
	return l;
}

static struct value of_float(uint32_t bits, long double l)
{
	value_wide n = 0;
	float f = (float)l;
	double d = (double)l;

	if (bits == 32)
		memcpy(&n, &f, sizeof f);
	else if (bits == 64)
		memcpy(&n, &d, sizeof d);
	else if (bits == 80)
		memcpy(&n, &l, 10);
	else
		return (struct value){ 0 };
	return value_number_wide(bits, n);
}

/* In the type's own precision, as the machine rounds. */
static struct value float_binary(uint8_t sub, struct value a, struct value b)
{
	long double x = to_float(a), y = to_float(b), r;

	if (a.bits == 64 && sub != BINARY_frem) {
		double p = (double)x, q = (double)y;
		r = sub == BINARY_fadd ? p + q : sub == BINARY_fsub ? p - q : sub == BINARY_fmul ? p * q : p / q;
	} else if (a.bits == 32 && sub != BINARY_frem) {
		float p = (float)x, q = (float)y;
		r = sub == BINARY_fadd ? p + q : sub == BINARY_fsub ? p - q : sub == BINARY_fmul ? p * q : p / q;
	} else {
		r = sub == BINARY_fadd ? x + y : sub == BINARY_fsub ? x - y : sub == BINARY_fmul ? x * y :
		    sub == BINARY_frem ? fmodl(x, y) : x / y;
	}
	return of_float(a.bits, r);
}

static Z3_sort float_sort(struct smt *s, uint32_t bits)
{
	return bits == 32 ? Z3_mk_fpa_sort_single(s->z3) : Z3_mk_fpa_sort_double(s->z3);
}

static Z3_ast float_ast(struct smt *s, struct value v)
{
	return Z3_mk_fpa_to_fp_bv(smt_context(s), value_ast(s, v), float_sort(s, v.bits));
}

static struct value of_float_ast(struct smt *s, uint32_t bits, Z3_ast f)
{
	return value_of_ast(s, bits, Z3_mk_fpa_to_ieee_bv(s->z3, f));
}

static struct value float_binary_ast(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	Z3_ast x, y, mode;

	if (a.bits == 80)
		return (struct value){ 0 };
	x = float_ast(s, a);
	y = float_ast(s, b);
	mode = Z3_mk_fpa_round_nearest_ties_to_even(s->z3);
	switch (sub) {
	case BINARY_fadd: return of_float_ast(s, a.bits, Z3_mk_fpa_add(s->z3, mode, x, y));
	case BINARY_fsub: return of_float_ast(s, a.bits, Z3_mk_fpa_sub(s->z3, mode, x, y));
	case BINARY_fmul: return of_float_ast(s, a.bits, Z3_mk_fpa_mul(s->z3, mode, x, y));
	case BINARY_fdiv: return of_float_ast(s, a.bits, Z3_mk_fpa_div(s->z3, mode, x, y));
	default: return (struct value){ 0 }; /* Z3's remainder is not C's */
	}
}

static bool float_compare(uint8_t sub, long double x, long double y)
{
	bool unordered = isnan(x) || isnan(y);

	switch (sub) {
	case COMPARE_foeq: return !unordered && x == y;
	case COMPARE_fogt: return !unordered && x > y;
	case COMPARE_foge: return !unordered && x >= y;
	case COMPARE_folt: return !unordered && x < y;
	case COMPARE_fole: return !unordered && x <= y;
	case COMPARE_fone: return !unordered && x != y;
	case COMPARE_ford: return !unordered;
	case COMPARE_funo: return unordered;
	case COMPARE_fueq: return unordered || x == y;
	case COMPARE_fugt: return unordered || x > y;
	case COMPARE_fuge: return unordered || x >= y;
	case COMPARE_fult: return unordered || x < y;
	case COMPARE_fule: return unordered || x <= y;
	case COMPARE_fune: return unordered || x != y;
	default: return sub == COMPARE_ftrue;
	}
}

static struct value float_compare_ast(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	Z3_ast x, y, none, plain, either[2];

	if (a.bits == 80)
		return (struct value){ 0 };
	x = float_ast(s, a);
	y = float_ast(s, b);
	either[0] = Z3_mk_fpa_is_nan(s->z3, x);
	either[1] = Z3_mk_fpa_is_nan(s->z3, y);
	none = Z3_mk_or(s->z3, 2, either);
	switch (sub) {
	case COMPARE_foeq: case COMPARE_fueq: case COMPARE_fone: case COMPARE_fune: plain = Z3_mk_fpa_eq(s->z3, x, y); break;
	case COMPARE_fogt: case COMPARE_fugt: plain = Z3_mk_fpa_gt(s->z3, x, y); break;
	case COMPARE_foge: case COMPARE_fuge: plain = Z3_mk_fpa_geq(s->z3, x, y); break;
	case COMPARE_folt: case COMPARE_fult: plain = Z3_mk_fpa_lt(s->z3, x, y); break;
	case COMPARE_fole: case COMPARE_fule: plain = Z3_mk_fpa_leq(s->z3, x, y); break;
	case COMPARE_ford: return of_bool(s, Z3_mk_not(s->z3, none));
	case COMPARE_funo: return of_bool(s, none);
	default: return value_of_number(1, sub == COMPARE_ftrue);
	}
	if (sub == COMPARE_fone || sub == COMPARE_fune)
		plain = Z3_mk_not(s->z3, plain);
	if (sub >= COMPARE_fueq && sub <= COMPARE_fune) {
		Z3_ast any[2] = { none, plain };
		return of_bool(s, Z3_mk_or(s->z3, 2, any));
	}
	Z3_ast both[2] = { Z3_mk_not(s->z3, none), plain };
	return of_bool(s, Z3_mk_and(s->z3, 2, both));
}

/* ---- integers ---- */

static struct value binary_known(uint8_t sub, struct value a, struct value b, bool *bad)
{
	value_wide x = value_get(a), y = value_get(b);
	wide_signed sx = signed_wide(a), sy = signed_wide(b);
	uint32_t n = a.bits;

	if (sub >= BINARY_udiv && sub <= BINARY_srem) {
		*bad = !y || ((sub == BINARY_sdiv || sub == BINARY_srem) && sy == -1 && x == (value_wide)1 << (n - 1));
		if (*bad)
			return value_of_number(n, 0);
	}
	if (sub >= BINARY_shl && sub <= BINARY_ashr && y >= n) {
		*bad = true;
		return value_of_number(n, 0);
	}
	switch (sub) {
	case BINARY_add: return value_number_wide(n, x + y);
	case BINARY_sub: return value_number_wide(n, x - y);
	case BINARY_mul: return value_number_wide(n, x * y);
	case BINARY_udiv: return value_number_wide(n, x / y);
	case BINARY_sdiv: return value_number_wide(n, (value_wide)(sx / sy));
	case BINARY_urem: return value_number_wide(n, x % y);
	case BINARY_srem: return value_number_wide(n, (value_wide)(sx % sy));
	case BINARY_shl: return value_number_wide(n, x << y);
	case BINARY_lshr: return value_number_wide(n, x >> y);
	case BINARY_ashr: return value_number_wide(n, (value_wide)(sx >> y));
	case BINARY_and: return value_number_wide(n, x & y);
	case BINARY_or: return value_number_wide(n, x | y);
	case BINARY_xor: return value_number_wide(n, x ^ y);
	default: return (struct value){ 0 };
	}
}

static Z3_ast binary_ast(Z3_context z3, uint8_t sub, Z3_ast x, Z3_ast y)
{
	switch (sub) {
	case BINARY_add: return Z3_mk_bvadd(z3, x, y);
	case BINARY_sub: return Z3_mk_bvsub(z3, x, y);
	case BINARY_mul: return Z3_mk_bvmul(z3, x, y);
	case BINARY_udiv: return Z3_mk_bvudiv(z3, x, y);
	case BINARY_sdiv: return Z3_mk_bvsdiv(z3, x, y);
	case BINARY_urem: return Z3_mk_bvurem(z3, x, y);
	case BINARY_srem: return Z3_mk_bvsrem(z3, x, y);
	case BINARY_shl: return Z3_mk_bvshl(z3, x, y);
	case BINARY_lshr: return Z3_mk_bvlshr(z3, x, y);
	case BINARY_ashr: return Z3_mk_bvashr(z3, x, y);
	case BINARY_and: return Z3_mk_bvand(z3, x, y);
	case BINARY_or: return Z3_mk_bvor(z3, x, y);
	default: return Z3_mk_bvxor(z3, x, y);
	}
}

/* A symbolic divisor or shift is assumed to be a good one: the others would be undefined, where paths end. */
static void assume_defined(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	if (sub >= BINARY_udiv && sub <= BINARY_srem && b.ast)
		smt_assume(s, Z3_mk_not(s->z3, value_equals(s, b, 0)));
	if (sub >= BINARY_shl && sub <= BINARY_ashr && b.ast)
		smt_assume(s, Z3_mk_bvult(s->z3, b.ast, value_ast(s, value_of_number(b.bits, a.bits))));
}

struct value value_binary(struct smt *s, uint8_t sub, struct value a, struct value b, bool *bad)
{
	*bad = false;
	if (!a.bits || a.bits != b.bits || (a.bits > VALUE_MOST && value_known(a) && value_known(b)))
		return (struct value){ 0 };
	if (sub >= BINARY_fadd && sub <= BINARY_frem) {
		if (!is_float_width(a.bits))
			return (struct value){ 0 };
		return a.ast || b.ast ? float_binary_ast(s, sub, a, b) : float_binary(sub, a, b);
	}
	if (!a.ast && !b.ast)
		return binary_known(sub, a, b, bad);
	if (sub >= BINARY_udiv && sub <= BINARY_srem && value_known(b) && !value_get(b)) {
		*bad = true;
		return value_of_number(a.bits, 0);
	}
	assume_defined(s, sub, a, b);
	return value_of_ast(s, a.bits, binary_ast(smt_context(s), sub, value_ast(s, a), value_ast(s, b)));
}

/* Of at most 64 bits: all that fits is in twice as many. */
static bool overflows_known(uint8_t sub, struct value a, struct value b)
{
	wide_signed x = signed_wide(a), y = signed_wide(b);
	wide_signed r = sub == BINARY_add ? x + y : sub == BINARY_sub ? x - y : x * y;

	return r < -((wide_signed)1 << (a.bits - 1)) || r >= (wide_signed)1 << (a.bits - 1);
}

bool value_overflows(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	Z3_ast x, y;

	if (!a.bits || a.bits != b.bits || a.bits > 64)
		return false;
	if (!a.ast && !b.ast)
		return overflows_known(sub, a, b);
	x = value_ast(s, a);
	y = value_ast(s, b);
	switch (sub) {
	case BINARY_add:
		smt_assume(s, Z3_mk_bvadd_no_overflow(s->z3, x, y, true));
		smt_assume(s, Z3_mk_bvadd_no_underflow(s->z3, x, y));
		break;
	case BINARY_sub:
		smt_assume(s, Z3_mk_bvsub_no_overflow(s->z3, x, y));
		smt_assume(s, Z3_mk_bvsub_no_underflow(s->z3, x, y, true));
		break;
	default: /* wider products are left to the replay */
		if (a.bits <= 32) {
			smt_assume(s, Z3_mk_bvmul_no_overflow(s->z3, x, y, true));
			smt_assume(s, Z3_mk_bvmul_no_underflow(s->z3, x, y));
		}
	}
	return false;
}

struct value value_fits(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	uint32_t before = s->n;
	struct value v = { 0 };

	if (!a.ast && !b.ast)
		return value_of_number(1, !value_overflows(s, sub, a, b));
	(void)value_overflows(s, sub, a, b);
	v = value_of_number(1, 1);
	if (s->n > before)
		v = of_bool(s, Z3_mk_and(s->z3, s->n - before, s->condition + before));
	smt_back(s, before);
	return v;
}

static bool compare_known(uint8_t sub, struct value a, struct value b)
{
	value_wide x = value_get(a), y = value_get(b);
	wide_signed sx = signed_wide(a), sy = signed_wide(b);

	switch (sub) {
	case COMPARE_eq: return x == y;
	case COMPARE_ne: return x != y;
	case COMPARE_ugt: return x > y;
	case COMPARE_uge: return x >= y;
	case COMPARE_ult: return x < y;
	case COMPARE_ule: return x <= y;
	case COMPARE_sgt: return sx > sy;
	case COMPARE_sge: return sx >= sy;
	case COMPARE_slt: return sx < sy;
	default: return sx <= sy;
	}
}

struct value value_compare(struct smt *s, uint8_t sub, struct value a, struct value b)
{
	Z3_ast x, y;

	if (!a.bits || a.bits != b.bits || (a.bits > VALUE_MOST && !a.ast && !b.ast))
		return (struct value){ 0 };
	if (sub >= COMPARE_ffalse) {
		if (!is_float_width(a.bits))
			return (struct value){ 0 };
		return a.ast || b.ast ? float_compare_ast(s, sub, a, b)
				      : value_of_number(1, float_compare(sub, to_float(a), to_float(b)));
	}
	if (!a.ast && !b.ast)
		return value_of_number(1, compare_known(sub, a, b));
	x = value_ast(s, a);
	y = value_ast(s, b);
	switch (sub) {
	case COMPARE_eq: return of_bool(s, Z3_mk_eq(s->z3, x, y));
	case COMPARE_ne: return of_bool(s, Z3_mk_not(s->z3, Z3_mk_eq(s->z3, x, y)));
	case COMPARE_ugt: return of_bool(s, Z3_mk_bvugt(s->z3, x, y));
	case COMPARE_uge: return of_bool(s, Z3_mk_bvuge(s->z3, x, y));
	case COMPARE_ult: return of_bool(s, Z3_mk_bvult(s->z3, x, y));
	case COMPARE_ule: return of_bool(s, Z3_mk_bvule(s->z3, x, y));
	case COMPARE_sgt: return of_bool(s, Z3_mk_bvsgt(s->z3, x, y));
	case COMPARE_sge: return of_bool(s, Z3_mk_bvsge(s->z3, x, y));
	case COMPARE_slt: return of_bool(s, Z3_mk_bvslt(s->z3, x, y));
	default: return of_bool(s, Z3_mk_bvsle(s->z3, x, y));
	}
}

/* ---- conversions ---- */

static struct value cast_float_known(uint8_t sub, struct value v, uint32_t bits)
{
	long double l;
	value_wide n;

	switch (sub) {
	case CAST_uitofp: return of_float(bits, (long double)value_get(v));
	case CAST_sitofp: return of_float(bits, (long double)signed_wide(v));
	case CAST_fptrunc:
	case CAST_fpext: return of_float(bits, to_float(v));
	default: break;
	}
	l = truncl(to_float(v));
	if (!(l >= -0x1p126L && l <= 0x1p126L))
		return (struct value){ 0 };
	n = (value_wide)(wide_signed)l;
	if (sub == CAST_fptoui ? (l < 0 || (n & ~mask(bits)))
			       : (bits < 128 && (l < -ldexpl(1, (int)bits - 1) || l >= ldexpl(1, (int)bits - 1))))
		return (struct value){ 0 }; /* undefined: it does not fit */
	return value_number_wide(bits, n);
}

/* The integer type holds the number behind a truncation: anything else would be undefined, where paths end. */
static void assume_holds(struct smt *s, uint8_t sub, struct value v, uint32_t bits)
{
	bool sign = sub == CAST_fptosi;
	Z3_sort sort = float_sort(s, v.bits);
	Z3_ast whole = Z3_mk_fpa_round_to_integral(s->z3, Z3_mk_fpa_round_toward_zero(s->z3), float_ast(s, v));
	double low = sign ? -ldexp(1, (int)bits - 1) : 0, high = ldexp(1, (int)bits - sign);
	Z3_ast both[2] = { Z3_mk_fpa_geq(s->z3, whole, Z3_mk_fpa_numeral_double(s->z3, low, sort)),
			   Z3_mk_fpa_lt(s->z3, whole, Z3_mk_fpa_numeral_double(s->z3, high, sort)) };

	smt_assume(s, Z3_mk_and(s->z3, 2, both)); /* neither is true of what is no number */
}

static struct value cast_float_ast(struct smt *s, uint8_t sub, struct value v, uint32_t bits)
{
	Z3_ast near = Z3_mk_fpa_round_nearest_ties_to_even(smt_context(s)), zero = Z3_mk_fpa_round_toward_zero(s->z3);
	bool from = sub != CAST_uitofp && sub != CAST_sitofp, to = sub != CAST_fptoui && sub != CAST_fptosi;

	if ((from && v.bits != 32 && v.bits != 64) || (to && bits != 32 && bits != 64))
		return (struct value){ 0 };
	if (!to)
		assume_holds(s, sub, v, bits);
	switch (sub) {
	case CAST_uitofp: return of_float_ast(s, bits, Z3_mk_fpa_to_fp_unsigned(s->z3, near, v.ast, float_sort(s, bits)));
	case CAST_sitofp: return of_float_ast(s, bits, Z3_mk_fpa_to_fp_signed(s->z3, near, v.ast, float_sort(s, bits)));
	case CAST_fptoui: return value_of_ast(s, bits, Z3_mk_fpa_to_ubv(s->z3, zero, float_ast(s, v), bits));
	case CAST_fptosi: return value_of_ast(s, bits, Z3_mk_fpa_to_sbv(s->z3, zero, float_ast(s, v), bits));
	default: return of_float_ast(s, bits, Z3_mk_fpa_to_fp_float(s->z3, near, float_ast(s, v), float_sort(s, bits)));
	}
}

static struct value resize(struct smt *s, struct value v, uint32_t bits, bool sign)
{
	if (bits == v.bits)
		return v;
	if (!v.ast) {
		if (bits > VALUE_MOST)
			return (struct value){ 0 };
		return value_number_wide(bits, sign ? (value_wide)signed_wide(v) : value_get(v));
	}
	if (bits < v.bits)
		return value_of_ast(s, bits, Z3_mk_extract(s->z3, bits - 1, 0, v.ast));
	return value_of_ast(s, bits,
			    sign ? Z3_mk_sign_ext(s->z3, bits - v.bits, v.ast) : Z3_mk_zero_ext(s->z3, bits - v.bits, v.ast));
}

struct value value_cast(struct smt *s, uint8_t sub, struct value v, uint32_t bits)
{
	if (!v.bits || !bits)
		return (struct value){ 0 };
	switch (sub) {
	case CAST_fptoui:
	case CAST_fptosi:
	case CAST_uitofp:
	case CAST_sitofp:
	case CAST_fptrunc:
	case CAST_fpext:
		return v.ast ? cast_float_ast(s, sub, v, bits) : cast_float_known(sub, v, bits);
	case CAST_bitcast:
		return bits == v.bits ? v : (struct value){ 0 };
	default:
		return resize(s, v, bits, sub == CAST_sext);
	}
}

struct value value_negate(struct smt *s, struct value v)
{
	if (!is_float_width(v.bits))
		return (struct value){ 0 };
	if (!v.ast)
		return value_number_wide(v.bits, value_get(v) ^ (value_wide)1 << (v.bits - 1));
	return v.bits == 80 ? (struct value){ 0 } : of_float_ast(s, v.bits, Z3_mk_fpa_neg(s->z3, float_ast(s, v)));
}

struct value value_select(struct smt *s, struct value c, struct value a, struct value b)
{
	if (!c.bits)
		return c;
	if (!c.ast)
		return value_get(c) & 1 ? a : b;
	if (!a.bits || a.bits != b.bits)
		return (struct value){ 0 };
	return value_of_ast(s, a.bits, Z3_mk_ite(s->z3, value_equals(s, c, 1), value_ast(s, a), value_ast(s, b)));
}

struct value value_extract(struct smt *s, struct value v, uint32_t bit, uint32_t bits)
{
	if (!bits || bit + bits > v.bits)
		return (struct value){ 0 };
	if (!v.ast)
		return value_number_wide(bits, value_get(v) >> bit);
	return value_of_ast(s, bits, Z3_mk_extract(s->z3, bit + bits - 1, bit, v.ast));
}

struct value value_insert(struct smt *s, struct value whole, uint32_t bit, struct value part)
{
	uint32_t end = bit + part.bits;
	Z3_ast a;

	if (!part.bits || end > whole.bits)
		return (struct value){ 0 };
	if (!whole.ast && !part.ast)
		return value_number_wide(whole.bits, (value_get(whole) & ~(mask(part.bits) << bit)) | value_get(part) << bit);
	a = value_ast(s, part);
	if (bit)
		a = Z3_mk_concat(s->z3, a, value_ast(s, value_extract(s, whole, 0, bit)));
	if (end < whole.bits)
		a = Z3_mk_concat(s->z3, value_ast(s, value_extract(s, whole, end, whole.bits - end)), a);
	return value_of_ast(s, whole.bits, a);
}
