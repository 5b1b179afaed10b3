/* Guards that the source declares and the code does not keep, although nothing races: all accesses hold some lock, but not the
 * one that is declared. Where there is a race, that says so itself (race/tell/finding.c).
 *
 * An access is told if another one may happen at the same time, one of the two writes, it surely does not hold the lock, and its
 * function is not annotated as unchecked. A lock whose name is not known may be the one. */
#include <string.h>

#include "annotate/learn.h"
#include "base/store/hash.h"
#include "base/limit.h"
#include "ir/declared.h"

struct breaking {
	struct learning *l;
	struct declarations declared;
	const struct guard_group *group;
	const char *annotation, *wanted; /* "guarded_by &lock"; "&lock", as learning_lock writes it */
	uint64_t compared;
	/* what is told: the first place in the source */
	struct finding_place at, other_at;
	uint32_t use, other;
	struct fn_id fn;
};

static const char *annotation_of(const struct program *p, const struct group_key *k)
{
	const char *word = k->pointee ? "pt_guarded_by " : "guarded_by ";

	if (k->record)
		return k->offset < 0 ? NULL : declared_of_member(p, (struct type_id){ k->record }, (uint64_t)k->offset, word);
	return k->sym ? declared_of_variable(p, (struct sym_id){ k->sym }, k->offset, word) : NULL;
}

static const char *wanted_name(struct breaking *b)
{
	const struct program *p = b->l->r->p;
	struct bytes rest = declared_operands(b->annotation), operand;
	struct declared_lock lock;
	const struct sym *s;

	if (!declared_next(&rest, &operand) ||
	    !declared_lock(&b->declared, (struct type_id){ b->group->key.record }, operand, &lock))
		return NULL;
	if (lock.record.i)
		return arena_format(&b->l->scratch, "&%s", learning_path(&b->l->scratch, p, lock.record, lock.offset) + 1);
	s = program_sym(p, lock.sym);
	return arena_format(&b->l->scratch, "%s%s", program_str(p, s->source.i ? s->source : s->name),
			    lock.offset ? learning_path(&b->l->scratch, p, s->type, lock.offset) : "");
}

/* "&lock" and "lock" mean the same to who has written it. */
static bool is_wanted(const struct breaking *b, const char *name)
{
	return !strcmp(name + (*name == '&'), b->wanted + (*b->wanted == '&'));
}

static bool may_hold(struct breaking *b, const struct use *u)
{
	uint32_t n;
	const struct held *g = use_locks(b->l->r, u, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t name = learning_lock(b->l, u, &g[i]);
		if (!name || is_wanted(b, intern_get(&b->l->lock, name)))
			return true;
	}
	return false;
}

/* Contexts may know of a lock that the summaries have lost. */
static bool may_hold_there(struct breaking *b, uint32_t use, uint32_t leaf)
{
	const struct races *r = b->l->r;
	const char *wanted = b->wanted + (*b->wanted == '&');
	size_t len = strlen(wanted);
	uint32_t n, context = leaf_context(b->l->r, use, leaf);
	const struct held *l = contexts_locks(r->contexts, contexts_held(r->contexts, context, leaf_place(b->l->r, use, leaf).inst), &n);

	for (uint32_t i = 0; i < n; i++) {
		const char *name = name_context_lock(&b->l->scratch, r, l[i].term);
		size_t all = name ? strlen(name) : 0;
		if (!name || (all >= len && !strcmp(name + all - len, wanted)))
			return true;
	}
	return false;
}

static bool comes_before(const struct finding_place *a, const struct finding_place *b)
{
	int order = strcmp(a->file, b->file);

	if (order || a->line != b->line)
		return order ? order < 0 : a->line < b->line;
	return a->column < b->column;
}

/* Does a place of the first use, without the lock, meet one of the second? */
static void compare_uses(struct breaking *b, uint32_t use, uint32_t other)
{
	struct races *r = b->l->r;

	for (uint32_t i = 0; walk_reaches(r, use, i); i++) {
		struct fn_id fn = leaf_place(r, use, i).fn;
		struct finding_place at = place_of_code(b->l->out, r, fn, leaf_place(r, use, i).inst);
		if (race_is_unchecked(r, fn) || (b->use && !comes_before(&at, &b->at)) || may_hold_there(b, use, i))
			continue;
		for (uint32_t k = 0; walk_reaches(r, other, k); k++) {
			struct verdict v;
			if (limit_over(LIMIT_annotate_pairs, ++b->compared))
				return;
			v = prune_places(r, (struct place_of_use){ use, i }, (struct place_of_use){ other, k });
			if (v.prune != PRUNE_NOT && v.prune != PRUNE_LOCK)
				continue;
			b->at = at;
			b->use = use;
			b->fn = fn;
			b->other = other;
			b->other_at = place_of_code(b->l->out, r, leaf_place(r, other, k).fn, leaf_place(r, other, k).inst);
			break;
		}
	}
}

