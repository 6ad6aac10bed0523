/* test_push.c: the cryptography of Web Push. test_notices.py has messages opened by a second
 * program, open_push.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/push_crypto.h"

static void decode(const char *text, uint8_t *out, size_t size)
{
	size_t length = 0;
	assert_int_equal(sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
						 sodium_base64_VARIANT_URLSAFE_NO_PADDING),
		0);
	assert_int_equal(length, size);
}

static sv_push_receiver some_receiver(void)
{
	sv_push_receiver to;
	decode(
		"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
		to.point, sizeof to.point);
	decode("BTBZMqHH6r4Tts7J_aSIgg", to.auth, sizeof to.auth);
	return to;
}

/* RFC 8291, section 5 and appendix A. */
static void the_example_of_the_standard_comes_out(void **unused)
{
	(void)unused;
	static const char text[] = "When I grow up, I want to be a watermelon";
	sv_push_receiver to = some_receiver();
	sv_push_pair own;
	uint8_t salt[SV_PUSH_SALT_SIZE], should[144], found[4096];
	decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own.secret, sizeof own.secret);
	decode(
		"BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
		own.point, sizeof own.point);
	decode("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
	decode("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
		   "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
		   "WGNWQexSgSxsj_Qulcy4a-fN",
		should, sizeof should);
	size_t length = sv_push_encrypt(&own, &to, salt, text, strlen(text), 0, found, sizeof found);
	assert_int_equal(length, sizeof should);
	assert_memory_equal(found, should, sizeof should);
}

static void texts_of_different_lengths_look_alike(void **unused)
{
	(void)unused;
	static const uint8_t salt[SV_PUSH_SALT_SIZE] = {1};
	sv_push_receiver to = some_receiver();
	sv_push_pair own;
	uint8_t found[4096];
	assert_true(sv_push_make_pair(&own));
	for (size_t length = 0; length <= 100; length += 50)
		assert_int_equal(
			sv_push_encrypt(&own, &to, salt, (char[100]){0}, length, 100, found, sizeof found),
			100 + SV_PUSH_OVERHEAD);
}

static void what_does_not_fit_is_not_written(void **unused)
{
	(void)unused;
	static const uint8_t salt[SV_PUSH_SALT_SIZE] = {1};
	static char text[5000];
	sv_push_receiver to = some_receiver();
	sv_push_pair own;
	uint8_t found[5200];
	assert_true(sv_push_make_pair(&own));
	assert_int_equal(
		sv_push_encrypt(&own, &to, salt, text, sizeof text, 0, found, sizeof found), 0);
	assert_int_equal(
		sv_push_encrypt(&own, &to, salt, text, 100, 0, found, 99 + SV_PUSH_OVERHEAD), 0);
	assert_int_not_equal(
		sv_push_encrypt(&own, &to, salt, text, 100, 0, found, 100 + SV_PUSH_OVERHEAD), 0);
}

static void only_points_of_the_curve_are_keys(void **unused)
{
	(void)unused;
	sv_push_receiver to = some_receiver();
	sv_push_pair own, other;
	assert_true(sv_push_is_point(to.point));
	assert_true(sv_push_make_pair(&own) && sv_push_is_point(own.point));
	assert_true(sv_push_make_pair(&other));
	assert_memory_not_equal(own.secret, other.secret, sizeof own.secret);
	to.point[SV_POINT_SIZE - 1] ^= 1;
	assert_false(sv_push_is_point(to.point));
	assert_int_equal(sv_push_encrypt(&own, &to, own.secret, "x", 1, 0, (uint8_t[200]){0}, 200), 0);
	to = some_receiver();
	to.point[0] = 6; /* another way of writing a point, which browsers do not use */
	assert_false(sv_push_is_point(to.point));
	assert_false(sv_push_is_point((uint8_t[SV_POINT_SIZE]){0}));
	assert_false(sv_push_is_point((uint8_t[SV_POINT_SIZE]){4}));
}

/* Whether signatures are right is tested with open_push.c. */
static void tokens_have_their_claims(void **unused)
{
	(void)unused;
	char token[SV_TOKEN_TEXT_SIZE], claims[200] = "", point[SV_POINT_TEXT_SIZE], endless[600];
	sv_push_pair own;
	assert_true(sv_push_make_pair(&own));
	assert_true(sv_push_write_token(
		&own, "https://push.example.org", 1794732688, "mailto:games@example.org", token));
	const char *from = strchr(token, '.') + 1, *to = strrchr(token, '.');
	assert_int_equal(sodium_base642bin((uint8_t *)claims, sizeof claims, from, (size_t)(to - from),
						 NULL, NULL, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
		0);
	assert_string_equal(claims,
		"{\"aud\":\"https://push.example.org\",\"exp\":1794732688,"
		"\"sub\":\"mailto:games@example.org\"}");
	assert_int_equal(strlen(to + 1), 86);
	sv_push_write_point(own.point, point);
	assert_int_equal(strlen(point), 87);
	memset(endless, 'x', sizeof endless);
	endless[sizeof endless - 1] = '\0';
	assert_true(sv_push_write_token(&own, endless, 1, NULL, token));
	assert_false(sv_push_write_token(&own, endless, 1, endless, token));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_standard_comes_out),
		cmocka_unit_test(texts_of_different_lengths_look_alike),
		cmocka_unit_test(what_does_not_fit_is_not_written),
		cmocka_unit_test(only_points_of_the_curve_are_keys),
		cmocka_unit_test(tokens_have_their_claims),
	};
	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
