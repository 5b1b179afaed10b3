/* The registry's interface: the lock is the module's own affair. */
struct service {
	struct service *next;
	const char *name;
	int port;
};

void registry_add(const char *name, int port);
int registry_find(const char *name);
int registry_count(void);
