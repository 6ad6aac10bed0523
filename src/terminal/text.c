/* text.c: see text.h. Every code point counts as one column. */
#include "terminal/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

static bool is_style(char c)
{
	return (unsigned char)c < 0x20;
}

/* Returns whether the byte belongs to a UTF-8 character that began before it. */
static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

int text_width(const char *text)
{
	int width = 0;
	for (; *text; text++)
		width += !is_style(*text) && !is_continuation(*text);
	return width;
}

void text_clip(char *text, int columns)
{
	bool styled = false;
	for (; *text; text++) {
		styled |= is_style(*text);
		if (is_style(*text) || is_continuation(*text))
			continue;
		if (columns-- == 0)
			break;
	}
	if (*text && styled)
		*text++ = S_PLAIN[0];
	*text = '\0';
}

void text_pad(char *text, size_t size, int columns)
{
	assert(size > strlen(text));
	size_t length = strlen(text);
	for (int width = text_width(text); width < columns && length + 1 < size; width++)
		text[length++] = ' ';
	text[length] = '\0';
}

/* Besides ASCII it changes à to þ (not ÷), which have two bytes and begin with c3, and œ. */
void text_upper(char *text)
{
	for (; *text; text++) {
		unsigned char next = (unsigned char)text[1];
		if (*text >= 'a' && *text <= 'z')
			*text = (char)(*text - 'a' + 'A');
		else if ((unsigned char)*text == 0xc3 && next >= 0xa0 && next <= 0xbe && next != 0xb7)
			text[1] = (char)(next - 0x20);
		else if ((unsigned char)*text == 0xc5 && next == 0x93)
			text[1] = (char)0x92; /* œ */
	}
}

/* Returns the number of bytes of the character at `text`; 0 if it must not be printed. */
static size_t printable_length(const char *text)
{
	unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];
	size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
	bool control = c < 0x20 || c == 0x7f || (c == 0xc2 && next < 0xa0);
	for (size_t i = 1; i < length; i++)
		if (!is_continuation(text[i]))
			return 0;
	return control ? 0 : length;
}

void text_clean(char *text)
{
	while (*text) {
		size_t length = printable_length(text);
		if (length == 0)
			*text = '?';
		text += length > 0 ? length : 1;
	}
}

/* ---- ASCII ----------------------------------------------------------------------------------- */

static const struct {
	const char *from, *to;
} ascii_forms[] = {
	{"à", "a"},
	{"â", "a"},
	{"ä", "a"},
	{"ç", "c"},
	{"é", "e"},
	{"è", "e"},
	{"ê", "e"},
	{"ë", "e"},
	{"î", "i"},
	{"ï", "i"},
	{"ô", "o"},
	{"ö", "o"},
	{"ù", "u"},
	{"û", "u"},
	{"ü", "u"},
	{"À", "A"},
	{"Â", "A"},
	{"Ç", "C"},
	{"É", "E"},
	{"È", "E"},
	{"Ê", "E"},
	{"Ë", "E"},
	{"Î", "I"},
	{"Ï", "I"},
	{"Ô", "O"},
	{"Ù", "U"},
	{"Û", "U"},
	{"œ", "oe"},
	{"Œ", "OE"},
	{"æ", "ae"},
	{"“", "\""},
	{"”", "\""},
	{"‘", "'"},
	{"’", "'"},
	{"«", "\""},
	{"»", "\""},
	{"–", "-"},
	{"—", "-"},
	{"−", "-"},
	{"≤", "<="},
	{"≥", ">="},
	{"…", "..."},
	{"·", "-"},
	{"×", "x"},
	{"\u00a0", " "},
	{"\u202f", " "},
};

static const char *ascii_for(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof ascii_forms / sizeof ascii_forms[0]; i++)
		if (strlen(ascii_forms[i].from) == length &&
			strncmp(text, ascii_forms[i].from, length) == 0)
			return ascii_forms[i].to;
	return "?";
}

/* French has a space inside its quotation marks; it is left out inside those of ASCII. */
void text_to_ascii(const char *text, char *out, size_t size)
{
	assert(size > 0);
	size_t used = 0;
	while (*text && used + 4 < size) {
		size_t length = 1;
		while (is_continuation(text[length]))
			length++;
		if (strncmp(text, "»", length) == 0 && used > 0 && out[used - 1] == ' ')
			used--;
		if ((unsigned char)*text < 0x80)
			out[used++] = *text;
		else
			used += (size_t)snprintf(out + used, size - used, "%s", ascii_for(text, length));
		bool opens = length == 2 && strncmp(text, "«", length) == 0;
		text += length;
		text += opens && *text == ' ';
	}
	out[used] = '\0';
}

/* ---- Printing and appending ------------------------------------------------------------------ */

void text_print(const char *text, int colour, FILE *out)
{
	static const char *const escape[0x20] = {
		[0x01] = "\033[0m",
		[0x02] = "\033[0;1;97;41m",
		[0x03] = "\033[0;1;31m",
		[0x04] = "\033[0;1m",
		[0x05] = "\033[0;2m",
		[0x06] = "\033[0;31m",
		[0x07] = "\033[0;36m",
		[0x08] = "\033[0;32m",
		[0x0e] = "\033[0;33m",
		[0x0f] = "\033[0;94m",
		[0x10] = "\033[0;35m",
		[0x11] = "\033[0;38;5;208m",
	};
	bool styled = false;
	for (; *text; text++) {
		if (!is_style(*text)) {
			fputc(*text, out);
		} else if (colour && escape[(int)*text]) {
			fputs(escape[(int)*text], out);
			styled = *text != S_PLAIN[0];
		}
	}
	if (styled)
		fputs(escape[1], out);
}

void text_add(char *text, size_t size, const char *format, ...)
{
	assert(size > strlen(text));
	size_t length = strlen(text);
	va_list args;
	va_start(args, format);
	vsnprintf(text + length, size - length, format, args);
	va_end(args);
}

void text_add_whole(char *text, size_t size, const char *name)
{
	for (const char *c = name; *c; c++)
		text_add(text, size, "%.*s", *c == ' ' ? 2 : 1, *c == ' ' ? "\u00a0" : c);
}

char *text_split_word(char *line)
{
	char *rest = line + strcspn(line, " ");
	if (*rest)
		*rest++ = '\0';
	return rest + strspn(rest, " ");
}
