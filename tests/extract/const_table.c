/* Constant tables: their bytes are known, trailing zeros included, and their memory is never written. */
const unsigned short powers[6] = { 1, 2, 4, 8 };
static const struct {
	char op;
	int weight;
} weights[] = { { '+', 1 }, { '*', 0x01020304 } };

int weigh(int i)
{
	return powers[i] + weights[1 - i].weight;
}

/* dump-has ir
   var extern powers: const unsigned short [6] constant
*/

/* dump-has ir
   var static weights: ... constant
*/

/* dump-has ir:weigh
   $p = index @powers [...] * 2
   load i16 $p
   $w = index @weights [...] * 8
   field $w + 4 : ... .weight
*/
