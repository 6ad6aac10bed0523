/* The one policy for lack of memory: whoever asks for too much ends with one line. */
#include "unit.h"

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
	assert_non_null(nothing); /* even nothing has an address */
	free(nothing);
	char *copy = ap_copy_text("Zakharov");
	assert_string_equal(copy, "Zakharov");
	free(bytes);
	free(copy);
}

/* What a process says that asks for more than there can be, and how it ends. */
static int status_of_greed(void (*ask)(void), char *said, size_t size)
{
	int out[2], status = 0;
	assert_int_equal(pipe(out), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		signal(SIGABRT, SIG_DFL);
		dup2(out[1], STDERR_FILENO);
		ask();
		_exit(0);
	}
	close(out[1]);
	ssize_t length = read(out[0], said, size - 1);
	said[length > 0 ? length : 0] = '\0';
	close(out[0]);
	waitpid(child, &status, 0);
	return status;
}

static void ask_for_a_product_that_overflows(void)
{
	ap_reallocate(NULL, SIZE_MAX / 2, 4);
}

static void lack_of_memory_ends_the_process(void **data)
{
	char said[200];
	(void)data;
	int status = status_of_greed(ask_for_a_product_that_overflows, said, sizeof said);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_string_equal(said, "apparat: out of memory\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zero_and_never_null),
		cmocka_unit_test(lack_of_memory_ends_the_process),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
