#include "prove/search/visitor.h"

static bool is_begun(const struct prove_thread *t)
{
	return t->signal && t->carrier && t->status != THREAD_FINISHED;
}

bool visitor_is_on(const struct execution *m, uint32_t carrier)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (is_begun(&m->thread[i]) && m->thread[i].carrier == carrier + 1)
			return true;
	return false;
}

static bool may_carry(const struct execution *m, uint32_t id, uint8_t signal)
{
	const struct prove_thread *t = &m->thread[id];

	return !t->signal && (t->status == THREAD_READY || t->status == THREAD_RUNNING || t->status == THREAD_PARKED) &&
	       !(t->mask >> (signal - 1) & 1) && !visitor_is_on(m, id);
}

/* Who is of no more use; else who stands at its part of the goal, and will not move; else who runs; else anybody. */
static uint32_t carrier_for(const struct execution *m, uint8_t signal)
{
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (m->thread[i].status != THREAD_PARKED && may_carry(m, i, signal) && !execute_can_reach(m, i))
			return i;
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (m->thread[i].status == THREAD_PARKED && may_carry(m, i, signal))
			return i;
	if (m->core.current != NOBODY && may_carry(m, m->core.current, signal))
		return m->core.current;
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (may_carry(m, i, signal))
			return i;
	return NOBODY;
}

/* Those of one call begin in their order: the others would be the same again. */
bool visitor_may_begin(const struct execution *m, uint32_t id)
{
	const struct prove_thread *t = &m->thread[id];

	if (m->discipline || m->apart || (t->later && m->thread[id - 1].status == THREAD_READY))
		return false;
	return carrier_for(m, t->signal) != NOBODY;
}

void visitor_begin(struct execution *m, uint32_t id)
{
	struct prove_thread *t = &m->thread[id];

	region_save(&m->region, &t->carrier, sizeof t->carrier);
	t->carrier = carrier_for(m, t->signal) + 1;
}

/* What a handler with three parameters is told: a siginfo_t that holds nothing but the number. */
static bool arguments(struct execution *m, uint32_t signal, struct value arg[3])
{
	enum { SIGINFO = 128 };
	uint64_t info = space_new(&m->space, ROOM_HEAP, SIGINFO);

	arg[0] = value_of_number(32, signal);
	arg[1] = space_pointer(&m->space, info);
	arg[2] = space_pointer(&m->space, 0);
	return info && space_write(&m->space, info, value_of_number(32, signal));
}

/* It has begun, and not taken a step: as if it had not. */
static bool has_run(const struct execution *m, uint32_t id)
{
	if (id == m->core.current && m->core.segment)
		return true;
	for (uint32_t i = 0; i < m->core.nsegments; i++)
		if (m->segment[i].thread == id)
			return true;
	return false;
}

bool visitor_install(struct execution *m, uint32_t signal, struct fn_id fn)
{
	struct value arg[3];

	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (m->thread[i].signal == signal && m->thread[i].status != THREAD_FINISHED && !has_run(m, i)) {
			m->core.nparked -= m->thread[i].status == THREAD_PARKED;
			region_save(&m->region, &m->thread[i].status, 1);
			m->thread[i].status = THREAD_FINISHED;
		}
	if (fn.i)
		execute_cut(m, CUT_HANDLERS, program_fn_name(m->seq->p, fn));
	for (uint32_t k = 0; fn.i && k < VISITORS; k++) {
		uint32_t id, n = seq_function(m->seq, fn)->body.param.n;
		if (!arguments(m, signal, arg))
			return false;
		id = execute_spawn(m, fn, arg, n < 3 ? n : 3);
		if (id == NOBODY)
			return false;
		m->thread[id].signal = (uint8_t)signal;
		m->thread[id].later = k > 0;
	}
	return true;
}
