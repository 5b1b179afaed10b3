/* Numbers and texts back to back (ir/store/pack.h), behind a word that says what it is. A text is its length and its bytes. */
#include "task.h"

#include <string.h>

#include "base/limit.h"
#include "ir/store/pack.h"

static const char task_magic[8] = "snagtsk1", result_magic[8] = "snagres1";

bool key_parse(const char *text, size_t len, struct key *k)
{
	if (len != KEY_HEX)
		return false;
	for (size_t i = 0; i < len; i++)
		if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f')))
			return false;
	memcpy(k->hex, text, len);
	k->hex[len] = 0;
	return true;
}

/* ---- what can be told ---- */

static bool is_plain(const char *s)
{
	for (; *s; s++)
		if (*s < ' ' || *s > '~' || *s == '"' || *s == '\\')
			return false;
	return true;
}

bool task_path_fits(const char *path)
{
	enum { PATH_ROOM = 4000 };

	if (path[0] != '/' || !path[1] || strlen(path) > PATH_ROOM || !is_plain(path))
		return false;
	for (const char *s = path; (s = strchr(s, '/')); s++) /* each part is a name */
		if (s[1] == '/' || !s[1] || (s[1] == '.' && (s[2] == '/' || !s[2] || (s[2] == '.' && (s[3] == '/' || !s[3])))))
			return false;
	return true;
}

/* What these flags name is not among the files that a compiler reads as it compiles, or they change where all others are. */
static bool moves_files(const char *arg)
{
	static const char *const flags[] = { "-ivfsoverlay", "-working-directory", "-vfsoverlay", "--vfsoverlay" };
	bool does = false;

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		does |= !strncmp(arg, flags[i], strlen(flags[i]));
	return does;
}

bool task_job_fits(const struct job *j)
{
	bool fits = task_path_fits(j->file) && task_path_fits(j->dir);

	for (uint32_t i = 0; fits && i < j->nargs; i++) {
		fits = !moves_files(j->args[i]) && j->args[i][0] != '@';
		for (const char *s = j->args[i]; *s; s++)
			fits &= *s >= ' ';
	}
	return fits && capture_allowed(j);
}

/* ---- bytes ---- */

static void put_text(struct packer *p, struct bytes text)
{
	pack_number(p, text.len);
	pack_bytes(p, text.at, text.len);
}

static void put_string(struct packer *p, const char *s)
{
	put_text(p, (struct bytes){ s, strlen(s) });
}

static struct bytes get_text(struct unpacker *u)
{
	uint32_t len = unpack_count(u);

	return (struct bytes){ (const char *)unpack_bytes(u, len), len };
}

/* Without a 0 in it. */
static const char *get_string(struct arena *a, struct unpacker *u)
{
	struct bytes text = get_text(u);

	if (u->bad || memchr(text.at, 0, text.len)) {
		u->bad = true;
		return "";
	}
	return arena_copy(a, text.at, text.len);
}

static bool begins_with(struct unpacker *u, const char magic[8])
{
	const uint8_t *at = unpack_bytes(u, 8);

	return at && !memcmp(at, magic, 8);
}

static struct bytes written(const struct packer *p)
{
	return (struct bytes){ (const char *)p->out.at, p->out.n };
}

/* ---- tasks ---- */

struct bytes task_write(struct arena *a, const struct task *t)
{
	struct packer p = { .arena = a };

	pack_bytes(&p, task_magic, sizeof task_magic);
	put_string(&p, t->job.dir);
	put_string(&p, t->job.file);
	put_string(&p, t->cwd);
	pack_number(&p, t->job.nargs);
	for (uint32_t i = 0; i < t->job.nargs; i++)
		put_string(&p, t->job.args[i]);
	pack_number(&p, t->nfiles);
	for (uint32_t i = 0; i < t->nfiles; i++) {
		put_string(&p, t->file[i].path);
		put_string(&p, t->file[i].content.hex);
		pack_number(&p, t->file[i].size);
		pack_number(&p, t->file[i].same);
	}
	return written(&p);
}

static void get_job(struct arena *a, struct unpacker *u, struct task *t)
{
	const char **args;

	t->job.dir = get_string(a, u);
	t->job.file = get_string(a, u);
	t->cwd = get_string(a, u);
	t->job.nargs = unpack_count(u);
	args = arena_array(a, (size_t)t->job.nargs + 1, sizeof *args);
	for (uint32_t i = 0; i < t->job.nargs; i++)
		args[i] = get_string(a, u);
	t->job.args = args;
}

static bool get_file(struct arena *a, struct unpacker *u, struct task *t, uint32_t i)
{
	struct task_file *f = &t->file[i];
	struct bytes hash;

	f->path = get_string(a, u);
	hash = get_text(u);
	f->size = unpack_number(u);
	f->same = unpack_below(u, (uint64_t)i + 1);
	return !u->bad && task_path_fits(f->path) && key_parse(hash.at, hash.len, &f->content) &&
	       f->size <= (uint64_t)limit(LIMIT_queue_file) << 20 && t->file[f->same].same == f->same;
}

bool task_parse(struct arena *a, struct bytes bytes, struct task *t)
{
	struct unpacker u = { .at = (const uint8_t *)bytes.at, .end = (const uint8_t *)bytes.at + bytes.len };

	*t = (struct task){ 0 };
	if (!begins_with(&u, task_magic))
		return false;
	get_job(a, &u, t);
	t->nfiles = unpack_count(&u);
	if (u.bad || !task_job_fits(&t->job) || !task_path_fits(t->cwd))
		return false;
	t->file = arena_array(a, (size_t)t->nfiles + 1, sizeof *t->file);
	for (uint32_t i = 0; i < t->nfiles; i++)
		if (!get_file(a, &u, t, i))
			return false;
	return !u.bad && u.at == u.end;
}

/* ---- results ---- */

struct bytes result_write(struct arena *a, const struct key *task, const struct task_result *r)
{
	struct packer p = { .arena = a };

	pack_bytes(&p, result_magic, sizeof result_magic);
	put_string(&p, task->hex);
	pack_number(&p, r->kind);
	pack_number(&p, r->milliseconds);
	put_string(&p, r->why ? r->why : "");
	put_text(&p, r->read);
	put_text(&p, r->unit);
	return written(&p);
}

bool result_parse(struct arena *a, struct bytes bytes, const struct key *task, struct task_result *r)
{
	struct unpacker u = { .at = (const uint8_t *)bytes.at, .end = (const uint8_t *)bytes.at + bytes.len };
	struct bytes of;

	*r = (struct task_result){ 0 };
	if (!begins_with(&u, result_magic))
		return false;
	of = get_text(&u);
	r->kind = (enum task_result_kind)unpack_below(&u, RESULT_MISSING + 1);
	r->milliseconds = unpack_word(&u);
	r->why = get_string(a, &u);
	r->read = get_text(&u);
	r->unit = get_text(&u);
	return !u.bad && u.at == u.end && r->kind >= RESULT_UNIT && of.len == KEY_HEX && !memcmp(of.at, task->hex, KEY_HEX);
}
