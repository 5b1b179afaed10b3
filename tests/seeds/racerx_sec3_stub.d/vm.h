#include <pthread.h>
#include <stddef.h>

int copyin(void *dst, void *src, size_t len);
void do_page_fault(void);
