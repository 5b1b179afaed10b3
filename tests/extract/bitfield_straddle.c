/* A packed bit-field that crosses a byte and a word boundary is still one access with one extent. */
struct __attribute__((packed)) wire {
	unsigned head : 5;
	unsigned long body : 40; /* bits 5..44 */
	unsigned tail : 3;
};

unsigned long get_body(const struct wire *w)
{
	return w->body;
}

void set_tail(struct wire *w, unsigned v)
{
	w->tail = v;
}

/* dump-has ir:get_body
   load i48 %w.1 bits 5..44
*/

/* dump-has ir:set_tail
   load i48 %w.1
   store i48 %w.1, ... bits 45..47
*/
