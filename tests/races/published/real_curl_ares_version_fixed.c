/* curl, pull request 13066, as proposed there: each handle asks by itself and keeps the answer in a variable of its own. */
#include <stdlib.h>

int resolver_version(void);

struct easy {
	int version_seen;
	void *channel;
};

struct easy *easy_init(void)
{
	struct easy *e = calloc(1, sizeof(*e));
	int version;

	if (!e)
		return NULL;
	version = resolver_version();
	e->version_seen = version >= 0x011400;
	return e;
}

void easy_cleanup(struct easy *e)
{
	free(e->channel);
	free(e);
}
