/* test_svg.c: texts, square roots and widths in pictures. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "drawing/svg.h"

static char *written; /* the text of the last picture */
static size_t length;

static FILE *begin(void)
{
	FILE *out = open_memstream(&written, &length);
	assert_non_null(out);
	return out;
}

static void expect(FILE *out, const char *text)
{
	fclose(out);
	assert_string_equal(written, text);
	free(written);
}

static void nothing_is_taken_for_markup(void **unused)
{
	(void)unused;
	FILE *out = begin();
	svg_escape(out, "<b>\"Q&A\" \003ends\037</b> l'été");
	expect(out, "&lt;b&gt;&quot;Q&amp;A&quot; ends&lt;/b&gt; l'été");
	out = begin();
	svg_text(out, "name", 1, 2.5, "a<b");
	expect(out, "<text x=\"1.0\" y=\"2.5\" class=\"name\">a&lt;b</text>\n");
	out = begin();
	svg_title(out, "R&D");
	expect(out, "<title>R&amp;D</title>");
}

static void capitals(void **unused)
{
	(void)unused;
	FILE *out = begin();
	svg_capitals(out, "heading", 0, 0, "réserve & co");
	expect(out, "<text x=\"0.0\" y=\"0.0\" class=\"heading\">RÉSERVE &amp; CO</text>\n");
}

static void roots(void **unused)
{
	(void)unused;
	for (int n = 0; n <= 4000; n += 7) {
		double root = svg_root((double)n * n);
		assert_true(root > n - 1e-6 && root < n + 1e-6);
	}
	assert_true(svg_root(0.25) > 0.5 - 1e-6 && svg_root(0.25) < 0.5 + 1e-6);
}

static void widths(void **unused)
{
	(void)unused;
	assert_true(svg_width("", 10) == 0);
	assert_true(svg_width("été", 10) == svg_width("ete", 10));
	assert_true(svg_width("AB", 10) > svg_width("ab", 10));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_taken_for_markup),
		cmocka_unit_test(capitals),
		cmocka_unit_test(roots),
		cmocka_unit_test(widths),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
