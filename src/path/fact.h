/* fact: what is known of a number at one point of a path: an interval, and a few numbers inside it that it is not.
 *
 *     if (n != 0) ...          then: any number without 0       else: 0 .. 0
 *     if (n < 8) ...           then: up to 7                    else: from 8
 *
 * Pointers are numbers of which only 0 means something. Numbers are as wide as their type and sign-extended; unsigned ones too.
 *
 * needs   comparisons with constants (enum compare)      gives   struct fact
 * misses  what two unknown numbers have to do with each other; more numbers in between than path-holes */
#ifndef PATH_FACT_H
#define PATH_FACT_H

#include <stdbool.h>
#include <stdint.h>

enum { FACT_HOLES = 4 }; /* the most that limits.def allows */

/* No padding, and equal facts are equal bytes: they are interned. */
struct fact {
	uint32_t of;    /* which number it is about, as the asker counts them: a term, a subject, a parameter */
	uint32_t holes;
	int64_t low, high;        /* low > high: there is no such number */
	int64_t hole[FACT_HOLES]; /* sorted, strictly between low and high; zeros behind `holes` */
};

static inline struct fact fact_any(uint32_t of)
{
	return (struct fact){ .of = of, .low = INT64_MIN, .high = INT64_MAX };
}
static inline struct fact fact_none(uint32_t of)
{
	return (struct fact){ .of = of, .low = 1 };
}
static inline struct fact fact_exact(uint32_t of, int64_t k)
{
	return (struct fact){ .of = of, .low = k, .high = k };
}
static inline struct fact fact_not_null(uint32_t of)
{
	return (struct fact){ .of = of, .holes = 1, .low = INT64_MIN, .high = INT64_MAX };
}
static inline bool fact_is_empty(const struct fact *f)
{
	return f->low > f->high;
}
static inline bool fact_is_exact(const struct fact *f)
{
	return f->low == f->high;
}
static inline bool fact_says_nothing(const struct fact *f)
{
	return f->low == INT64_MIN && f->high == INT64_MAX && !f->holes;
}
bool fact_excludes(const struct fact *, int64_t);
/* What is known of a number of which both are known. False: there is no such number. */
bool fact_and(struct fact *, const struct fact *);
/* Can one number be both? */
bool fact_meets(const struct fact *, const struct fact *);

/* The signed comparison that an unsigned one with k is, for a number that besides is not negative (unless it is COMPARE_ne); 0:
 * what is known of the number does not say. Comparisons that are signed already are themselves. */
uint8_t fact_signed(const struct fact *, uint8_t compare, int64_t k);
/* Adds that the number compares so with k. False: none does, and the fact is empty. */
bool fact_assume(struct fact *, uint8_t compare, int64_t k);
/* Does it compare so? 1, 0; -1: not known, or no comparison of integers. */
int fact_truth(const struct fact *, uint8_t compare, int64_t k);

/* Signs, as what is told apart about a result. */
enum sign_bit { SIGN_BELOW = 1, SIGN_ZERO = 2, SIGN_ABOVE = 4, SIGN_ANY = 7 };
uint8_t fact_signs(const struct fact *);
bool fact_assume_signs(struct fact *, uint8_t signs);

/* What both say, of no number or of all in between. FACT_SIGNS: an end that differs goes on to the next change of sign, so that a
 * number has few facts one after the other, however many are joined in a loop. True: `to` says less than before. */
enum fact_policy { FACT_HULL, FACT_SIGNS };
bool fact_join(struct fact *to, const struct fact *from, enum fact_policy);

/* Lists of facts, by `of`; what has none may be anything. */
uint32_t fact_list_find(const struct fact *, uint32_t n, uint32_t of); /* its place; n: there is none */
void fact_list_forget(struct fact *, uint32_t *n, uint32_t of);

#endif
