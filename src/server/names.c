/* names.c: see names.h. */
#include "server/names.h"

#include <assert.h>
#include <stdio.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { ROOM = SV_LOOK_SIZE / 2 }; /* characters of UTF-16 */

typedef struct characters {
	UChar text[ROOM];
	int32_t length;
} characters;

/* ICU's tables are loaded once; they stay until the program ends. */
static const USpoofChecker *spoof_checker(void)
{
	static USpoofChecker *checker;
	UErrorCode error = U_ZERO_ERROR;
	if (!checker)
		checker = uspoof_open(&error);
	return U_SUCCESS(error) ? checker : NULL;
}

static bool read_text(const char *name, characters *out)
{
	UErrorCode error = U_ZERO_ERROR;
	u_strFromUTF8(out->text, ROOM, &out->length, name, -1, &error);
	return U_SUCCESS(error);
}

static bool write_text(const characters *from, char out[SV_LOOK_SIZE])
{
	UErrorCode error = U_ZERO_ERROR;
	int32_t length = 0;
	u_strToUTF8(out, SV_LOOK_SIZE, &length, from->text, from->length, &error);
	return U_SUCCESS(error) && length < SV_LOOK_SIZE;
}

static bool fold(const characters *from, characters *out)
{
	UErrorCode error = U_ZERO_ERROR;
	const UNormalizer2 *folder = unorm2_getNFKCCasefoldInstance(&error);
	if (U_FAILURE(error))
		return false;
	out->length = unorm2_normalize(folder, from->text, from->length, out->text, ROOM, &error);
	return U_SUCCESS(error);
}

static bool make_skeleton(const characters *from, char out[SV_LOOK_SIZE])
{
	characters skeleton;
	UErrorCode error = U_ZERO_ERROR;
	const USpoofChecker *checker = spoof_checker();
	if (!checker)
		return false;
	skeleton.length =
		uspoof_getSkeleton(checker, 0, from->text, from->length, skeleton.text, ROOM, &error);
	return U_SUCCESS(error) && write_text(&skeleton, out);
}

/* Both are needed: "Ilya" looks like "llya" as it is written, and like "ILYA" without the
 * difference of small and capital letters. */
void sv_name_look(const char *name, sv_look *out)
{
	assert(name && out);
	characters text, folded;
	bool is_read = read_text(name, &text);
	if (!is_read || !make_skeleton(&text, out->as_written))
		snprintf(out->as_written, sizeof out->as_written, "%s", name);
	if (!is_read || !fold(&text, &folded) || !make_skeleton(&folded, out->folded))
		snprintf(out->folded, sizeof out->folded, "%s", name);
}

bool sv_name_search_key(const char *name, char out[SV_LOOK_SIZE])
{
	assert(name && out);
	characters text, folded;
	return read_text(name, &text) && fold(&text, &folded) && write_text(&folded, out);
}
