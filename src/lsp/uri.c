#include "lsp/uri.h"

#include <string.h>
#include <strings.h>

#include "base/system/file.h"
#include "report/format/source.h"

static int digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + ('a' - 'A') : c) : NULL;

	return at ? (int)(at - digits) : -1;
}

const char *uri_path(struct arena *a, const char *uri)
{
	const char *at;
	char *path;
	size_t n = 0;

	if (strncasecmp(uri, "file:/", 6) != 0)
		return NULL;
	at = uri[6] == '/' ? uri + 7 : uri + 5; /* file:/path, as some write it */
	if (!strncasecmp(at, "localhost/", 10))
		at += 9;
	if (*at != '/')
		return NULL;
	path = arena_array(a, strlen(at) + 1, 1);
	for (; *at && *at != '?' && *at != '#'; at++) {
		int high = *at == '%' ? digit(at[1]) : -1, low = high >= 0 ? digit(at[2]) : -1;
		if (*at == '%' && low < 0)
			return NULL;
		if (*at == '%' && !(high | low))
			return NULL; /* no path has a 0 */
		path[n++] = *at == '%' ? (char)(high << 4 | low) : *at;
		at += *at == '%' ? 2 : 0;
	}
	path[n] = 0;
	return path_join(a, "/", path);
}

const char *uri_of(struct arena *a, const char *path)
{
	static const char digits[] = "0123456789ABCDEF";
	char *uri = arena_array(a, strlen(path) * 3 + 8, 1), *to = stpcpy(uri, "file://");

	for (; *path; path++)
		if (path_is_plain(*path)) {
			*to++ = *path;
		} else {
			*to++ = '%';
			*to++ = digits[(unsigned char)*path >> 4];
			*to++ = digits[(unsigned char)*path & 15];
		}
	return uri;
}
