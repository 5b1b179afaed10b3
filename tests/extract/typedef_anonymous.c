/* A struct without a tag goes by the name of its typedef. */
typedef struct {
	int count;
	int limit;
} quota;

int left(quota *q)
{
	return q->limit - q->count;
}
