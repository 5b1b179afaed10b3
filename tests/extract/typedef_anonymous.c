/* A struct without a tag goes by the name of its typedef. */
typedef struct {
	int count;
	int limit;
} quota;

int left(quota *q)
{
	return q->limit - q->count;
}

/* dump-has ir:left
   fn extern left(%q.1: quota *)
   field %q.1 + 4 : ... .limit
   field %q.1 + 0 : ... .count
*/
