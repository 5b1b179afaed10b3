/* What addresses and values are called in a witness. */
#include <stdlib.h>
#include <string.h>

#include "ir/text/path.h"
#include "prove/machine/parts.h"
#include "prove/replay/replay.h"

/* ".pool[3].n": the member of a variable at an offset; "" for its first byte, where it has no members. */
const char *replay_name_member(struct arena *a, const struct program *p, struct type_id type, uint64_t offset)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	const char *out;

	if (!f)
		return "";
	ir_print_path(p, type, (int64_t)offset, 0, f);
	fclose(f);
	if (text && strstr(text, ".__")) /* "m" for "m.__data": members that only the C library knows */
		*strstr(text, ".__") = 0;
	out = n || !offset ? arena_string(a, text) : arena_format(a, "+%llu", (unsigned long long)offset);
	free(text);
	return out;
}

static const char *place_name(struct arena *a, struct machine *m, const struct machine_object *o)
{
	const struct machine_code *c = o->fn.i ? machine_code(m->image, o->fn) : NULL;
	const struct inst *in = c && o->inst < c->body.inst.n ? &c->body.inst.at[o->inst] : NULL;
	uint32_t line = in ? c->body.loc.at[in->loc].line : 0;

	if (o->kind == MACHINE_STACK && in && in->op == OP_alloca && in->name.i)
		return arena_format(a, "%s of %s", program_str(m->image->p, in->name), program_fn_name(m->image->p, o->fn));
	if (o->kind == MACHINE_HEAP && line)
		return arena_format(a, "block of line %u", line);
	if (o->kind == MACHINE_LOCAL)
		return "errno";
	return o->kind == MACHINE_GIVEN ? "assumed object" : o->kind == MACHINE_STACK ? "stack object" : "object";
}

const char *replay_name_address(struct arena *a, struct machine *m, uint64_t at)
{
	const struct program *p = m->image->p;
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);
	const struct sym *s;

	if (at >> 32 >= ADDRESS_NAMED)
		return arena_format(a, "@%s", model_string(m->image->models, (uint32_t)((at >> 32) - ADDRESS_NAMED)));
	if (!o)
		return arena_format(a, "0x%llx", (unsigned long long)at);
	if (!o->sym.i)
		return offset ? arena_format(a, "%s + %llu", place_name(a, m, o), (unsigned long long)offset)
			      : place_name(a, m, o);
	s = program_sym(p, o->sym);
	return arena_format(a, "%s%s", program_str(p, s->source.i ? s->source : s->name),
			    o->kind == MACHINE_FUNCTION ? "" : replay_name_member(a, p, o->type, offset));
}

const char *replay_name_value(struct arena *a, struct machine *m, struct type_id type, const uint8_t *bytes)
{
	const struct type *t = program_type(m->image->p, type_strip(m->image->p, type));
	struct number_type n = machine_number_type(m->image->p, type);
	uint64_t v = 0, offset;

	if (n.count != 1 || n.bits > 64 || n.kind == NUMBER_OTHER || n.kind == NUMBER_NONE)
		return "...";
	memcpy(&v, bytes, machine_number_bytes(n.bits));
	if (n.kind == NUMBER_FLOAT)
		return arena_format(a, "%Lg", machine_number_float(bytes, n.bits));
	if (t->kind == TYPE_POINTER)
		return !v	 ? "null"
		       : machine_object_at(m, v, &offset) ? arena_format(a, "&%s", replay_name_address(a, m, v))
				 : arena_format(a, "0x%llx", (unsigned long long)v);
	if (n.bits == 1)
		return v & 1 ? "1" : "0";
	return arena_format(a, "%lld", (long long)((int64_t)(v << (64 - n.bits)) >> (64 - n.bits)));
}
