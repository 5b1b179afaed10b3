/* The connection is made when the first command needs it, and again when it was lost. An answer is read until it is whole; the
 * bytes of one are counted, since a server can announce what it likes. */
#include "redis.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/stat.h"
#include "base/store/arena.h"

enum { ANSWER_SECONDS = 30, CONNECT_SECONDS = 10, CHUNK = 1 << 16 };

struct redis {
	struct arena *arena;
	const char *name; /* the URL without what is secret */
	const char *host, *port, *path, *user, *password;
	uint32_t db, patience;
	bool tls, was_there; /* it has answered once */
	SSL_CTX *context;
	SSL *ssl;
	int fd;
	redisReader *reader;
	char why[512]; /* the connection was lost, or never was */
};

/* ---- where ---- */

static bool read_user(struct redis *w, const char **at, struct trouble *t)
{
	const char *end = strchr(*at, '@');
	size_t n = end ? (size_t)(end - *at) : 0;

	if (!end)
		return true;
	if (memchr(*at, ':', n))
		return trouble(t, "--queue: a password in the URL can be seen by all who list processes; put it into a file "
				  "(--queue-password FILE) or into SNAG_QUEUE_PASSWORD");
	w->user = n ? arena_copy(w->arena, *at, n) : NULL;
	*at = end + 1;
	return true;
}

static bool read_number(const char *text, uint32_t most, uint32_t *out)
{
	char *end;
	unsigned long v = strtoul(text, &end, 10);

	*out = (uint32_t)v;
	return *text >= '0' && *text <= '9' && !*end && v <= most;
}

static bool read_host(struct redis *w, const char *at, struct trouble *t)
{
	const char *slash = at + strcspn(at, "/"), *end = slash, *colon;
	uint32_t number;

	if (*slash && slash[1] && !read_number(slash + 1, 1u << 20, &w->db))
		return trouble(t, "--queue: '%.100s' is no number of a database", slash + 1);
	if (*at == '[' && memchr(at, ']', (size_t)(end - at))) {
		const char *close = memchr(at, ']', (size_t)(end - at));
		w->host = arena_copy(w->arena, at + 1, (size_t)(close - at - 1));
		colon = close + 1;
	} else {
		colon = memchr(at, ':', (size_t)(end - at));
		colon = colon ? colon : end;
		w->host = arena_copy(w->arena, at, (size_t)(colon - at));
	}
	w->port = colon < end ? arena_copy(w->arena, colon + 1, (size_t)(end - colon - 1)) : "6379";
	if (!*w->host || (colon < end && *colon != ':') || !read_number(w->port, 65535, &number))
		return trouble(t, "--queue: '%.100s' is no host and port", at);
	w->name = arena_format(w->arena, "%s://%s:%s", w->tls ? "rediss" : "redis", w->host, w->port);
	return true;
}

static bool read_url(struct redis *w, const char *url, struct trouble *t)
{
	static const char plain[] = "redis://", tls[] = "rediss://", local[] = "unix://";
	const char *at = url;

	w->tls = !strncmp(at, tls, strlen(tls));
	if (!strncmp(at, local, strlen(local)) && at[strlen(local)] == '/') {
		w->path = arena_string(w->arena, at + strlen(local));
		w->name = arena_string(w->arena, url);
		return true;
	}
	if (!w->tls && strncmp(at, plain, strlen(plain)) != 0)
		return trouble(t, "--queue: the URL is none of redis://HOST[:PORT], rediss://HOST[:PORT] and unix:///PATH");
	at += w->tls ? strlen(tls) : strlen(plain);
	return read_user(w, &at, t) && read_host(w, at, t);
}

/* The first line of the file. */
static bool read_password(struct redis *w, const char *file, struct trouble *t)
{
	struct bytes text;

	w->password = getenv("SNAG_QUEUE_PASSWORD");
	if (w->password && !*w->password)
		w->password = NULL;
	if (!file)
		return true;
	if (!file_read(w->arena, file, &text, t))
		return false;
	w->password = arena_copy(w->arena, text.at, strcspn(text.at, "\r\n"));
	return *w->password || trouble(t, "%s: there is no password in it", file);
}

