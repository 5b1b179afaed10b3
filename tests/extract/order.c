/* Accesses stay in the order of the source and none is merged, dropped or moved, whatever the level of optimisation. */
// FLAGS: -- -O3
int a, b;

int twice(void)
{
	a = 1; // RACE 1
	a = 2; // RACE 1
	b = a; // RACE 1; RACE 2
	b = a; // RACE 1; RACE 2
	return b + b; // RACE 2
}

/* dump ir:twice
   fn extern twice()  ; ... order.c:5
   b0:
   store i32 @a, 1  ; 7:4
   store i32 @a, 2  ; 8:4
   $x = load i32 @a  ; 9:6
   store i32 @b, $x  ; 9:4
   $y = load i32 @a  ; 10:6
   store i32 @b, $y  ; 10:4
   $p = load i32 @b  ; 11:9
   $q = load i32 @b  ; 11:13
   $s = binary add i32 $p, $q  ; 11:11
   ret $s  ; 11:2
*/
