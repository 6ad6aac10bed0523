/* test_memory.c: allocated memory, and what happens if there is none: the process writes one line
 * and ends. */
#include "unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text/memory.h"

static void memory_is_zero_and_never_null(void **data)
{
	(void)data;
	char *bytes = ap_allocate(100, 3);
	for (int i = 0; i < 300; i++)
		assert_int_equal(bytes[i], 0);
	bytes[299] = 'x';
	bytes = ap_reallocate(bytes, 1000, 3);
	assert_int_equal(bytes[299], 'x');
	void *nothing = ap_reallocate(NULL, 0, 8);
	assert_non_null(nothing); /* even zero bytes have an address */
	free(nothing);
	char *copy = ap_copy_text("a text");
	assert_string_equal(copy, "a text");
	free(bytes);
	free(copy);
}

/* Calls a function in a child process. Returns how the process ends, and writes what it printed. */
static int run_in_child(void (*function)(void), char *printed, size_t size)
{
	int out[2], status = 0;
	assert_int_equal(pipe(out), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		signal(SIGABRT, SIG_DFL);
		if (dup2(out[1], STDERR_FILENO) < 0)
			_exit(0); /* nothing will be said, which the test finds */
		function();
		_exit(0);
	}
	close(out[1]);
	ssize_t length = read(out[0], printed, size - 1);
	printed[length > 0 ? length : 0] = '\0';
	close(out[0]);
	waitpid(child, &status, 0);
	return status;
}

static void allocate_too_much(void)
{
	ap_reallocate(NULL, SIZE_MAX / 2, 4); /* the product overflows */
}

static void lack_of_memory_ends_the_process(void **data)
{
	char printed[200];
	(void)data;
	int status = run_in_child(allocate_too_much, printed, sizeof printed);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_string_equal(printed, "apparat: out of memory\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zero_and_never_null),
		cmocka_unit_test(lack_of_memory_ends_the_process),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
