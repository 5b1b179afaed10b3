/* Whom an indirect call may reach: any function of the program whose address is taken and that has as many parameters. That is
 * everybody as long as the program is whole, which is believed of one that has a main.
 *
 * misses  functions of other numbers of parameters, called through a cast; functions loaded at run time */
#include <string.h>

#include "locks/program/ops.h"

uint32_t indirect_arity(const struct inst *call)
{
	return limit_over(LIMIT_locks_arity, call->nargs) ? limit(LIMIT_locks_arity) : call->nargs - 1;
}

static void take(struct ops *o, struct sym_id id)
{
	for (uint32_t hops = 0; id.i && !limit_full(LIMIT_locks_casts, hops); hops++) {
		const struct sym *s = program_sym(o->p, id);
		if (s->fn.i)
			o->fn[s->fn.i].address_taken = true;
		id = s->kind == SYM_ALIAS || s->kind == SYM_IFUNC ? s->target : (struct sym_id){ 0 };
	}
}

void indirect_scan(struct ops *o, const struct body *b, struct fn_ops *f)
{
	f->params = limit_over(LIMIT_locks_arity, b->param.n) ? limit(LIMIT_locks_arity) : b->param.n;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		bool direct = in->op == OP_call && body_callee(o->p, b, in).i;
		if (in->op == OP_call && !direct)
			f->arities |= (uint16_t)(1u << indirect_arity(in));
		for (uint32_t k = direct && ref_kind(body_arg(b, in, 0)) != REF_VALUE ? 1 : 0; k < in->nargs; k++) {
			struct ref r = body_arg(b, in, k);
			if (ref_kind(r) == REF_SYM)
				take(o, (struct sym_id){ ref_index(r) });
			else if (ref_kind(r) == REF_KONST)
				take(o, program_konst(o->p, (struct konst_id){ ref_index(r) })->sym);
		}
	}
}

bool indirect_is_known(struct ops *o)
{
	bool whole = false;

	for (uint32_t i = 1; i < o->p->reloc.n; i++)
		take(o, o->p->reloc.at[i].sym);
	for (uint32_t i = 1; i < o->p->sym.n; i++) {
		const struct sym *s = program_sym(o->p, (struct sym_id){ i });
		whole |= s->fn.i && strcmp(program_str(o->p, s->name), "main") == 0;
	}
	return whole;
}
