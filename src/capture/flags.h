/* flags: which flags of a command reach clang, by one table (flags.def).
 *
 * Two views of a command line must agree: ours, which decides, and clang's, which obeys. They agree by construction: a flag
 * is never passed on as it came but made anew from its row, its value as a word of its own where clang's option takes one,
 * joined after '=' where it does not; and what no row keeps is not passed on. So a value can never become an option, nor an
 * option hide in a value, whatever we think of the words in between. */
#ifndef CAPTURE_FLAGS_H
#define CAPTURE_FLAGS_H

#include "base/store/intern.h"
#include "capture.h"
#include "words.h"

struct flags {
	struct intern name;     /* of each row; the "no-" form of a switch is a second name of its row */
	VEC(uint32_t) row_of;   /* by the id of the name: index of the row + 1 */
	size_t longest;         /* name */
};

void flags_init(struct flags *, struct arena *);

struct capture_command {
	const char *dir, *file; /* in: both absolute */
	bool cxx_driver;        /* in: a compiler called g++ takes .c for C++ */
	struct words args;      /* out: for clang */
	struct words key;       /* out: equal for twins: paths made absolute, -fPIC and its like left out */
	enum capture_kind kind;         /* out: what it makes of the file */
	bool target;            /* out: it names its target */
	void (*left_out)(void *data, const char *flag, const char *why, bool refused);
	void *data;
};

/* Reads the words behind the name of the compiler. Everything made lives in the arena. */
void flags_filter(const struct flags *, struct arena *, const struct words *, struct capture_command *);
void flags_add_target(struct arena *, struct capture_command *, const char *triple);

/* For the tests: calls `each` for each spelling of a flag that the table passes on. */
enum flags_value { FLAGS_NO_VALUE, FLAGS_JOINED, FLAGS_NEXT_WORD };
void flags_samples(struct arena *, void (*each)(void *data, const char *flag, enum flags_value), void *data);

#endif
