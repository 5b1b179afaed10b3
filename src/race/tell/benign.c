/* Memory that somebody has declared benign: a variable, or a member of a record.
 *
 *     benign hits                      the variable
 *     benign struct conn.seen          the member, of whatever is a struct conn: behind a pointer, in a variable, in an array,
 *     inside
 *                                      another record; what the member holds, if it is a record itself, as well
 *
 * A record without a tag is called as a typedef calls it. A member may also be called by the variable that it is in, as reports
 * do. What a union holds may be called by any of its members.
 *
 * misses  records nested deeper than race-nested, or with more members than race-members on the way */
#include "race/build.h"

enum { BENIGN_DEPTH = 16 }; /* the most that limits.def allows */

struct benign {
	struct races *r;
	struct arena *scratch;
	const char *path[BENIGN_DEPTH]; /* names of what is looked at, from each record around it: "server.totals.hits", "totals.hits" */
	uint32_t n;
	uint32_t left; /* members to look at */
};

static bool is_declared(const struct races *r, enum model_subject subject, const char *name)
{
	return model_find_in(r->points->models, MODEL_BENIGN_SPACE, subject, name) != NULL;
}

static bool part_is_declared(struct benign *b, struct type_id type, uint64_t at, uint64_t bits);

/* `at`: the bit inside the record. What `b` has on entry it has again on return. */
static bool member_is_declared(struct benign *b, const struct field *m, uint64_t at, uint64_t bits)
{
	const char *before[BENIGN_DEPTH];
	uint32_t n = b->n;
	bool found = false;

	for (uint32_t i = 0; i < n; i++) {
		before[i] = b->path[i];
		if (!m->name.i)
			continue;
		b->path[i] = arena_format(b->scratch, "%s.%s", b->path[i], program_str(b->r->p, m->name));
		found |= is_declared(b->r, MODEL_FIELD, b->path[i]);
	}
	found = found || part_is_declared(b, m->type, at - m->offset, bits);
	b->n = n;
	for (uint32_t i = 0; i < n; i++)
		b->path[i] = before[i];
	return found;
}

/* Is some member declared that holds the bits from `at` on, in what is of this type? */
static bool part_is_declared(struct benign *b, struct type_id type, uint64_t at, uint64_t bits)
{
	struct type_id record = type_strip(b->r->p, type);
	const struct type *t = program_type(b->r->p, record);
	uint64_t element;

	for (uint32_t dimensions = 0; t->kind == TYPE_ARRAY && !limit_full(LIMIT_race_nested, dimensions); dimensions++) {
		record = type_strip(b->r->p, t->base);
		t = program_type(b->r->p, record);
		element = t->size;
		at = element ? at % element : at;
	}
	if ((t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) || limit_full(LIMIT_race_nested, b->n))
		return false;
	b->path[b->n++] = name_record(b->r->p, record);
	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *m = &b->r->p->field.at[t->field + k];
		uint64_t size = m->width ? m->width : program_type(b->r->p, type_strip(b->r->p, m->type))->size;
		if (!b->left) {
			limit_met(LIMIT_race_members);
			return false;
		}
		b->left--;
		if (m->offset <= at && at < m->offset + size && at + bits <= m->offset + size && member_is_declared(b, m, at, bits))
			return true;
	}
	return false;
}

static bool is_member_of(struct races *r, struct arena *scratch, struct type_id type, int64_t offset, const struct use *u)
{
	struct benign b = { .r = r, .scratch = scratch, .left = limit(LIMIT_race_members) };

	return offset >= 0 && part_is_declared(&b, type, (uint64_t)offset * 8 + u->bit, u->nbits ? u->nbits : (uint64_t)u->size * 8);
}

/* As the user may call it who has read a report. */
static bool has_told_name(struct races *r, struct arena *scratch, const struct use *u, bool variable)
{
	const char *field = name_field(scratch, r, u), *path = variable ? name_variable(scratch, r, u) : NULL;

	return (field && is_declared(r, MODEL_FIELD, field)) || (path && is_declared(r, MODEL_FIELD, path));
}

bool use_is_benign(struct races *r, const struct use *u)
{
	struct sym_id sym = r->benign ? use_variable(r, u) : (struct sym_id){ 0 };
	const struct konst *member = r->benign && u->member.i ? program_konst(r->p, u->member) : NULL;
	struct anchor from = anchor_of(r->term, u->at);
	struct arena scratch;
	bool benign;

	if (!r->benign)
		return false;
	if (sym.i && is_declared(r, MODEL_SYMBOL, program_str(r->p, program_sym(r->p, sym)->name)))
		return true;
	arena_init(&scratch, "race scratch");
	benign = has_told_name(r, &scratch, u, sym.i != 0) ||
		 (member && is_member_of(r, &scratch, member->type, (int64_t)member->lo, u)) ||
		 (sym.i && is_member_of(r, &scratch, program_sym(r->p, sym)->type, from.offset + from.elements, u));
	arena_release(&scratch);
	return benign;
}
