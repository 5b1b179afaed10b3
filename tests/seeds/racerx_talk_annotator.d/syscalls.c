/* racerx, section 8.3 and the talk, annotators: functions named sys_* are entered by many threads, functions named *_init
 * before there are any. */
// FLAGS: --models @DIR@/annotator.model
static int opens, table[4], boot;

void sys_open(void)
{
	opens++; // RACE 1
}

void sys_close(void)
{
	opens--; // RACE 1
}

void table_init(void)
{
	table[0] = 1; // NORACE
	boot++; // NORACE
}
