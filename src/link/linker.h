/* linker: what the files of this phase share while a program is being made. */
#ifndef LINK_LINKER_H
#define LINK_LINKER_H

#include "link/link.h"

/* How much a definition weighs; equal weights: the first one stays. */
enum rank { RANK_NONE, RANK_INLINE, RANK_WEAK, RANK_COMMON, RANK_STRONG, RANK_STUB };

enum rank rank_of(const struct sym *, bool stub);

/* What is known of a program symbol besides its row; linker.about runs along program.sym. */
struct about {
	uint8_t rank;
	bool conflict;
	uint32_t copies;
	uint32_t alias;		/* linker.alias: the aliases of it, newest first; 0: none */
	struct fn_key identity; /* of its function */
};

struct link_alias {
	struct sym_id sym;
	uint32_t next;
};

struct linker {
	struct arena *out;
	struct arena scratch; /* until link_end */
	struct program *p;
	struct linked *result;
	struct map type_by_key, sym_by_name;
	struct intern copy, konst; /* of identities; of constants, whose ids are these */
	VEC(uint32_t) copy_sym;	   /* by id in `copy`: the symbol that is kept */
	VEC(struct about) about;
	VEC(struct link_alias) alias;
	VEC(uint64_t) face; /* by unit: which names it defines (symbols.c) */
};

/* One unit on its way in. `row` is by the unit's symbol: the program symbol that holds this unit's own definition, or 0. */
struct joining {
	const struct program *from;
	struct arena temp;
	struct unit_id id;
	struct unit map;
	bool stub;
	uint32_t *row;
	struct fn_key *identity; /* by the unit's function */
};

/* link.c: what the user is told of a program, warnings and counters, whether it was linked just now or read back. */
void link_tell(const struct linked *);

/* plan.c: the counters of a plan, whether it was made just now or read back. */
void plan_tell(const struct link_plan *, uint32_t nunits);

/* identity.c */
struct fn_key *identity_all(struct arena *, const struct program *);
struct fn_key identity_constant(const struct program *, const struct sym *);

/* types.c */
void types_add(struct linker *, struct joining *);
void types_end(struct linker *);

/* symbols.c */
void symbols_add(struct linker *, struct joining *);

/* fill.c */
void fill_add(struct linker *, struct joining *);

#endif
