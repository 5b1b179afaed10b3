/* Arithmetic on bytes: integers to 128 bits, float, double and x86's long double, and vectors of them element by element.
 * What C leaves undefined stops the machine: division by zero, shifts by the width and more; signed numbers that overflow where a
 * proof is run again. */
#include <math.h>
#include <string.h>

#include "prove/machine/parts.h"

static u128 mask_of(uint32_t bits)
{
	return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

static s128 signed_of(u128 v, uint32_t bits)
{
	u128 sign = (u128)1 << (bits - 1);

	return (s128)(((v & mask_of(bits)) ^ sign) - sign);
}

u128 machine_number_get(const uint8_t *at, uint32_t bits)
{
	u128 v = 0;

	memcpy(&v, at, bits <= 128 ? (bits + 7) / 8 : 16);
	return v & mask_of(bits);
}

void machine_number_put(uint8_t *at, uint32_t bits, u128 v)
{
	v &= mask_of(bits);
	memcpy(at, &v, bits <= 128 ? (bits + 7) / 8 : 16);
}

long double machine_number_float(const uint8_t *at, uint32_t bits)
{
	long double l = 0;
	double d;
	float f;

	if (bits == 32)
		return memcpy(&f, at, 4), f;
	if (bits == 64)
		return memcpy(&d, at, 8), d;
	memcpy(&l, at, 10);
	return l;
}

void machine_number_put_float(uint8_t *at, uint32_t bits, long double v)
{
	double d = (double)v;
	float f = (float)v;

	if (bits == 32) {
		memcpy(at, &f, 4);
	} else if (bits == 64) {
		memcpy(at, &d, 8);
	} else {
		memset(at, 0, 16);
		memcpy(at, &v, 10);
	}
}

/* ---- one element ---- */

static bool divide(struct machine *m, uint8_t sub, uint32_t bits, u128 a, u128 b, u128 *out)
{
	s128 x = signed_of(a, bits), y = signed_of(b, bits);

	if (!(b & mask_of(bits)))
		return machine_stop(m, MACHINE_UNDEFINED, "a division by zero");
	if ((sub == BINARY_sdiv || sub == BINARY_srem) && y == -1 && a == (u128)1 << (bits - 1))
		return machine_stop(m, MACHINE_UNDEFINED, "a division that overflows");
	switch (sub) {
	case BINARY_udiv: *out = a / b; break;
	case BINARY_urem: *out = a % b; break;
	case BINARY_sdiv: *out = (u128)(x / y); break;
	default: *out = (u128)(x % y); break;
	}
	return true;
}

static bool integer(struct machine *m, uint8_t sub, uint32_t bits, u128 a, u128 b, u128 *out)
{
	if (sub >= BINARY_shl && sub <= BINARY_ashr && b >= bits)
		return machine_stop(m, MACHINE_UNDEFINED, "a shift by the width of the number or more");
	switch (sub) {
	case BINARY_add: *out = a + b; return true;
	case BINARY_sub: *out = a - b; return true;
	case BINARY_mul: *out = a * b; return true;
	case BINARY_shl: *out = a << b; return true;
	case BINARY_lshr: *out = a >> b; return true;
	case BINARY_ashr: *out = (u128)(signed_of(a, bits) >> b); return true;
	case BINARY_and: *out = a & b; return true;
	case BINARY_or: *out = a | b; return true;
	case BINARY_xor: *out = a ^ b; return true;
	case BINARY_udiv:
	case BINARY_sdiv:
	case BINARY_urem:
	case BINARY_srem:
		return divide(m, sub, bits, a, b, out);
	default:
		return machine_stop(m, MACHINE_UNKNOWN, "arithmetic of floats on integers");
	}
}

bool machine_number_overflows(uint8_t sub, struct number_type t, const uint8_t *a, const uint8_t *b)
{
	s128 x, y, r, least;

	if (t.kind != NUMBER_INT || t.count != 1 || t.bits > 64)
		return false;
	x = signed_of(machine_number_get(a, t.bits), t.bits);
	y = signed_of(machine_number_get(b, t.bits), t.bits);
	least = -((s128)1 << (t.bits - 1));
	switch (sub) {
	case BINARY_add: r = x + y; break;
	case BINARY_sub: r = x - y; break;
	default: r = x * y;
	}
	return r < least || r >= -least;
}

/* Rounded once: float and double operations are done in their own width. */
static bool floating(struct machine *m, uint8_t sub, uint32_t bits, long double a, long double b, long double *out)
{
	double x = (double)a, y = (double)b;

	switch (sub) {
	case BINARY_fadd:
		*out = bits == 80 ? a + b : bits == 64 ? (long double)(x + y) : (long double)((float)a + (float)b);
		return true;
	case BINARY_fsub:
		*out = bits == 80 ? a - b : bits == 64 ? (long double)(x - y) : (long double)((float)a - (float)b);
		return true;
	case BINARY_fmul:
		*out = bits == 80 ? a * b : bits == 64 ? (long double)(x * y) : (long double)((float)a * (float)b);
		return true;
	case BINARY_fdiv:
		*out = bits == 80 ? a / b : bits == 64 ? (long double)(x / y) : (long double)((float)a / (float)b);
		return true;
	case BINARY_frem: *out = fmodl(a, b); return true;
	default: return machine_stop(m, MACHINE_UNKNOWN, "arithmetic of integers on floats");
	}
}

static bool compare_integers(uint8_t sub, uint32_t bits, u128 a, u128 b)
{
	s128 x = signed_of(a, bits), y = signed_of(b, bits);

	switch (sub) {
	case COMPARE_eq: return a == b;
	case COMPARE_ne: return a != b;
	case COMPARE_ugt: return a > b;
	case COMPARE_uge: return a >= b;
	case COMPARE_ult: return a < b;
	case COMPARE_ule: return a <= b;
	case COMPARE_sgt: return x > y;
	case COMPARE_sge: return x >= y;
	case COMPARE_slt: return x < y;
	default: return x <= y;
	}
}

static bool compare_floats(uint8_t sub, long double a, long double b)
{
	bool unordered = isnan(a) || isnan(b);

	switch (sub) {
	case COMPARE_ffalse: return false;
	case COMPARE_foeq: return !unordered && !(a < b) && !(a > b);
	case COMPARE_fogt: return a > b;
	case COMPARE_foge: return a >= b;
	case COMPARE_folt: return a < b;
	case COMPARE_fole: return a <= b;
	case COMPARE_fone: return !unordered && (a < b || a > b);
	case COMPARE_ford: return !unordered;
	case COMPARE_funo: return unordered;
	case COMPARE_fueq: return unordered || (!(a < b) && !(a > b));
	case COMPARE_fugt: return unordered || a > b;
	case COMPARE_fuge: return unordered || a >= b;
	case COMPARE_fult: return unordered || a < b;
	case COMPARE_fule: return unordered || a <= b;
	case COMPARE_fune: return unordered || a < b || a > b;
	default: return true;
	}
}

static u128 exchanged(uint8_t sub, uint32_t bits, u128 a, u128 b)
{
	switch (sub) {
	case RMW_xchg: return b;
	case RMW_add: return a + b;
	case RMW_sub: return a - b;
	case RMW_and: return a & b;
	case RMW_nand: return ~(a & b);
	case RMW_or: return a | b;
	case RMW_xor: return a ^ b;
	case RMW_max: return signed_of(a, bits) > signed_of(b, bits) ? a : b;
	case RMW_min: return signed_of(a, bits) < signed_of(b, bits) ? a : b;
	case RMW_umax: return a > b ? a : b;
	case RMW_umin: return a < b ? a : b;
	case RMW_uinc_wrap: return a >= b ? 0 : a + 1;
	default: return !a || a > b ? b : a - 1;
	}
}

/* ---- values ---- */

static bool usable(struct machine *m, struct number_type t)
{
	return (t.kind == NUMBER_INT || t.kind == NUMBER_FLOAT) && t.count
		   ? true
		   : machine_stop(m, MACHINE_UNKNOWN, "a number of %u bits", t.bits);
}

bool machine_number_binary(struct machine *m, uint8_t sub, struct number_type t, const uint8_t *a, const uint8_t *b, uint8_t *out)
{
	uint32_t size = machine_number_bytes(t.bits);

	if (!usable(m, t))
		return false;
	for (uint32_t i = 0; i < t.count; i++, a += size, b += size, out += size) {
		u128 v = 0;
		long double f = 0;
		if (t.kind == NUMBER_INT &&
		    !integer(m, sub, t.bits, machine_number_get(a, t.bits), machine_number_get(b, t.bits), &v))
			return false;
		if (t.kind == NUMBER_FLOAT &&
		    !floating(m, sub, t.bits, machine_number_float(a, t.bits), machine_number_float(b, t.bits), &f))
			return false;
		if (t.kind == NUMBER_INT)
			machine_number_put(out, t.bits, v);
		else
			machine_number_put_float(out, t.bits, f);
	}
	return true;
}

bool machine_number_compare(struct machine *m, uint8_t sub, struct number_type t, const uint8_t *a, const uint8_t *b,
			    uint8_t *out)
{
	uint32_t size = machine_number_bytes(t.bits);
	bool floats = sub >= COMPARE_ffalse;

	if (!usable(m, t))
		return false;
	if (floats != (t.kind == NUMBER_FLOAT))
		return machine_stop(m, MACHINE_UNKNOWN, "a comparison of numbers of different kinds");
	for (uint32_t i = 0; i < t.count; i++, a += size, b += size)
		out[i] = floats ? compare_floats(sub, machine_number_float(a, t.bits), machine_number_float(b, t.bits))
				: compare_integers(sub, t.bits, machine_number_get(a, t.bits), machine_number_get(b, t.bits));
	return true;
}

static bool to_integer(struct machine *m, uint8_t sub, uint32_t bits, long double f, u128 *out)
{
	long double low = sub == CAST_fptosi ? -ldexpl(1, (int)bits - 1) : 0, high = ldexpl(1, (int)bits - (sub == CAST_fptosi));

	f = truncl(f);
	if (isnan(f) || f < low || f >= high)
		return machine_stop(m, MACHINE_UNDEFINED, "a float that the integer type cannot hold");
	*out = sub == CAST_fptosi ? (u128)(s128)f : (u128)f;
	return true;
}

static bool cast_one(struct machine *m, uint8_t sub, uint32_t from, uint32_t to, const uint8_t *a, uint8_t *out)
{
	u128 v = sub == CAST_fptoui || sub == CAST_fptosi || sub == CAST_fptrunc || sub == CAST_fpext
		     ? 0
		     : machine_number_get(a, from);

	switch (sub) {
	case CAST_fptoui:
	case CAST_fptosi:
		if (!to_integer(m, sub, to, machine_number_float(a, from), &v))
			return false;
		machine_number_put(out, to, v);
		return true;
	case CAST_uitofp: machine_number_put_float(out, to, (long double)v); return true;
	case CAST_sitofp: machine_number_put_float(out, to, (long double)signed_of(v, from)); return true;
	case CAST_fptrunc:
	case CAST_fpext: machine_number_put_float(out, to, machine_number_float(a, from)); return true;
	case CAST_sext: machine_number_put(out, to, (u128)signed_of(v, from)); return true;
	default: machine_number_put(out, to, v); return true;
	}
}

bool machine_number_cast(struct machine *m, uint8_t sub, struct number_type from, struct number_type to, const uint8_t *a,
			 uint8_t *out)
{
	uint32_t step = machine_number_bytes(from.bits), size = machine_number_bytes(to.bits);

	if (sub == CAST_bitcast) {
		memcpy(out, a, (size_t)size * to.count);
		return true;
	}
	if (!usable(m, from) || !usable(m, to))
		return false;
	if (from.count != to.count)
		return machine_stop(m, MACHINE_UNKNOWN, "a conversion between vectors of different lengths");
	for (uint32_t i = 0; i < to.count; i++)
		if (!cast_one(m, sub, from.bits, to.bits, a + (size_t)i * step, out + (size_t)i * size))
			return false;
	return true;
}

bool machine_number_rmw(struct machine *m, uint8_t sub, struct number_type t, const uint8_t *old, const uint8_t *value,
			uint8_t *out)
{
	long double a, b;

	if (!usable(m, t))
		return false;
	if (t.kind == NUMBER_INT && sub != RMW_fadd && sub != RMW_fsub && sub != RMW_fmax && sub != RMW_fmin) {
		machine_number_put(out, t.bits,
				   exchanged(sub, t.bits, machine_number_get(old, t.bits), machine_number_get(value, t.bits)));
		return true;
	}
	a = machine_number_float(old, t.bits);
	b = machine_number_float(value, t.bits);
	if (sub == RMW_fadd || sub == RMW_fsub)
		return machine_number_binary(m, sub == RMW_fadd ? BINARY_fadd : BINARY_fsub, t, old, value, out);
	machine_number_put_float(out, t.bits, sub == RMW_fmax ? fmaxl(a, b) : sub == RMW_fmin ? fminl(a, b) : b);
	return true;
}
