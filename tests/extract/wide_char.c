/* Wide strings and character constants. */
#include <stddef.h>

const wchar_t *wide = L"hi";
int letter(void)
{
	return L'\u20ac' + wide[1];
}

/* dump-has ir
   var extern wide: const wchar_t *
*/

/* dump-has ir:letter
   load ptr @wide
   load i32
*/
