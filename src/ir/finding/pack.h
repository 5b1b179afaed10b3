/* finding_pack: texts, places, accesses and proofs as bytes, for a file or for another process. Findings name the same files and
 * functions thousands of times: a text is written where it first stands, and from then on by its number. */
#ifndef IR_FINDING_PACK_H
#define IR_FINDING_PACK_H

#include "ir/finding/finding.h"
#include "ir/store/pack.h"

void finding_pack_text(struct packer *, const char *); /* NULL is packed as "" */
/* Lives in the arena; equal ones may be one. All texts of an unpacker are asked for with one arena. */
const char *finding_unpack_text(struct arena *, struct unpacker *);
void finding_pack_place(struct packer *, const struct finding_place *);
struct finding_place finding_unpack_place(struct arena *, struct unpacker *);
void finding_pack_access(struct packer *, const struct finding_access *);
struct finding_access finding_unpack_access(struct arena *, struct unpacker *);

void finding_pack_proof(struct packer *, const struct finding_proof *); /* NULL: there is none */
/* In the arena; NULL: there is none, or the bytes are not those of a proof (u->bad). */
const struct finding_proof *finding_unpack_proof(struct arena *, struct unpacker *);

#endif
