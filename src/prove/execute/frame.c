/* frame: threads, their frames, and the values in them. */
#include <string.h>

#include "prove/search/execute.h"

struct prove_thread *execute_thread(struct execution *m)
{
	return &m->thread[m->core.current];
}

struct frame *execute_frame(struct execution *m)
{
	struct prove_thread *t = execute_thread(m);

	return &t->frame[t->depth - 1];
}

struct fn_id execute_fn(const struct frame *f)
{
	return f->fn->body.fn;
}

/* ---- frames ---- */

static uint32_t size_class(size_t bytes)
{
	uint32_t c = 0;

	while (((size_t)64 << c) < bytes)
		c++;
	return c;
}

static size_t frame_bytes(const struct seq_fn *f)
{
	return body_value(&f->body, f->body.inst.n) * sizeof(struct value) + f->body.block.n * sizeof(uint16_t);
}

/* Registers come from frames that are gone, where there are some of that size. */
static void *take_registers(struct execution *m, size_t bytes)
{
	uint32_t c = size_class(bytes);
	void *p;

	if (c >= FRAME_CLASSES)
		return NULL;
	p = m->spare[c];
	if (!p)
		return region_alloc(&m->region, (size_t)64 << c);
	region_save(&m->region, &m->spare[c], sizeof *m->spare);
	memcpy(&m->spare[c], p, sizeof p);
	return p;
}

static void give_registers(struct execution *m, void *p, size_t bytes)
{
	uint32_t c = size_class(bytes);

	region_save(&m->region, p, sizeof p);
	memcpy(p, &m->spare[c], sizeof p);
	region_save(&m->region, &m->spare[c], sizeof *m->spare);
	m->spare[c] = p;
}

static void leave(struct execution *m)
{
	struct frame *f;

	if (m->core.current == NOBODY || !execute_thread(m)->depth)
		return;
	f = execute_frame(m);
	region_save(&m->region, f, sizeof *f);
	f->op = m->core.op;
	f->from = m->core.from;
}

static void arrive(struct execution *m)
{
	m->core.op = execute_frame(m)->op;
	m->core.from = execute_frame(m)->from;
}

static bool add_frame(struct execution *m, struct prove_thread *t, struct seq_fn *fn, const struct value *arg, uint32_t n,
		      uint8_t purpose)
{
	size_t bytes = frame_bytes(fn);
	uint32_t nparams = fn->body.param.n;
	struct frame *f;

	if (t->depth >= m->opt->depth || t->depth >= MOST_DEPTH) {
		execute_cut(m, CUT_DEPTH, NULL);
		return false;
	}
	region_save(&m->region, &t->depth, sizeof t->depth);
	f = &t->frame[t->depth++];
	region_save(&m->region, f, sizeof *f);
	*f = (struct frame){ .fn = fn, .purpose = purpose };
	f->reg = take_registers(m, bytes);
	if (!f->reg || m->region.full) {
		execute_cut(m, CUT_MEMORY, NULL);
		return false;
	}
	f->visits = (uint16_t *)(void *)(f->reg + body_value(&fn->body, fn->body.inst.n));
	region_save(&m->region, f->visits, fn->body.block.n * sizeof *f->visits);
	memset(f->visits, 0, fn->body.block.n * sizeof *f->visits);
	region_save(&m->region, f->reg, (nparams + 1) * sizeof *f->reg);
	for (uint32_t i = 0; i < nparams; i++)
		f->reg[i + 1] = i < n ? arg[i] : (struct value){ 0 };
	return true;
}

bool execute_push(struct execution *m, struct seq_fn *fn, const struct value *arg, uint32_t n, uint8_t purpose)
{
	leave(m);
	if (!add_frame(m, execute_thread(m), fn, arg, n, purpose))
		return false;
	arrive(m);
	return true;
}

/* Its stack objects end with it. */
void execute_pop(struct execution *m)
{
	struct prove_thread *t = execute_thread(m);
	struct frame *f = execute_frame(m);

	for (uint32_t room = f->rooms; room; room = m->space.room[room]->next)
		space_kill(&m->space, room);
	give_registers(m, f->reg, frame_bytes(f->fn));
	region_save(&m->region, &t->depth, sizeof t->depth);
	t->depth--;
	if (t->depth)
		arrive(m);
}

/* ---- threads ---- */

uint32_t execute_spawn(struct execution *m, struct fn_id fn, const struct value *arg, uint32_t n)
{
	uint32_t id = m->core.nthreads;
	struct prove_thread *t = &m->thread[id];
	size_t depth = m->opt->depth < MOST_DEPTH ? m->opt->depth : MOST_DEPTH;

	if (id == SPACE_THREADS) {
		execute_cut(m, CUT_THREADS, NULL);
		return NOBODY;
	}
	m->core.nthreads++;
	region_save(&m->region, t, sizeof *t);
	*t = (struct prove_thread){ .status = THREAD_READY, .mask = m->core.current == NOBODY ? 0 : execute_thread(m)->mask };
	t->frame = region_alloc(&m->region, depth * sizeof *t->frame);
	if (!t->frame || m->region.full) {
		execute_cut(m, CUT_MEMORY, NULL);
		return NOBODY;
	}
	for (uint32_t i = 0; i < n; i++)
		if (value_known(arg[i]))
			space_escape(&m->space, arg[i].lo);
	order_spawn(m, id);
	return add_frame(m, t, seq_function(m->seq, fn), arg, n, FRAME_BOTTOM) ? id : NOBODY;
}

static void end_segment(struct execution *m)
{
	struct schedule_segment *s;

	if (!m->core.segment || m->core.current == NOBODY)
		return;
	CHECK(m->core.nsegments < MOST_SEGMENTS, "paths with too many segments have ended");
	s = &m->segment[m->core.nsegments];
	region_save(&m->region, s, sizeof *s);
	*s = (struct schedule_segment){ m->core.current, m->core.segment };
	m->core.nsegments++;
	m->core.segment = 0;
}

