#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <xxhash.h>

static bool open_regular(const char *path, int *fd, size_t *len, struct trouble *t)
{
	struct stat st;

	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0)
		return trouble(t, "%s: %s", path, strerror(errno));
	if (fstat(*fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(*fd);
		return trouble(t, "%s: not a regular file", path);
	}
	*len = (size_t)st.st_size;
	return true;
}

bool file_read(struct arena *a, const char *path, struct bytes *out, struct trouble *t)
{
	size_t len, got = 0;
	char *p;
	int fd;

	if (!open_regular(path, &fd, &len, t))
		return false;
	p = arena_alloc(a, len + 1);
	while (got < len) {
		ssize_t n = read(fd, p + got, len - got);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			close(fd);
			return trouble(t, "%s: %s", path, strerror(errno));
		}
		if (n == 0)
			break; /* it shrank while we read */
		got += (size_t)n;
	}
	close(fd);
	*out = (struct bytes){ p, got };
	return true;
}

bool file_map(const char *path, struct bytes *out, struct trouble *t)
{
	size_t len;
	void *p;
	int fd;

	if (!open_regular(path, &fd, &len, t))
		return false;
	if (!len) {
		close(fd);
		*out = (struct bytes){ "", 0 };
		return true;
	}
	p = mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return trouble(t, "%s: %s", path, strerror(errno));
	*out = (struct bytes){ p, len };
	return true;
}

void file_unmap(struct bytes b)
{
	if (b.len)
		munmap((void *)(uintptr_t)b.at, b.len);
}