static bool make_context(struct redis *w, const struct redis_options *o, struct trouble *t)
{
	w->context = SSL_CTX_new(TLS_client_method());
	if (!w->context)
		return trouble(t, "TLS cannot be used: %s", ERR_reason_error_string(ERR_get_error()));
	SSL_CTX_set_min_proto_version(w->context, TLS1_2_VERSION);
	SSL_CTX_set_verify(w->context, SSL_VERIFY_PEER, NULL);
	if (o->ca ? SSL_CTX_load_verify_locations(w->context, o->ca, NULL) != 1
		  : SSL_CTX_set_default_verify_paths(w->context) != 1)
		return trouble(t, "%s: no certificates of an authority can be read there", o->ca ? o->ca : "the system's store");
	if (o->cert && SSL_CTX_use_certificate_chain_file(w->context, o->cert) != 1)
		return trouble(t, "%s: no certificate can be read there", o->cert);
	if (o->cert && SSL_CTX_use_PrivateKey_file(w->context, o->key ? o->key : o->cert, SSL_FILETYPE_PEM) != 1)
		return trouble(t, "%s: the key of that certificate cannot be read there", o->key ? o->key : o->cert);
	return true;
}

bool redis_make(struct arena *a, const struct redis_options *o, struct redis **wire, struct trouble *t)
{
	struct redis *w = arena_array(a, 1, sizeof *w);

	*w = (struct redis){ .arena = a, .fd = -1, .patience = o->patience };
	*wire = w;
	return read_url(w, o->url, t) && read_password(w, o->password_file, t) && (!w->tls || make_context(w, o, t));
}

const char *redis_name(const struct redis *w)
{
	return w->name;
}

/* ---- bytes ---- */

static bool lost(struct redis *w, const char *why)
{
	snprintf(w->why, sizeof w->why, "%s", why);
	return false;
}

static void hang_up(struct redis *w)
{
	SSL_free(w->ssl);
	w->ssl = NULL;
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	if (w->reader)
		redisReaderFree(w->reader);
	w->reader = NULL;
}

void redis_close(struct redis *w)
{
	hang_up(w);
	SSL_CTX_free(w->context);
	w->context = NULL;
}

/* Until the socket may be written to, or read. */
static bool await(struct redis *w, short events, double until)
{
	struct pollfd p = { .fd = w->fd, .events = events };
	double left;
	int n;

	do {
		left = until - stat_now();
		n = left <= 0 ? 0 : poll(&p, 1, (int)(left * 1000) + 1);
	} while (n < 0 && errno == EINTR);
	return n > 0 || lost(w, "it does not answer");
}

/* What stands in the way of TLS; false: more than waiting helps against. */
static bool await_tls(struct redis *w, int result, double until)
{
	switch (SSL_get_error(w->ssl, result)) {
	case SSL_ERROR_WANT_READ:
		return await(w, POLLIN, until);
	case SSL_ERROR_WANT_WRITE:
		return await(w, POLLOUT, until);
	default:
		return lost(w, "the connection was closed");
	}
}

/* Some bytes, at least one; 0: it was lost. */
static size_t move_some(struct redis *w, void *bytes, size_t len, bool out, double until)
{
	for (;;) {
		ssize_t n;
		if (w->ssl) {
			int most = len > CHUNK ? CHUNK : (int)len;
			ERR_clear_error();
			n = out ? SSL_write(w->ssl, bytes, most) : SSL_read(w->ssl, bytes, most);
			if (n > 0)
				return (size_t)n;
			if (!await_tls(w, (int)n, until))
				return 0;
			continue;
		}
		n = out ? send(w->fd, bytes, len, MSG_NOSIGNAL) : recv(w->fd, bytes, len, 0);
		if (n > 0)
			return (size_t)n;
		if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
			if (!await(w, out ? POLLOUT : POLLIN, until))
				return 0;
			continue;
		}
		lost(w, n == 0 ? "the connection was closed" : strerror(errno));
		return 0;
	}
}

static bool send_all(struct redis *w, const char *bytes, size_t len, double until)
{
	while (len) {
		size_t n = move_some(w, (void *)(uintptr_t)bytes, len, true, until);
		if (!n)
			return false;
		bytes += n;
		len -= n;
	}
	return true;
}

/* ---- commands and answers ---- */

static bool send_command(struct redis *w, const struct redis_command *c)
{
	const char **argv = malloc(c->n * sizeof *argv);
	size_t *len = malloc(c->n * sizeof *len);
	char *text = NULL;
	bool ok;
	int n;

	if (!argv || !len)
		die("out of memory");
	for (uint32_t i = 0; i < c->n; i++) {
		argv[i] = c->word[i].at;
		len[i] = c->word[i].len;
	}
	n = redisFormatCommandArgv(&text, (int)c->n, argv, len);
	if (n < 0)
		die("out of memory");
	ok = send_all(w, text, (size_t)n, stat_now() + ANSWER_SECONDS);
	redisFreeCommand(text);
	free(argv);
	free(len);
	return ok;
}

