/* The compiler's own functions, by the part of their name before the types. */
#include <string.h>

#include "prove/machine/library.h"

static uint32_t bits_of(struct machine_call *call)
{
	struct type_id type;

	return machine_ref_type(call->m, call->code, body_arg(&call->code->body, call->in, 1), &type).bits;
}

static bool is_scalar(struct machine_call *call)
{
	struct type_id type;
	struct number_type n = machine_ref_type(call->m, call->code, body_arg(&call->code->body, call->in, 1), &type);

	return (n.kind == NUMBER_INT && n.count == 1 && n.bits <= 64) ||
	       machine_stop(call->m, MACHINE_UNKNOWN, "a compiler's function on vectors");
}

static int64_t sign_extended(uint64_t v, uint32_t bits)
{
	return bits < 64 ? (int64_t)(v << (64 - bits)) >> (64 - bits) : (int64_t)v;
}

static uint64_t low_bits(uint64_t v, uint32_t bits)
{
	return bits < 64 ? v & ((1ull << bits) - 1) : v;
}

#define INTRINSIC(name) static bool llvm_##name(struct machine_call *call, uint64_t *result)

INTRINSIC(nothing)
{
	(void)call;
	*result = 0;
	return true;
}

INTRINSIC(trap)
{
	(void)result;
	call->m->state = MACHINE_EXITED;
	return false;
}

INTRINSIC(extreme)
{
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name) + 5;
	uint32_t bits = bits_of(call);
	int64_t a = sign_extended(call->arg[0], bits), b = sign_extended(call->arg[1], bits);
	bool first = !strncmp(name, "smax", 4)	 ? a > b
		     : !strncmp(name, "smin", 4) ? a < b
		     : !strncmp(name, "umax", 4) ? call->arg[0] > call->arg[1]
						 : call->arg[0] < call->arg[1];

	*result = call->arg[first ? 0 : 1];
	return is_scalar(call);
}

INTRINSIC(abs)
{
	int64_t a = sign_extended(call->arg[0], bits_of(call));

	*result = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
	return is_scalar(call);
}

INTRINSIC(bswap)
{
	*result = __builtin_bswap64(call->arg[0]) >> (64 - (bits_of(call) <= 64 ? bits_of(call) : 64));
	return is_scalar(call);
}

INTRINSIC(count)
{
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name) + 5;
	uint32_t bits = bits_of(call);
	uint64_t v = call->arg[0];

	if (!is_scalar(call))
		return false;
	if (!strncmp(name, "ctpop", 5))
		*result = (uint64_t)__builtin_popcountll(v);
	else if (!strncmp(name, "ctlz", 4))
		*result = v ? (uint64_t)__builtin_clzll(v) - (64 - bits) : bits;
	else
		*result = v ? (uint64_t)__builtin_ctzll(v) : bits;
	return true;
}

INTRINSIC(funnel)
{
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name) + 5;
	uint32_t bits = bits_of(call);
	uint64_t by = bits ? call->arg[2] % bits : 0;
	u128 both = (u128)call->arg[0] << bits | call->arg[1];

	if (!is_scalar(call))
		return false;
	*result = low_bits((uint64_t)(!strncmp(name, "fshl", 4) ? (both << by) >> bits : both >> by), bits);
	return true;
}

