/* RetroArch, pull request 19278: the table for checksums is made by whoever comes first, and a plain flag says that it is there; reads of archives, of
 * network play and of the list of contents come from several threads. */
#include <stdint.h>
#include <stddef.h>

static uint32_t table[256];
static int table_ready;

static void make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int bit = 0; bit < 8; bit++)
			c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
		table[i] = c; // RACE 1
	}
	table_ready = 1; // RACE 2
}

uint32_t checksum(uint32_t crc, const unsigned char *data, size_t n)
{
	if (!table_ready) // RACE 2
		make_table();
	for (crc = ~crc; n--; data++)
		crc = table[(crc ^ *data) & 255] ^ crc >> 8; // RACE 1
	return ~crc;
}