/* NULL: the connection was lost. */
static redisReply *receive(struct redis *w, double wait)
{
	double until = stat_now() + wait + ANSWER_SECONDS;
	uint64_t most = (uint64_t)limit(LIMIT_queue_answer) << 20, fed = 0;
	void *answer = NULL;
	char chunk[CHUNK];
	size_t n;

	for (;;) {
		if (redisReaderGetReply(w->reader, &answer) != REDIS_OK)
			die("%s: what it says is not the protocol of Redis (%s)", w->name, w->reader->errstr);
		if (answer)
			return answer;
		n = move_some(w, chunk, sizeof chunk, false, until);
		fed += n;
		if (!n)
			return NULL;
		if (limit_over(LIMIT_queue_answer, fed > most ? (fed >> 20) + 1 : 0))
			die("%s: an answer of more than %u MB is not read (--limit queue-answer=N allows more)", w->name,
			    limit(LIMIT_queue_answer));
		if (redisReaderFeed(w->reader, chunk, n) != REDIS_OK)
			die("%s: an answer cannot be kept: %s", w->name, w->reader->errstr);
	}
}

static bool begins(const char *text, const char *with)
{
	return with && !strncmp(text, with, strlen(with));
}

/* False: it may be better later. Most errors cannot. */
static bool judge(struct redis *w, const redisReply *r, const char *accepted)
{
	static const char *const passing[] = { "LOADING", "BUSY ", "TRYAGAIN", "MASTERDOWN", "CLUSTERDOWN" };
	const char *says;

	if (r->type != REDIS_REPLY_ERROR || begins(r->str, accepted))
		return true;
	says = r->str;
	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		if (begins(says, passing[i]))
			return lost(w, says);
	if (begins(says, "OOM"))
		die("%s: Redis is full: it holds as much as maxmemory allows; give it more memory, or check fewer programs at a "
		    "time",
		    w->name);
	if (begins(says, "MISCONF"))
		die("%s: Redis cannot write to its disk and takes nothing new: %.200s", w->name, says);
	if (begins(says, "NOAUTH"))
		die("%s: Redis wants a password: --queue-password FILE or SNAG_QUEUE_PASSWORD", w->name);
	if (begins(says, "WRONGPASS") || begins(says, "ERR invalid password") || begins(says, "ERR AUTH") ||
	    begins(says, "ERR Client sent AUTH"))
		die("%s: Redis does not take this user or password", w->name);
	if (begins(says, "NOPERM") || begins(says, "READONLY") || begins(says, "DENIED") ||
	    begins(says, "ERR max number of clients"))
		die("%s: Redis does not let us: %.200s", w->name, says);
	if (begins(says, "ERR unknown command"))
		die("%s: it is too old: Redis 6 or later is needed (%.100s)", w->name, says);
	die("%s: Redis says: %.200s", w->name, says);
}

/* ---- connecting ---- */

static bool connect_to(struct redis *w, const struct sockaddr *to, socklen_t len)
{
	int error = 0, on = 1;
	socklen_t size = sizeof error;

	w->fd = socket(to->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (w->fd < 0)
		return lost(w, strerror(errno));
	(void)setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	(void)setsockopt(w->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
	if (connect(w->fd, to, len) == 0)
		return true;
	if (errno != EINPROGRESS && errno != EAGAIN)
		return lost(w, strerror(errno));
	if (!await(w, POLLOUT, stat_now() + CONNECT_SECONDS))
		return false;
	getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &error, &size);
	return error == 0 || lost(w, strerror(error));
}

static bool connect_host(struct redis *w)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list;
	int error = getaddrinfo(w->host, w->port, &hints, &list);
	bool ok = false;

	if (error)
		return lost(w, gai_strerror(error));
	for (struct addrinfo *i = list; i && !ok; i = i->ai_next) {
		hang_up(w);
		ok = connect_to(w, i->ai_addr, i->ai_addrlen);
	}
	freeaddrinfo(list);
	return ok;
}

static bool connect_path(struct redis *w)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };

	if (strlen(w->path) >= sizeof to.sun_path)
		die("%s: the path is too long for a socket", w->name);
	memcpy(to.sun_path, w->path, strlen(w->path) + 1);
	return connect_to(w, (const struct sockaddr *)&to, sizeof to);
}

static bool is_address(const char *host)
{
	return strchr(host, ':') || !host[strspn(host, "0123456789.")];
}

