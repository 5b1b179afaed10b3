/* known: what a path has learned of values as numbers, by tests on the way; and of formals, as conditions that
 * callers understand. */
#ifndef SUMMARY_KNOWN_H
#define SUMMARY_KNOWN_H

#include "summary/function/work.h"

/* What is known of a term, as a number. */
struct fact known_look(const struct work *w, const struct path_state *s, uint32_t term);
void known_keep(const struct work *w, struct path_state *s, struct fact now);
/* False: it cannot be so, the path ends. */
bool known_assume(const struct work *w, struct path_state *s, uint32_t term, uint8_t compare, int64_t k);
bool known_assume_signs(const struct work *w, struct path_state *s, uint32_t term, uint8_t signs);
/* reason.c: has a wait failed in this state, and not for the reason that a comparison asks for, which is not met? There is no
 * such state. */
bool reason_is_other(const struct work *w, const struct path_state *s, const struct inst *compare, uint8_t sub);
/* Names that this block makes anew. */
void known_forget(const struct work *w, struct path_state *s, uint32_t block);
/* What both know. True: `to` knows less than before. */
bool known_join(struct path_state *to, const struct path_state *from);
uint32_t known_join_conditions(struct work *w, uint32_t a, uint32_t b);

/* The states behind a call: one for each way it comes back that has locks of its own. */
struct forks {
	struct path_state at[16];
	uint32_t n;
};
static inline void forks_copy(struct forks *to, const struct forks *from) /* those that there are: it is large */
{
	for (uint32_t i = 0; i < from->n; i++)
		to->at[i] = from->at[i];
	to->n = from->n;
}
void step_call(struct work *w, uint32_t inst, struct forks *f);
void step_spin(struct work *w, uint32_t inst, enum spin_step step, struct forks *f);
void step_merge(struct work *w, struct forks *f);

#endif
