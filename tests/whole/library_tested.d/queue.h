void queue_put(int);
int queue_get(void);
int queue_size(void);
void queue_clear(void);
void queue_limit(int);
