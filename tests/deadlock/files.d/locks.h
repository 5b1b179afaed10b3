#include <pthread.h>

extern pthread_mutex_t cache_lock, log_lock;
extern int cached, logged;

void cache_trim(void);
void log_flush(void);
