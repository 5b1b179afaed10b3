/* clang's rule for make: "unit:" and then, each behind a blank, file names in which a blank or # has a backslash before it and a
 * $ is doubled; between names also " \" and a line end. A name with a bare line end in it stays whole.
 *
 * Misses: clang writes a backslash of a name as a slash. Such a file is not found, and its unit is not cached, unless there is
 * another file under the name with the slash: then that one is watched instead. */
#include "rule.h"

#include <stdbool.h>
#include <string.h>

struct bytes rule_files(struct arena *a, struct bytes rule)
{
	const char *s = memchr(rule.at, ':', rule.len), *end = rule.at + rule.len;
	char *out = arena_alloc(a, rule.len + 2);
	size_t n = 0, start = 0;

	for (s = s ? s + 1 : end; s < end; s++) {
		bool broken = s[0] == '\\' && s + 1 < end && s[1] == '\n';
		if (s[0] == ' ' || broken || (s[0] == '\n' && s + 1 == end)) {
			if (n > start)
				out[n++] = 0;
			start = n;
			s += broken;
		} else if (s[0] == '\\' && s + 1 < end && (s[1] == ' ' || s[1] == '#')) {
			out[n++] = *++s;
		} else if (s[0] == '$' && s + 1 < end && s[1] == '$') {
			out[n++] = *++s;
		} else {
			out[n++] = *s;
		}
	}
	if (n > start)
		out[n++] = 0;
	return (struct bytes){ out, n };
}
