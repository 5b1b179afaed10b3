/* smt: the solver, as far as it is needed: a path condition that grows and shrinks, and questions about it. Z3's headers are
 * seen in this folder only. The context is made when the first symbol is: most programs never ask for one. */
#ifndef PROVE_SMT_H
#define PROVE_SMT_H

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

/* A question that was answered with no: what was asked beyond the first n conditions, of which the last has this stamp. With more
 * conditions the answer is the same. */
struct smt_no {
	Z3_ast more;
	uint32_t n;
	uint64_t stamp;
};
enum { SMT_NOES = 256 };

struct smt {
	Z3_context z3; /* NULL: nothing symbolic yet */
	Z3_solver solver;
	Z3_ast *condition; /* the path condition: n of them */
	uint64_t *stamp;   /* by condition: no two that were ever added have the same */
	bool *bound;       /* by condition: smt_bound has added it */
	uint64_t stamps;
	struct smt_no no[SMT_NOES];
	uint32_t n, cap;
	uint32_t symbols;
	uint64_t steps;     /* for one question */
	uint64_t questions;
	bool gave_up;       /* a question was too hard */
	uint64_t spent;     /* Z3's own count of its steps */
	double deadline;    /* effort_now() */
	Z3_model last;      /* of the last question that was answered with yes: it often answers the next one, too */
	uint32_t good;      /* so many of the conditions it makes true, surely */
};

enum smt_answer { SMT_NO, SMT_YES, SMT_UNKNOWN };

void smt_init(struct smt *, uint64_t steps);
/* an empty path condition; the context stays, unless it has more than so many bytes */
void smt_again(struct smt *, uint64_t most);
void smt_release(struct smt *);
Z3_context smt_context(struct smt *); /* made if it is not there yet */
Z3_ast smt_symbol(struct smt *, uint32_t bits);
void smt_assume(struct smt *, Z3_ast boolean); /* adds to the path condition */
void smt_bound(struct smt *, Z3_ast boolean);  /* ... what a symbol is anyway: smt_mentions does not count it */
void smt_back(struct smt *, uint32_t n);       /* drops all but the first n */
/* Can the path condition hold, and together with `more` (NULL: nothing)? On SMT_YES and `model` not NULL: a model, good until
 * the next question. */
enum smt_answer smt_ask(struct smt *, Z3_ast more, Z3_model *model);
/* What a bit vector is in a model: lo and hi 64 bits. */
void smt_eval(struct smt *, Z3_model, Z3_ast, uint64_t *lo, uint64_t *hi);
bool smt_number(struct smt *, Z3_ast, uint32_t bits, uint64_t *lo, uint64_t *hi); /* false: it is none */
bool smt_mentions(struct smt *, Z3_ast symbol); /* does a condition of the path have it? */
uint64_t smt_memory(const struct smt *); /* bytes */

#endif
