/* relay, Figure 8 (initialisation), with line 4 behind line 5: the connection can be found in the list, and its specific bits
 * are still being filled in without the lock. timeout is complete before, in the function below. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

struct list_head {
	struct list_head *next;
};

struct timer {
	int expires;
};

struct rxrpc_connection {
	struct timer timeout;
	struct {
		int sin_family;
	} addr;
	struct list_head id_link;
};

struct rxrpc_peer {
	pthread_rwlock_t conn_idlock;
	struct list_head conns;
};

struct rxrpc_transport {
	struct rxrpc_peer *peer;
};

static void list_add(struct list_head *new, struct list_head *head)
{
	new->next = head->next;
	head->next = new;
}

static void timer_init(struct timer *timer)
{
	timer->expires = 10;
}

static void __rxrpc_create_connection(struct rxrpc_connection **_conn)
{
	struct rxrpc_connection *conn = malloc(sizeof *conn); /* 1 */

	timer_init(&conn->timeout); /* 2 */
	*_conn = conn; /* 3 */
}

static void *rxrpc_create_connection(void *trans)
{
	struct rxrpc_peer *peer = ((struct rxrpc_transport *)trans)->peer;
	struct rxrpc_connection *conn;

	__rxrpc_create_connection(&conn);
	pthread_rwlock_wrlock(&peer->conn_idlock);
	list_add(&conn->id_link, &peer->conns); /* 5 */
	pthread_rwlock_unlock(&peer->conn_idlock);
	/* fill in the specific bits */
	conn->addr.sin_family = AF_INET; /* 4 */ // RACE 1
	return NULL;
}

static void *count_connections(void *trans)
{
	struct rxrpc_peer *peer = ((struct rxrpc_transport *)trans)->peer;
	int inet = 0;

	pthread_rwlock_rdlock(&peer->conn_idlock);
	for (struct list_head *p = peer->conns.next; p; p = p->next) {
		struct rxrpc_connection *conn = (void *)((char *)p - offsetof(struct rxrpc_connection, id_link));

		if (conn->addr.sin_family == AF_INET && conn->timeout.expires > 0) // RACE 1
			inet++;
	}
	pthread_rwlock_unlock(&peer->conn_idlock);
	printf("%d\n", inet);
	return NULL;
}

int main(void)
{
	static struct rxrpc_peer peer = { .conn_idlock = PTHREAD_RWLOCK_INITIALIZER };
	static struct rxrpc_transport trans = { &peer };
	pthread_t makers[2], counter;

	for (int i = 0; i < 2; i++)
		pthread_create(&makers[i], NULL, rxrpc_create_connection, &trans);
	pthread_create(&counter, NULL, count_connections, &trans);
	for (int i = 0; i < 2; i++)
		pthread_join(makers[i], NULL);
	pthread_join(counter, NULL);
	return 0;
}
