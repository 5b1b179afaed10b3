/* format: what printf and scanf do to the memory behind the arguments that follow their format.
 *
 *     "%d %-8.4s %p %n"      nothing; reads, at most 4 bytes; nothing; writes 4 bytes
 *     scanf "%d %*d %7s"     writes 4 bytes; (no argument); writes at most 8
 *
 * Only formats that are constants, and of which every conversion is known. An argument behind the last conversion is not touched.
 * assumes   the functions are those of the C library: a program that gives letters a meaning (register_printf_function) is not
 *           seen. %p in front of a letter or digit counts as a read, since printf of kernels looks behind such pointers. */
#ifndef IR_FORMAT_H
#define IR_FORMAT_H

#include "ir/body.h"

enum format_does { FORMAT_NOTHING, FORMAT_READS, FORMAT_WRITES };

struct format_use {
	uint8_t does;	 /* enum format_does */
	uint8_t counted; /* the size is at most the value of the argument in front of this one: "%.*s" */
	uint32_t size;	 /* bytes at most; 0: not known */
};

/* Whose format it is. */
struct format_of {
	bool scan;     /* scanf's, else printf's */
	uint32_t word; /* bytes of a pointer, and of a long: unit.pointer_bytes */
};

enum { FORMAT_ARGUMENTS = 32 };

/* The text of a constant that is a string of single bytes, without its 0; false: it is none, or not known. */
bool format_text(const struct program *, struct ref, struct bytes *);
/* use[k] of the k-th argument behind the format; those from *n on are not touched. False: not understood, so all of them may
 * be. */
bool format_uses(struct bytes text, struct format_of, struct format_use use[FORMAT_ARGUMENTS], uint32_t *n);

#endif
