/* Signal handlers on the machine: threads that stand on another one (schedule.h, "Visitors"). */
#include "prove/machine/parts.h"

bool machine_signal_installs(const struct model_row *r)
{
	return r->verb == MODEL_HANDLER && r->kind == MODEL_KIND_SIGNAL;
}

static bool is_there(const struct machine_thread *t)
{
	return t->signal && t->steps && !t->ended;
}

/* The thread that a visitor stands on, by the schedule. UINT32_MAX: it says nothing. */
static uint32_t carrier_of(const struct machine *m, uint32_t visitor)
{
	for (uint32_t i = 0; m->schedule && i < m->schedule->visit.n; i++)
		if (m->schedule->visit.at[i].visitor == visitor)
			return m->schedule->visit.at[i].carrier;
	return UINT32_MAX;
}

bool machine_signal_carries(const struct machine *m, uint32_t thread, uint32_t visitor)
{
	return m->thread.at[visitor].signal && carrier_of(m, visitor) == thread;
}

bool machine_signal_shares(const struct machine *m, uint32_t a, uint32_t b)
{
	return a != b && m->thread.at[a].signal && m->thread.at[b].signal && carrier_of(m, a) == carrier_of(m, b);
}

static bool carries_any(const struct machine *m, uint32_t thread)
{
	for (uint32_t i = 0; i < m->thread.n; i++)
		if (is_there(&m->thread.at[i]) && carrier_of(m, i) == thread)
			return true;
	return false;
}

static const char *handlers_forbid(const struct machine *m, uint32_t thread)
{
	const struct machine_thread *t = &m->thread.at[thread], *on;
	uint32_t carrier;

	if (carries_any(m, thread))
		return "is interrupted by a handler";
	if (!t->signal || t->steps)
		return NULL;
	carrier = carrier_of(m, thread);
	if (carrier >= m->thread.n)
		return "is a handler that interrupts nobody";
	on = &m->thread.at[carrier];
	if (on->signal || on->ended || carries_any(m, carrier))
		return "is a handler that interrupts a thread that cannot be";
	return on->mask >> (t->signal - 1) & 1 ? "is a handler of a signal that is blocked" : NULL;
}

const char *machine_forbids(const struct machine *m, uint32_t thread)
{
	return m->section && m->section != thread + 1 ? "runs while another one is in an atomic section" : handlers_forbid(m, thread);
}

bool machine_signal_pending(const struct machine *m, uint32_t thread)
{
	return m->thread.at[thread].signal && !m->thread.at[thread].steps;
}

static bool add_visitor(struct machine_call *call, uint32_t signal, struct fn_id fn)
{
	enum { SIGINFO = 128 };
	struct machine *m = call->m;
	uint32_t info = machine_new_object(m, (struct machine_object){ .kind = MACHINE_HEAP, .size = SIGINFO });
	uint64_t arg[3] = { signal, info ? machine_address(m, info, 0) : 0, 0 };
	uint32_t id = info ? machine_new_thread(m, fn, arg, 3) : UINT32_MAX;

	if (id == UINT32_MAX || !machine_write_number(m, arg[1], 4, signal))
		return false;
	m->thread.at[id].signal = (uint8_t)signal;
	machine_started_by(call, id);
	return true;
}

/* The first one replaces the default, 0. Later ones do not, and nobody can handle SIGKILL. */
static void assume_default(struct machine_call *call, const struct model_row *r, uint64_t signal)
{
	enum { KILL = 9, STOP = 19 };
	bool valid = signal && signal <= 64 && signal != KILL && signal != STOP;
	bool first = valid && !(call->m->handled >> (signal - 1) & 1);

	if (machine_is_used(call) && (!valid || (!first && !r->fn.deref)))
		machine_assume_result(call, 0, r->fn.deref ? 4 : call->m->image->word, false);
	if (valid)
		call->m->handled |= (uint64_t)1 << (signal - 1);
}

uint64_t machine_signal_install(struct machine_call *call, const struct model_row *r)
{
	struct machine *m = call->m;
	uint64_t signal = call_place(call, &r->on) & UINT32_MAX, fn = call_place(call, &r->fn), offset;
	const struct machine_object *o;

	if (r->fn.deref && !call->arg[r->fn.arg]) /* it only asks */
		return 0;
	if (r->fn.deref && !machine_read_number(m, fn, m->image->word, &fn))
		return 0;
	o = machine_object_at(m, fn, &offset);
	assume_default(call, r, signal);
	if (!schedule_signal_comes(signal))
		return 0;
	for (uint32_t i = 0; i < m->thread.n; i++)
		if (m->thread.at[i].signal == signal && !m->thread.at[i].steps)
			m->thread.at[i].ended = true;
	if (o && o->kind == MACHINE_FUNCTION && !offset && program_sym(m->image->p, o->sym)->fn.i)
		for (uint32_t k = 0; k < VISITORS; k++)
			if (!add_visitor(call, (uint32_t)signal, program_sym(m->image->p, o->sym)->fn))
				return 0;
	return 0;
}

/* ---- sets of signals: their first eight bytes, as in glibc ---- */

bool machine_signal_set(struct machine_call *call, enum machine_signal_change what)
{
	uint64_t set = 0, bit = (uint64_t)1 << ((call->arg[1] - 1) & 63);

	if (what == SIGNALS_ADD || what == SIGNALS_REMOVE) {
		if ((uint32_t)call->arg[1] - 1 > 63)
			return machine_stop(call->m, MACHINE_UNKNOWN, "a signal that there is not");
		if (!machine_read_number(call->m, call->arg[0], 8, &set))
			return false;
		set = what == SIGNALS_ADD ? set | bit : set & ~bit;
	}
	return machine_write_number(call->m, call->arg[0], 8, what == SIGNALS_ALL ? UINT64_MAX : set);
}

bool machine_signal_mask(struct machine_call *call)
{
	enum { BLOCK, UNBLOCK, SET };
	struct machine_thread *t = machine_thread(call->m, call->thread);
	uint64_t set = 0, old = t->mask;

	if (call->arg[1] && (uint32_t)call->arg[0] > SET)
		return machine_stop(call->m, MACHINE_UNKNOWN, "a change of a signal mask that there is not");
	if (call->arg[1] && !machine_read_number(call->m, call->arg[1], 8, &set))
		return false;
	if (call->arg[1])
		t->mask = (uint32_t)call->arg[0] == BLOCK ? old | set : (uint32_t)call->arg[0] == UNBLOCK ? old & ~set : set;
	return !call->arg[2] || machine_write_number(call->m, call->arg[2], 8, old);
}
