/* Where an execution ends, as a finding tells it: who stands at which access, by which calls he got there and with which locks;
 * of a deadlock also where each one took what the others wait for. */
#include "ir/finding/overlap.h"
#include "prove/machine/parts.h"
#include "prove/replay/replay.h"

enum { MOST_PARENTS = 16, MOST_CALLS = 64 };

/* As the phases name places: the innermost line, also of what was inlined. */
static struct finding_place place_of(struct arena *a, struct machine *m, struct fn_id fn, uint32_t inst)
{
	const struct body *b = &machine_code(m->image, fn)->body;
	const struct loc *l = &b->loc.at[b->inst.at[inst].loc];

	return (struct finding_place){ arena_string(a, l->file.i ? program_str(m->image->p, l->file) : ""), l->line, l->column };
}

/* "main > pthread_create(worker)". Of a harness: the function that was started, and nothing before it. */
static const char *thread_name(struct arena *a, struct machine *m, uint32_t thread)
{
	const char *text = "";

	for (uint32_t n = 0; n < MOST_PARENTS; n++) {
		const struct machine_thread *t = machine_thread(m, thread);
		const char *one = program_fn_name(m->image->p, t->start);
		if (t->parent)
			one = arena_format(a, "%s(%s)", program_str(m->image->p, program_sym(m->image->p, t->how)->name), one);
		text = *text ? arena_format(a, "%s > %s", one, text) : one;
		if (!t->parent)
			break;
		thread = t->parent - 1;
	}
	return arena_string(a, text);
}

/* The calls on the stack, outermost first; the innermost ones of a deep one. */
static void add_frames(struct arena *a, struct machine *m, uint32_t thread, struct finding_access *x)
{
	const struct machine_thread *t = machine_thread(m, thread);
	uint32_t first = t->frame.n > MOST_CALLS ? t->frame.n - MOST_CALLS : 0;
	struct finding_frame *frame = arena_array(a, t->frame.n - first + 1, sizeof *frame);
	const char *chain = first ? "..." : "";

	x->frame = frame;
	for (uint32_t i = first; i < t->frame.n; i++) {
		const struct machine_frame *f = &t->frame.at[i];
		const char *name;
		if (f->kind != FRAME_CODE)
			continue;
		name = arena_string(a, program_fn_name(m->image->p, f->fn));
		frame[x->nframes++] = (struct finding_frame){ name, place_of(a, m, f->fn, f->inst) };
		chain = arena_format(a, "%s%s%s", chain, *chain ? " > " : "", name);
	}
	x->chain = chain;
}

struct finding_access replay_access(struct arena *a, struct machine *m, uint32_t thread, const char *locks)
{
	struct finding_access x = { .kind = "", .thread = thread_name(a, m, thread), .chain = "", .function = "", .locks = locks };
	const struct machine_frame *f = machine_thread(m, thread)->frame.n ? machine_top(m, thread) : NULL;

	x.place.file = "";
	x.signal = machine_thread(m, thread)->signal ? SIGNAL_ONE : SIGNAL_NOT;
	x.start = machine_thread(m, thread)->start.i;
	if (!f || f->kind != FRAME_CODE)
		return x;
	x.fn = f->fn.i;
	x.inst = f->inst;
	x.function = arena_string(a, program_fn_name(m->image->p, f->fn));
	x.place = place_of(a, m, f->fn, f->inst);
	add_frames(a, m, thread, &x);
	return x;
}

static const char *kind_of(const struct machine_access *x)
{
	static const char *const of[] = { [OF_MAKING] = "initialisation", [OF_USING] = "use", [OF_ENDING] = "destroy" };

	if (x->of)
		return of[x->of];
	if (x->frees)
		return "free";
	if (x->atomic)
		return x->write ? "atomic write" : "atomic read";
	return x->write ? "write" : "read";
}

static bool is_conflict(const struct machine_access *x, const struct machine_access *y)
{
	return x->at < y->at + y->bytes && y->at < x->at + x->bytes && (x->write || y->write) && !(x->atomic && y->atomic);
}

void replay_kinds(const struct machine_look *one, const struct machine_look *other, const char *kind[2])
{
	for (uint32_t i = 0; i < one->naccesses; i++)
		for (uint32_t k = 0; k < other->naccesses; k++)
			if (is_conflict(&one->access[i], &other->access[k])) {
				kind[0] = kind_of(&one->access[i]);
				kind[1] = kind_of(&other->access[k]);
				return;
			}
}

const char *replay_overlap(struct arena *a, struct machine *m, const struct schedule *s)
{
	struct overlap_side side[SCHEDULE_SIDES] = { 0 };
	uint32_t n = s->place.n < SCHEDULE_SIDES ? s->place.n : SCHEDULE_SIDES;

	for (uint32_t i = 0; i < n; i++) {
		const struct machine_thread *t = machine_thread(m, s->place.at[i].thread);
		struct overlap_side *x = &side[i];
		if (!t->parent && s->start == START_ROOTS)
			return "";
		*x = (struct overlap_side){ .kind = t->signal ? OVERLAP_SIGNAL : t->parent ? OVERLAP_THREAD : OVERLAP_MAIN,
					    .thread = i,
					    .function = program_fn_name(m->image->p, t->start) };
		if (t->parent)
			x->start = place_of(a, m, t->parent_fn, t->parent_inst);
		for (uint32_t k = 0; k < i; k++) { /* started by one call: a class */
			const struct machine_thread *u = machine_thread(m, s->place.at[k].thread);
			if (t->parent && u->parent && t->start.i == u->start.i && t->parent_fn.i == u->parent_fn.i &&
			    t->parent_inst == u->parent_inst && t->signal == u->signal) {
				x->thread = side[k].thread;
				x->many = side[k].many = true;
			}
		}
	}
	return overlap_text(a, side, n);
}
