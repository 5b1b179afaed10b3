/* What the files of the library share: library.c, library_text.c. */
#ifndef PROVE_LIBRARY_PARTS_H
#define PROVE_LIBRARY_PARTS_H

#include "prove/execute/library.h"

/* A call that is being executed. */
struct prove_job {
	struct execution *m;
	uint32_t inst;
	const struct body *b;
	const struct inst *in;
	uint32_t variant;
	struct value *result;
};

typedef enum step handler(struct prove_job *);

bool job_need(struct prove_job *, uint32_t k, struct value *); /* argument k, known; false: STEP_REFINE */
struct value job_argument(struct prove_job *, uint32_t k);
enum step job_gives(struct prove_job *, struct value);
enum step job_nothing(struct prove_job *);
uint64_t job_errno(struct prove_job *); /* where the thread's is; 0: no room */
enum step job_allocate(struct prove_job *, uint64_t size, bool zeros);

/* ---- library_text.c ---- */
enum { LEN_STRING = 1, LEN_BOUND = 2 };
enum { BLOCK_PLAIN, BLOCK_END, BLOCK_BACK };
enum { COPY_PLAIN, COPY_END, COPY_BOUND, COPY_BOUND_END, COPY_APPEND, COPY_APPEND_BOUND };
enum { COMPARE_MEMORY, COMPARE_STRING, COMPARE_STRING_BOUND, COMPARE_FOLDED, COMPARE_FOLDED_BOUND };
enum { FIND_FIRST, FIND_LAST, FIND_MEMORY, FIND_RAW, FIND_END };
enum { SPAN_INSIDE, SPAN_OUTSIDE, SPAN_FIND };
enum { NUMBER_SIGNED, NUMBER_UNSIGNED };
enum step do_atoi(struct prove_job *);
enum step do_number(struct prove_job *);
enum step do_search(struct prove_job *);
enum step do_bzero(struct prove_job *);
enum step do_compare(struct prove_job *);
enum step do_find(struct prove_job *);
enum step do_find_back(struct prove_job *);
enum step do_memccpy(struct prove_job *);
enum step do_span(struct prove_job *);
enum step do_strlcpy(struct prove_job *);
enum step do_memcpy(struct prove_job *);
enum step do_memset(struct prove_job *);
enum step do_strcpy(struct prove_job *);
enum step do_strdup(struct prove_job *);
enum step do_strlen(struct prove_job *);

#endif