static bool write_all(int fd, const char *p, size_t len)
{
	while (len) {
		ssize_t n = write(fd, p, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

/* A file without a name, where the file system can do it: a process that is killed leaves nothing behind. */
static int open_temp(const char *path, char *temp, size_t room, bool *named)
{
	struct arena a;
	int fd;

	arena_init(&a, "path");
	fd = open(path_dir(&a, path), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
	arena_release(&a);
	*named = fd < 0;
	snprintf(temp, room, "%s.%d.XXXXXX", path, (int)getpid());
	return fd >= 0 ? fd : mkostemp(temp, O_CLOEXEC);
}

static bool link_to(int fd, const char *path)
{
	char from[64];

	snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

/* A nameless file takes the name at once where it is free. Where it is not, it takes another one first, and then replaces it. */
static bool give_name(int fd, char *temp, const char *path)
{
	int other;

	if (link_to(fd, path))
		return true;
	if (errno != EEXIST)
		return false;
	other = mkostemp(temp, O_CLOEXEC); /* only for a name that is free */
	if (other < 0)
		return false;
	close(other);
	if (unlink(temp) == 0 && link_to(fd, temp) && rename(temp, path) == 0)
		return true;
	unlink(temp);
	return false;
}

void file_begin(struct file_out *f, const char *path)
{
	size_t room = strlen(path) + 32;

	*f = (struct file_out){ .path = path, .temp = malloc(room), .fd = -1 };
	if (f->temp)
		f->fd = open_temp(path, f->temp, room, &f->named);
	if (f->fd < 0 || fchmod(f->fd, 0644) != 0)
		f->error = f->temp ? errno : ENOMEM;
}

void file_add(struct file_out *f, const void *bytes, size_t len)
{
	if (!f->error && !write_all(f->fd, bytes, len))
		f->error = errno;
}

bool file_finish(struct file_out *f, struct trouble *t)
{
	if (!f->error && !f->named && !give_name(f->fd, f->temp, f->path))
		f->error = errno;
	if (f->fd >= 0 && close(f->fd) != 0 && !f->error)
		f->error = errno;
	if (!f->error && f->named && rename(f->temp, f->path) != 0)
		f->error = errno;
	if (f->error && f->named && f->fd >= 0)
		unlink(f->temp);
	free(f->temp);
	return !f->error || trouble(t, "%s: cannot write: %s", f->path, strerror(f->error));
}

bool file_write(const char *path, const void *bytes, size_t len, struct trouble *t)
{
	struct file_out f;

	file_begin(&f, path);
	file_add(&f, bytes, len);
	return file_finish(&f, t);
}

/* ---- a path that somebody gave, to write to ---- */

enum { MOST_LINKS = 40 };

static char *real_path(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL), *copy = real ? arena_string(a, real) : NULL;

	free(real);
	return copy;
}

/* "/proc/PID/fd" and "/proc/PID/task/TID/fd" of this process are where descriptors have their names. */
static bool is_descriptors(struct arena *a, const char *dir)
{
	const char *own = arena_format(a, "/proc/%d/", (int)getpid());
	size_t n = strlen(own), len = strlen(dir);

	return !strncmp(dir, own, n) && len >= n + 2 && !strcmp(dir + len - 3, "/fd");
}

static char *read_link(struct arena *a, const char *path)
{
	char text[4096];
	ssize_t n = readlink(path, text, sizeof text);

	return n > 0 && (size_t)n < sizeof text ? arena_copy(a, text, (size_t)n) : NULL;
}

struct file_place file_place(struct arena *a, const char *path)
{
	struct file_place place = { .path = path, .fd = -1 };

	for (int i = 0; i < MOST_LINKS; i++) {
		const char *dir = real_path(a, path_dir(a, place.path)), *base = path_base(place.path), *to;
		if (!dir || !*base || !strcmp(base, ".") || !strcmp(base, ".."))
			return place;
		if (is_descriptors(a, dir) && strspn(base, "0123456789") == strlen(base)) {
			place.fd = atoi(base);
			return place;
		}
		place.path = arena_format(a, "%s/%s", strcmp(dir, "/") ? dir : "", base);
		to = strncmp(dir, "/proc/", 6) ? read_link(a, place.path) : NULL; /* what another process has open has no other name */
		if (!to)
			return place;
		place.path = to[0] == '/' ? to : arena_format(a, "%s/%s", dir, to);
	}
	return place;
}

static bool stat_place(const struct file_place *place, struct stat *st)
{
	return place->fd >= 0 ? fstat(place->fd, st) == 0 : stat(place->path, st) == 0;
}

/* What is put there takes the place of what is there; else it is written to it. */
static bool is_replaced(const struct file_place *place)
{
	struct stat st;

	return place->fd < 0 && strncmp(place->path, "/proc/", 6) != 0 && (stat(place->path, &st) != 0 || S_ISREG(st.st_mode));
}

bool file_same_place(const struct file_place *x, const struct file_place *y)
{
	struct stat a, b;

	if (!stat_place(x, &a) || !stat_place(y, &b))
		return x->fd == y->fd && !strcmp(x->path, y->path);
	return a.st_dev == b.st_dev && a.st_ino == b.st_ino && !(S_ISCHR(a.st_mode) && a.st_rdev == makedev(1, 3)); /* /dev/null */
}

bool file_may_put(const char *path, struct trouble *t)
{
	struct file_place place;
	struct arena a;
	struct stat st;
	int error = 0;

	arena_init(&a, "path");
	place = file_place(&a, path);
	if (place.fd >= 0) {
		int mode = fcntl(place.fd, F_GETFL);
		error = mode < 0 ? errno : (mode & O_ACCMODE) == O_RDONLY ? EBADF : 0;
	} else if (stat(place.path, &st) == 0 && S_ISDIR(st.st_mode)) {
		error = EISDIR;
	} else if (access(is_replaced(&place) ? path_dir(&a, place.path) : place.path, W_OK) != 0) {
		error = errno;
	} else if (is_replaced(&place) && !file_is_dir(path_dir(&a, place.path))) {
		error = ENOTDIR;
	}
	arena_release(&a);
	return !error || trouble(t, "%s: cannot write: %s", path, strerror(error));
}

static bool put_stream(const struct file_place *place, const void *bytes, size_t len)
{
	int fd = place->fd >= 0 ? place->fd : open(place->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_APPEND);
	bool ok = fd >= 0 && write_all(fd, bytes, len);
	int error = errno;

	if (fd >= 0 && place->fd < 0 && close(fd) != 0 && ok)
		return false;
	errno = error;
	return ok;
}

bool file_put(const char *path, const void *bytes, size_t len, struct trouble *t)
{
	struct file_place place;
	struct arena a;
	bool ok;

	if (!file_may_put(path, t))
		return false;
	arena_init(&a, "path");
	place = file_place(&a, path);
	if (is_replaced(&place))
		ok = file_write(place.path, bytes, len, t);
	else
		ok = put_stream(&place, bytes, len) || trouble(t, "%s: cannot write: %s", path, strerror(errno));
	arena_release(&a);
	return ok;
}

bool file_make_dirs(const char *dir, struct trouble *t)
{
	char *p = strdup(dir);
	bool ok = p != NULL;

	for (char *s = p; ok && s; ) {
		s = strchr(s + 1, '/');
		if (s)
			*s = 0;
		if (mkdir(p, 0777) < 0 && errno != EEXIST)
			ok = false;
		if (s)
			*s = '/';
	}
	if (!ok)
		trouble(t, "%s: cannot make this directory: %s", dir, strerror(errno));
	else if (!file_is_dir(dir))
		ok = trouble(t, "%s: not a directory", dir);
	free(p);
	return ok;
}

bool file_may_make_dirs(const char *dir, struct trouble *t)
{
	struct arena a;
	const char *at;
	int error = 0;

	arena_init(&a, "path");
	at = arena_string(&a, dir);
	while (!file_exists(at) && errno == ENOENT && strcmp(at, ".") != 0 && strcmp(at, "/") != 0)
		at = path_dir(&a, at);
	if (!file_exists(at) || access(at, W_OK) != 0)
		error = errno;
	else if (!file_is_dir(at))
		error = ENOTDIR;
	arena_release(&a);
	return !error || trouble(t, "%s: cannot write to this directory: %s", dir, strerror(error));
}

bool file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

void file_end_stdout(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
	int error;

	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	error = errno;
	if (!error && write(STDOUT_FILENO, "\n", 1) < 0) /* an earlier write has failed: why, the next one says */
		error = errno;
	if (poll(&out, 1, 0) > 0 && out.revents & POLLERR)
		return;
	die("cannot write to standard output: %s", error ? strerror(error) : "some of it was lost");
}

bool file_is_regular(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool file_is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Appends the parts of `path` to `out`, which holds an absolute or a relative directory without a closing slash. */
static size_t append_parts(char *out, size_t n, size_t floor, const char *path)
{
	while (*path) {
		size_t len = strcspn(path, "/");
		if (len == 2 && path[0] == '.' && path[1] == '.') {
			size_t up = n;
			while (up > floor && out[up - 1] != '/')
				up--;
			if (n > floor && !(n - up == 2 && out[up] == '.' && out[up + 1] == '.'))
				n = up > floor ? up - 1 : floor;
			else if (floor == 0) {
				if (n)
					out[n++] = '/';
				out[n++] = '.', out[n++] = '.';
			}
		} else if (len && !(len == 1 && path[0] == '.')) {
			if (n > floor || floor == 0) {
				if (n)
					out[n++] = '/';
			}
			memcpy(out + n, path, len);
			n += len;
		}
		path += len;
		path += strspn(path, "/");
	}
	return n;
}

char *path_join(struct arena *a, const char *dir, const char *path)
{
	bool absolute = path[0] == '/';
	char *out = arena_alloc(a, strlen(dir) + strlen(path) + 4);
	size_t n = 0, floor = 0;

	if (absolute || dir[0] == '/') {
		out[n++] = '/';
		floor = 1;
	}
	if (!absolute)
		n = append_parts(out, n, floor, dir);
	n = append_parts(out, n, floor, path);
	if (!n)
		out[n++] = '.';
	out[n] = 0;
	return out;
}

char *path_dir(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return arena_string(a, ".");
	return slash == path ? arena_string(a, "/") : arena_copy(a, path, (size_t)(slash - path));
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_cwd(struct arena *a)
{
	char *p = getcwd(NULL, 0), *copy;

	if (!p)
		die("cannot tell the working directory: %s", strerror(errno));
	copy = arena_string(a, p);
	free(p);
	return copy;
}

const char *path_below(const char *dir, const char *path)
{
	size_t n = strlen(dir);

	if (n && !strncmp(dir, path, n) && path[n] == '/' && path[n + 1])
		return path + n + 1;
	return path;
}

char *path_hashed(struct arena *a, const char *dir, struct bytes text, const char *kind)
{
	XXH128_hash_t x = XXH3_128bits(text.at, text.len), y = XXH3_128bits_withSeed(text.at, text.len, 1);
	char hex[65];

	snprintf(hex, sizeof hex, "%016llx%016llx%016llx%016llx", (unsigned long long)x.high64, (unsigned long long)x.low64,
	         (unsigned long long)y.high64, (unsigned long long)y.low64);
	return arena_format(a, "%s/%.2s/%s.%s", dir, hex, hex + 2, kind);
}
