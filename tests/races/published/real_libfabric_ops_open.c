/* libfabric, pull request 10726: each domain that is opened writes its way to open files into a table of operations that all domains share. */
#include <stdlib.h>

struct fid;

struct fi_ops {
	int (*close)(struct fid *fid);
	int (*ops_open)(struct fid *fid, const char *name);
};

struct fid {
	const struct fi_ops *ops;
	int opened;
};

static int rdm_close(struct fid *fid)
{
	free(fid);
	return 0;
}

static int rdm_ops_open(struct fid *fid, const char *name)
{
	fid->opened += name != NULL;
	return 0;
}

static struct fi_ops rdm_fid_ops = {
	.close = rdm_close,
};

struct fid *rdm_open(void)
{
	struct fid *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	rdm_fid_ops.ops_open = rdm_ops_open; // RACE
	f->ops = &rdm_fid_ops;
	return f;
}
