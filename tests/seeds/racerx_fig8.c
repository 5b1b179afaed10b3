/* racerx, Figure 8: serial_out is called with interrupts off everywhere but in one place. In most of the critical sections
 * it is the first thing, or the last. */
struct esp_struct {
	int IER;
	int xmit;
};

void cli(void);
void sti(void);
void save_flags(unsigned long *);
void restore_flags(unsigned long);
void serial_out(struct esp_struct *, int reg, int value);

enum { UART_ESI_CMD1 = 1, UART_ESI_CMD2, ESI_SET_BAUD, ESI_SET_SRV_MASK, ESI_SET_RX_TIMEOUT, ESI_GET_UART_STAT, UART_IER_RDI };

void change_speed(struct esp_struct *info, int quot)
{
	unsigned long flags = 0;

	save_flags(&flags);
	cli();
	serial_out(info, UART_ESI_CMD1, ESI_SET_BAUD);
	serial_out(info, UART_ESI_CMD2, quot >> 8);
	serial_out(info, UART_ESI_CMD2, quot & 0xff);
	restore_flags(flags);
}

void throttle(struct esp_struct *info)
{
	cli();
	info->IER &= ~UART_IER_RDI; // RACE: interrupts that are off on one CPU keep the others from nothing
	serial_out(info, UART_ESI_CMD1, ESI_SET_SRV_MASK);
	serial_out(info, UART_ESI_CMD2, info->IER);
	serial_out(info, UART_ESI_CMD1, ESI_SET_RX_TIMEOUT);
	serial_out(info, UART_ESI_CMD2, 0x00);
	sti();
}

void block_til_ready(struct esp_struct *info)
{
	unsigned long flags = 0;

	save_flags(&flags);
	cli();
	info->xmit = 0; // RACE: the same
	restore_flags(flags);
	serial_out(info, UART_ESI_CMD1, ESI_GET_UART_STAT); // INCONSISTENT-LOCK
}

void command_1(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 1);
	serial_out(info, UART_ESI_CMD2, 2);
	sti();
}

void command_2(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 2);
	serial_out(info, UART_ESI_CMD2, 4);
	sti();
}

void command_3(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 3);
	serial_out(info, UART_ESI_CMD2, 6);
	sti();
}

void command_4(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 4);
	serial_out(info, UART_ESI_CMD2, 8);
	sti();
}

void command_5(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 5);
	serial_out(info, UART_ESI_CMD2, 10);
	sti();
}

void command_6(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 6);
	serial_out(info, UART_ESI_CMD2, 12);
	sti();
}

void command_7(struct esp_struct *info)
{
	cli();
	serial_out(info, UART_ESI_CMD1, 7);
	serial_out(info, UART_ESI_CMD2, 14);
	sti();
}
