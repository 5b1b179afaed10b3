/* Instructions with C names: a vector load is a load, a streaming store is a store, a fence can be seen by
 * its name. (clang's own headers have no debug information, hence no names.) */
#include <emmintrin.h>

__m128i take(const __m128i *p)
{
	return _mm_load_si128(p);
}

void stream(int *p, int v)
{
	_mm_stream_si32(p, v);
}

void full_fence(void)
{
	_mm_mfence();
}

void pause(void)
{
	_mm_pause();
}

int main(void)
{
	int n;

	stream(&n, 1);
	return n;
}

/* dump-has ir:_mm_load_si128
   load i64 <2> %1
*/

/* dump-has ir:_mm_stream_si32
   store i32 %1, %2
*/

/* dump-has ir:full_fence
   call ... @llvm.x86.sse2.mfence()
*/
