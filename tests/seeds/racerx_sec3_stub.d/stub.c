/* Stands in for the machine: a copy from the user is a call of the fault handler. */
#include "vm.h"

int copyin(void *dst, void *src, size_t len)
{
	(void)dst;
	(void)src;
	do_page_fault();
	return len > 0;
}