/* {the sum, whether it overflowed}. */
INTRINSIC(overflow)
{
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name) + 5;
	const struct machine_slot *s = &call->code->slot[body_value(&call->code->body, machine_top(call->m, call->thread)->inst)];
	const struct program *p = call->m->image->p;
	const struct type *pair = program_type(p, type_strip(p, s->type));
	uint32_t bits = bits_of(call);
	bool sign = name[0] == 's';
	s128 a = sign ? sign_extended(call->arg[0], bits) : (s128)call->arg[0],
	     b = sign ? sign_extended(call->arg[1], bits) : (s128)call->arg[1];
	s128 v = !strncmp(name + 1, "add", 3) ? a + b : !strncmp(name + 1, "sub", 3) ? a - b : 0;
	bool over;
	uint8_t *to;

	(void)result;
	if (!is_scalar(call) || pair->nfields != 2 || s->bytes > 16)
		return machine_stop(call->m, MACHINE_UNKNOWN, "arithmetic with overflow that is not understood");
	if (!strncmp(name + 1, "mul", 3) && sign)
		v = a * b;
	else if (!strncmp(name + 1, "mul", 3))
		v = (s128)((u128)a * (u128)b);
	over = sign ? v != sign_extended(low_bits((uint64_t)v, bits), bits) : (u128)v >> bits != 0;
	to = machine_thread(call->m, call->thread)->values.at + machine_top(call->m, call->thread)->values + s->at;
	machine_number_put(to, bits, (u128)v);
	to[p->field.at[pair->field + 1].offset / 8] = over;
	machine_next_inst(call->m, call->thread);
	return false;
}

/* How large an object may be: nobody knows. */
INTRINSIC(objectsize)
{
	*result = call->nargs > 1 && call->arg[1] & 1 ? 0 : UINT64_MAX;
	return true;
}

INTRINSIC(fabs)
{
	struct type_id type;
	struct number_type n = machine_ref_type(call->m, call->code, body_arg(&call->code->body, call->in, 1), &type);

	*result = call->arg[0] & (n.bits == 32 ? 0x7fffffffull : 0x7fffffffffffffffull);
	return (n.kind == NUMBER_FLOAT && n.count == 1 && n.bits <= 64) ||
	       machine_stop(call->m, MACHINE_UNKNOWN, "fabs of a long double or vector");
}

INTRINSIC(not_done)
{
	(void)result;
	return machine_stop(call->m, MACHINE_UNKNOWN, "the compiler's function %s",
			    program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name));
}

const struct library_function *machine_intrinsic_find(const char *name)
{
	static const struct library_function table[] = {
		{ "llvm.smax", llvm_extreme, false, false, false },
		{ "llvm.smin", llvm_extreme, false, false, false },
		{ "llvm.umax", llvm_extreme, false, false, false },
		{ "llvm.umin", llvm_extreme, false, false, false },
		{ "llvm.abs", llvm_abs, false, false, false },
		{ "llvm.bswap", llvm_bswap, false, false, false },
		{ "llvm.ctpop", llvm_count, false, false, false },
		{ "llvm.ctlz", llvm_count, false, false, false },
		{ "llvm.cttz", llvm_count, false, false, false },
		{ "llvm.fshl", llvm_funnel, false, false, false },
		{ "llvm.fshr", llvm_funnel, false, false, false },
		{ "llvm.sadd.with", llvm_overflow, false, false, false },
		{ "llvm.uadd.with", llvm_overflow, false, false, false },
		{ "llvm.ssub.with", llvm_overflow, false, false, false },
		{ "llvm.usub.with", llvm_overflow, false, false, false },
		{ "llvm.smul.with", llvm_overflow, false, false, false },
		{ "llvm.umul.with", llvm_overflow, false, false, false },
		{ "llvm.objectsize", llvm_objectsize, false, false, false },
		{ "llvm.fabs", llvm_fabs, false, false, false },
		{ "llvm.trap", llvm_trap, false, false, false },
		{ "llvm.debugtrap", llvm_nothing, false, false, false },
		{ "llvm.frameaddress", llvm_nothing, true, true, false },
		{ "llvm.returnaddress", llvm_nothing, true, true, false },
		{ "llvm.readcyclecounter", llvm_nothing, true, true, false },
		{ "llvm.x86.sse2.pause", llvm_nothing, false, false, false },
	};
	static const struct library_function unknown = { "", llvm_not_done, true, true, false };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strncmp(table[i].name, name, strlen(table[i].name)))
			return &table[i];
	return &unknown;
}
