/* ids: how the parts of a program are named. One struct a table, so that the compiler keeps them apart; 0 means none.
 *
 * Abbreviations used throughout, and there are no others:
 *     fn function   sym symbol   str string   loc location   inst instruction   arg argument
 *     konst constant ("const" is taken) */
#ifndef IR_IDS_H
#define IR_IDS_H

#include <stdbool.h>
#include <stdint.h>

struct str_id {
	uint32_t i;
};
struct type_id {
	uint32_t i;
};
struct sym_id {
	uint32_t i;
};
struct konst_id {
	uint32_t i;
};
struct fn_id {
	uint32_t i;
};
struct unit_id {
	uint32_t i;
};

/* What an instruction uses: a value of the same function, the address of a symbol, or a constant. */
enum ref_kind { REF_NONE, REF_VALUE, REF_SYM, REF_KONST };

struct ref {
	uint32_t bits; /* kind in the top two */
};

static inline struct ref ref_make(enum ref_kind kind, uint32_t i)
{
	return (struct ref){ (uint32_t)kind << 30 | i };
}
static inline enum ref_kind ref_kind(struct ref r)
{
	return (enum ref_kind)(r.bits >> 30);
}
static inline uint32_t ref_index(struct ref r)
{
	return r.bits & 0x3fffffff;
}
#define REF_INDEX_MAX 0x3fffffffu

#endif
