void store_put(int);
int store_get(void);
void store_drop(void);
void store_swap(void);
int store_last(void);