/* A certificate that does not check is not a connection that was lost. */
static bool shake_hands(struct redis *w)
{
	double until = stat_now() + CONNECT_SECONDS;
	int n;

	w->ssl = SSL_new(w->context);
	if (!w->ssl || SSL_set_fd(w->ssl, w->fd) != 1)
		die("out of memory");
	if (is_address(w->host))
		X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(w->ssl), w->host);
	else if (SSL_set1_host(w->ssl, w->host) != 1 || SSL_set_tlsext_host_name(w->ssl, w->host) != 1)
		die("%s: this is no name of a host", w->name);
	while ((n = SSL_connect(w->ssl)) != 1) {
		long verdict = SSL_get_verify_result(w->ssl);
		if (verdict != X509_V_OK)
			die("%s: its certificate does not check: %s", w->name, X509_verify_cert_error_string(verdict));
		if (SSL_get_error(w->ssl, n) == SSL_ERROR_SSL)
			die("%s: it does not speak TLS with us: %s", w->name, ERR_reason_error_string(ERR_peek_error()));
		if (!await_tls(w, n, until))
			return false;
	}
	return true;
}

/* Who we are, and which database; the answer must be good. */
static bool introduce(struct redis *w, const struct bytes *word, uint32_t n)
{
	struct redis_command c = { word, n, 0 };
	redisReply *r = send_command(w, &c) ? receive(w, 0) : NULL;
	bool ok = r && judge(w, r, NULL);

	if (r)
		freeReplyObject(r);
	return ok;
}

static bool connect_once(struct redis *w)
{
	struct bytes auth[3] = { redis_text("AUTH") };
	char db[16];
	uint32_t n = 1;

	hang_up(w);
	if (!(w->path ? connect_path(w) : connect_host(w)) || (w->tls && !shake_hands(w)))
		return false;
	w->reader = redisReaderCreate();
	if (!w->reader)
		die("out of memory");
	if (w->user)
		auth[n++] = redis_text(w->user);
	if (w->password)
		auth[n++] = redis_text(w->password);
	if (w->password && !introduce(w, auth, n))
		return false;
	snprintf(db, sizeof db, "%u", w->db);
	return introduce(w, (struct bytes[]){ redis_text("SELECT"), redis_text(db) }, 2);
}

static void nap(double seconds)
{
	struct timespec t = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };

	nanosleep(&t, NULL);
}

/* Tries until it is there; at the very first time a server that is not there most likely never is. */
static void reconnect(struct redis *w, double since)
{
	enum { FIRST_SECONDS = 10 };
	double pause = 0.05;

	while (!connect_once(w)) {
		bool patient = w->was_there || begins(w->why, "LOADING") || w->patience < FIRST_SECONDS;
		double away = stat_now() - since, most = patient ? w->patience : FIRST_SECONDS;
		hang_up(w);
		if (away >= most)
			die("%s: Redis is not there: %s%s", w->name, w->why,
			    w->was_there ? "; what was done is kept, and the next run goes on from there" : "");
		nap(pause);
		pause = pause < 1 ? pause * 2 : 1;
	}
	w->was_there = true;
}

static bool try_many(struct redis *w, const struct redis_command *c, uint32_t n, const char *accepted, redisReply **answer)
{
	bool ok = true;

	for (uint32_t i = 0; i < n; i++)
		answer[i] = NULL;
	for (uint32_t i = 0; ok && i < n; i++)
		ok = send_command(w, &c[i]);
	for (uint32_t i = 0; ok && i < n; i++) {
		answer[i] = receive(w, c[i].wait);
		ok = answer[i] && judge(w, answer[i], accepted);
	}
	for (uint32_t i = 0; !ok && i < n; i++)
		if (answer[i])
			freeReplyObject(answer[i]);
	return ok;
}

void redis_many(struct redis *w, const struct redis_command *c, uint32_t n, const char *accepted, redisReply **answer)
{
	double since = stat_now();

	for (;;) {
		if (w->fd < 0)
			reconnect(w, since);
		if (try_many(w, c, n, accepted, answer))
			return;
		hang_up(w);
		if (stat_now() - since >= w->patience)
			die("%s: Redis does not answer: %s", w->name, w->why);
		nap(0.05);
	}
}

redisReply *redis_ask_accepting(struct redis *w, double wait, const char *accepted, const char *const *words)
{
	enum { WORDS_ROOM = 16 };
	struct bytes word[WORDS_ROOM];
	struct redis_command c = { word, 0, wait };
	redisReply *r;

	for (; words[c.n]; c.n++) {
		CHECK(c.n < WORDS_ROOM, "a command of more words than that");
		word[c.n] = redis_text(words[c.n]);
	}
	redis_many(w, &c, 1, accepted, &r);
	return r;
}

redisReply *redis_ask(struct redis *w, const char *const *words)
{
	return redis_ask_accepting(w, 0, NULL, words);
}
