#include "threads/signals/mask_value.h"

#include <string.h>

void value_set(uint32_t nvars, uint64_t *v, uint64_t signals)
{
	memset(v, 0, value_words(nvars) * sizeof *v);
	v[VALUE_SURE] = v[VALUE_MAY] = signals;
}

void value_forget(uint32_t nvars, uint64_t *v)
{
	value_set(nvars, v, 0);
	v[VALUE_MAY] = UINT64_MAX;
}

void value_variable(uint32_t nvars, uint64_t *v, uint32_t variable)
{
	value_forget(nvars, v);
	v[VALUE_SAME] = variable + 1;
	v[VALUE_IF + variable] = UINT64_MAX;
}

void value_meet(uint32_t nvars, uint64_t *v, const uint64_t *w)
{
	for (uint32_t k = 0; k < nvars; k++)
		v[VALUE_IF + k] = (v[VALUE_IF + k] & (w[VALUE_IF + k] | w[VALUE_SURE])) | (w[VALUE_IF + k] & v[VALUE_SURE]);
	v[VALUE_SURE] &= w[VALUE_SURE];
	v[VALUE_MAY] |= w[VALUE_MAY];
	if (v[VALUE_SAME] != w[VALUE_SAME])
		v[VALUE_SAME] = 0;
}

void value_add(uint32_t nvars, uint64_t *v, uint64_t signals)
{
	v[VALUE_SURE] |= signals;
	v[VALUE_SAME] = 0;
	for (uint32_t k = 0; k < nvars; k++)
		v[VALUE_IF + k] &= ~v[VALUE_SURE];
}

void value_join(uint32_t nvars, uint64_t *v, const uint64_t *w)
{
	for (uint32_t k = 0; k < nvars; k++)
		v[VALUE_IF + k] |= w[VALUE_IF + k];
	v[VALUE_MAY] |= w[VALUE_MAY];
	value_add(nvars, v, w[VALUE_SURE]);
}

void value_without(uint32_t nvars, uint64_t *v, uint64_t signals, bool all)
{
	v[VALUE_SURE] &= ~signals;
	for (uint32_t k = 0; k < nvars; k++)
		v[VALUE_IF + k] &= ~signals;
	if (all)
		v[VALUE_MAY] &= ~signals;
	v[VALUE_SAME] = 0;
}