void execute_switch(struct execution *m, uint32_t thread)
{
	end_segment(m);
	leave(m);
	m->core.current = thread;
	if (thread == NOBODY)
		return;
	m->space.thread = thread;
	m->core.arrived = true;
	region_save(&m->region, &m->thread[thread].status, 1);
	region_save(&m->region, &m->thread[thread].blocked, sizeof(bool));
	m->thread[thread].status = THREAD_RUNNING;
	m->thread[thread].blocked = false;
	arrive(m);
}

/* ---- values ---- */

uint32_t execute_bits(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	if (t->kind == TYPE_VECTOR || t->size > UINT32_MAX)
		return 0;
	return t->kind == TYPE_POINTER ? p->unit.at[1].pointer_bytes * 8 : (uint32_t)t->size;
}

/* The value of a local variable that nobody has set: one that the path has, whatever it is. Of a pointer null, and of a struct in
 * registers zeros: to use the first is undefined, the second is padding. NULL: that. */
static struct value *undefined_value(struct execution *m, const struct program *p, uint32_t i)
{
	const struct konst *k = program_konst(p, (struct konst_id){ i });
	const struct type *t = program_type(p, type_strip(p, k->type));
	struct value *v = &m->undefined[i];

	if (k->kind != KONST_UNDEF || p != m->seq->p || (t->kind != TYPE_INT && t->kind != TYPE_FLOAT))
		return NULL;
	if (!t->size || t->size > 64)
		return NULL;
	if (!v->bits) {
		region_save(&m->region, v, sizeof *v);
		*v = value_symbol(&m->smt, (uint32_t)t->size);
	}
	return v;
}

static struct value constant(struct execution *m, const struct program *p, uint32_t i)
{
	const struct konst *k = program_konst(p, (struct konst_id){ i });
	const struct value *any;
	struct bytes data;
	value_wide n = 0;

	switch (k->kind) {
	case KONST_INT:
	case KONST_FLOAT:
		return value_number_wide(execute_bits(p, k->type), (value_wide)k->hi << 64 | k->lo);
	case KONST_NULL:
		return space_pointer(&m->space, 0);
	case KONST_UNDEF:
		any = undefined_value(m, p, i);
		return any ? *any : value_of_number(execute_bits(p, k->type), 0);
	case KONST_ZERO:
		return value_of_number(execute_bits(p, k->type), 0);
	case KONST_ADDR:
		return space_pointer(&m->space, space_symbol(&m->space, k->sym) + k->lo);
	case KONST_LABEL:
		return space_pointer(&m->space, space_label(&m->space, space_symbol(&m->space, k->sym), k->lo));
	case KONST_BYTES:
		data = program_bytes(p, k->data);
		if (data.len > sizeof n || !data.len)
			return (struct value){ 0 };
		memcpy(&n, data.at, data.len);
		return value_number_wide((uint32_t)data.len * 8, n);
	default:
		return (struct value){ 0 };
	}
}

struct value execute_get(struct execution *m, struct ref r)
{
	const struct frame *f = execute_frame(m);

	switch (ref_kind(r)) {
	case REF_VALUE: return f->reg[ref_index(r)];
	case REF_SYM: return space_pointer(&m->space, space_symbol(&m->space, (struct sym_id){ ref_index(r) }));
	case REF_KONST: return constant(m, f->fn->p, ref_index(r));
	default: return (struct value){ 0 };
	}
}

bool execute_need(struct execution *m, struct ref r, struct value *out)
{
	*out = execute_get(m, r);
	if (!out->ast)
		return true;
	m->refine = ref_kind(r) == REF_KONST ? &m->undefined[ref_index(r)] : &execute_frame(m)->reg[ref_index(r)];
	return false;
}

void execute_set(struct execution *m, uint32_t inst, struct value v)
{
	struct frame *f = execute_frame(m);
	struct value *r = &f->reg[body_value(&f->fn->body, inst)];

	region_save(&m->region, r, sizeof *r);
	*r = v;
}

void execute_next(struct execution *m)
{
	m->core.op++;
}

void execute_count(struct execution *m)
{
	m->core.steps++;
	m->core.segment++;
	m->steps++;
}

/* ---- ends ---- */

enum step execute_dead(struct execution *m, const char *why)
{
	m->end = why;
	return STEP_DEAD;
}

enum step execute_cannot(struct execution *m, const char *what)
{
	const struct frame *f = execute_frame(m);
	const struct body *b = &f->fn->body;
	const struct seq_op *op = &f->fn->op[m->core.op];
	const struct loc *loc = &b->loc.at[b->inst.at[op->inst].loc];

	if (!m->cannot)
		m->cannot = arena_format(m->arena, "%s in %s (%s:%u)", what, program_fn_name(f->fn->p, b->fn),
					 program_str(f->fn->p, loc->file), loc->line);
	m->end = what;
	return STEP_DEAD;
}

enum step execute_wrong(struct execution *m)
{
	if (m->space.too_large)
		return execute_cannot(m,
				      arena_format(m->arena, "an object of %llu bytes", (unsigned long long)m->space.too_large));
	if (m->space.trouble == SPACE_TOO_WIDE)
		return execute_cannot(m, m->space.why);
	if (m->region.full || m->space.trouble == SPACE_NO_MEMORY)
		execute_cut(m, CUT_MEMORY, NULL);
	else if (m->space.trouble == SPACE_NO_ROOMS)
		execute_cut(m, CUT_OBJECTS, NULL);
	return execute_dead(m, m->space.why);
}
