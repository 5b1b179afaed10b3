/* curl, pull requests 13000 and 13066: each handle that is made asks for the version of the resolver and keeps it in a static variable, if nobody has yet. */
#include <stdlib.h>

int resolver_version(void);

struct easy {
	int version_seen;
	void *channel;
};

static int ares_ver;

struct easy *easy_init(void)
{
	struct easy *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	if (ares_ver == 0) // RACE 1
		ares_ver = resolver_version(); // RACE 1
	e->version_seen = ares_ver >= 0x011400;
	return e;
}

void easy_cleanup(struct easy *e)
{
	free(e->channel);
	free(e);
}