static void compare_kinds(struct breaking *x, uint32_t kind, uint32_t other)
{
	struct races *r = x->l->r;
	const struct use *a = &r->kind.at[kind].use, *b = &r->kind.at[other].use;

	if (!((a->flags | b->flags) & ACCESS_WRITE))
		return;
	if (!uses_conflict(a, b) || uses_alias(r, a, b) == ALIAS_NO)
		return;
	for (uint32_t i = 0; i < r->kind.at[kind].nmembers; i++)
		for (uint32_t k = 0; k < r->kind.at[other].nmembers; k++) {
			uint32_t s = r->member.at[r->kind.at[kind].member + i], t = r->member.at[r->kind.at[other].member + k];
			if (s == t && !r->threads->thread.at[s].self)
				continue;
			if (limit_over(LIMIT_annotate_pairs, ++x->compared))
				return;
			compare_uses(x, use_in(r, kind, i), use_in(r, other, k));
		}
}

static bool is_race(const struct breaking *b)
{
	for (uint32_t i = 0; i < b->group->kind.n; i++)
		if (b->l->r->kind.at[b->group->kind.at[i]].part == PART_TOLD)
			return true;
	return false;
}

static void find_broken(struct breaking *b)
{
	struct races *r = b->l->r;

	for (uint32_t i = 0; i < b->group->kind.n; i++) {
		uint32_t kind = b->group->kind.at[i];
		if (learning_excuses(b->l, kind) || may_hold(b, &r->kind.at[kind].use))
			continue;
		for (uint32_t k = 0; k < b->group->kind.n; k++)
			compare_kinds(b, kind, b->group->kind.at[k]);
	}
}

/* "pool.lock" of "pool.n" and "&lock" */
static const char *lock_text(struct arena *a, const char *object, const char *wanted)
{
	const char *dot = strrchr(object, '.');

	if (*wanted != '&')
		return arena_string(a, wanted);
	return dot ? arena_format(a, "%.*s%s", (int)(dot + 1 - object), object, wanted + 1) : arena_string(a, wanted + 1);
}

static struct finding finding_of(struct breaking *b)
{
	struct arena *a = b->l->out;
	struct races *r = b->l->r;
	const struct location at = { .use = b->use };
	size_t word = strcspn(b->annotation, " ");
	struct finding x = { .rule = RULE_INCONSISTENT_LOCK, .guard = "", .place = b->at, .doubt = b->group->key.record != 0 };
	const char *text = arena_format(a, "%.*s(%s)", (int)word, b->annotation, b->annotation + word + 1);
	struct finding_note *note = arena_new(a, struct finding_note);

	x.object = name_location(a, r, &at);
	x.lock = lock_text(a, x.object, b->wanted);
	x.function = arena_string(a, program_fn_name(r->p, b->fn));
	x.message = arena_format(a, "'%s' is declared %s, but '%s' is not held here; '%s' is", x.object, text, x.lock,
				 name_locks(a, r, &r->use.at[b->use]));
	*note = (struct finding_note){ b->other_at, arena_format(a, "accessed here, too, with '%s' held",
								 name_locks(a, r, &r->use.at[b->other])) };
	x.note = note;
	x.nnotes = comes_before(&b->at, &b->other_at) || comes_before(&b->other_at, &b->at);
	finding_fact(a, &x, FACT_concurrent, 1, "a lock is held");
	finding_fact(a, &x, FACT_declared, 1, text);
	text = arena_format(&b->l->scratch, "%s|%s|%s|%s", rule_name(x.rule), x.object, x.function, b->annotation);
	x.fingerprint = hash_much(text, strlen(text), 0);
	return x;
}

void annotate_broken(struct arena *out, struct races *r, struct finding_list *to)
{
	struct learning l = { .out = out, .r = r, .members = true };
	struct breaking b = { .l = &l };
	struct arena names;

	arena_init(&names, "declared");
	if (declarations_find(&names, r->p, &b.declared)) {
		declarations_count(&b.declared);
		learning_begin(&l);
		for (uint32_t i = 0; i < l.group.n; i++) {
			b.group = &l.group.at[i];
			b.annotation = annotation_of(r->p, &b.group->key);
			l.record = b.group->key.record;
			b.wanted = b.annotation && !is_race(&b) ? wanted_name(&b) : NULL;
			b.use = b.other = 0;
			b.compared = 0;
			if (!b.wanted)
				continue;
			find_broken(&b);
			if (b.use)
				*vec_add(out, &to->at) = finding_of(&b);
		}
		arena_release(&l.scratch);
	}
	arena_release(&names);
}
