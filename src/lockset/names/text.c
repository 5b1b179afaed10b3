/* Names as people write them (term/text.h). */
#include "lockset/walk/engine.h"
#include "term/text.h"

static const char *const running[RUNNING_END] = { [RUNNING_HARD - 1] = "in an interrupt",
						  [RUNNING_SOFT - 1] = "in a softirq",
						  [RUNNING_SIGNAL - 1] = "in a signal handler",
						  [RUNNING_CUT - 1] = "after an error",
						  [RUNNING_GUESSED - 1] = "if a flag is set",
						  [RUNNING_FORGOT - 1] = "and others",
						  [MODEL_BIT_SIGNALS] = "signals off",
						  [MODEL_BIT_IRQ] = "interrupts off",
						  [MODEL_BIT_BH] = "softirqs off",
						  [MODEL_BIT_PREEMPT] = "preemption off",
						  [MODEL_BIT_PAGEFAULT] = "page faults off" };

/* Does the source of the function have a name for the value that a lock is named after? */
static bool has_words(const struct names *n, const struct term *root, struct fn_id fn)
{
	struct arena scratch;
	struct body b = { 0 };
	bool named;

	if (root->kind != TERM_PARAM && root->kind != TERM_RESULT)
		return true;
	if (root->a != fn.i)
		return false;
	arena_init(&scratch, "name");
	body_get(&scratch, n->points->p, fn, &b);
	named = root->kind == TERM_PARAM ? b.param.at[root->b].name.i : b.inst.at[root->b].name.i;
	arena_release(&scratch);
	return named;
}

const char *name_text(struct arena *a, const struct names *n, struct fn_id fn, uint32_t name)
{
	struct term root = term_root_of(&n->terms, name), class = term_get(&n->terms, name_class(n, name));
	struct term_asked asked = { .lock = true };

	if (root.kind == TERM_NAMED && !root.a)
		return running[root.b - 1];
	if (!has_words(n, &root, fn))
		name = name_class(n, name);
	if (!name || name_is_nameless(n, name))
		return "a lock";
	if (!term_is_class(root.kind) && class.kind == TERM_MEMBER && !class.b && class.offset == term_offset(&n->terms, name)) {
		asked.hint = term_thing(&n->terms, name);
		asked.type = (struct type_id){ class.a };
	}
	return term_text(a, &(struct term_words){ .points = n->points, .terms = &n->terms }, name, asked);
}
