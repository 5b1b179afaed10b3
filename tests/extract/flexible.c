/* A flexible array member begins where the struct ends; the index goes past the declared size. */
struct packet {
	unsigned short len;
	unsigned short kind;
	unsigned data[];
};

unsigned nth(struct packet *p, int i)
{
	return p->data[i];
}

struct old_style {
	int n;
	int data[1];
};

int nth_old(struct old_style *p, int i)
{
	return p->data[i];
}

/* dump-has ir:nth
   $d = field %p.1 + 4 : struct packet.data
   $e = index $d [...] * 4
   load i32 $e
*/

/* dump-has ir:nth_old
   $d = field %p.1 + 4 : struct old_style.data
   $e = index $d [...] * 4 : int  ;
   load i32 $e
*/
