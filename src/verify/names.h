/* Is a function one of a list of names? */
#ifndef VERIFY_NAMES_H
#define VERIFY_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool names_have(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}
#define ONE_OF(name, list) names_have((name), (list), sizeof(list) / sizeof *(list))

#endif
