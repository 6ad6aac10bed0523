/* bytes.h: input taken byte by byte; zeros when there is no more. */
#ifndef APPARAT_TESTS_FUZZ_BYTES_H
#define APPARAT_TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
	const uint8_t *at, *end;
} bytes;

static inline unsigned take(bytes *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static inline unsigned take_two(bytes *in)
{
	unsigned high = take(in);
	return high << 8 | take(in);
}

/* So many bytes as they are, or all that are left. */
static inline size_t take_run(bytes *in, size_t most, const uint8_t **run)
{
	size_t left = (size_t)(in->end - in->at);
	*run = in->at;
	most = most < left ? most : left;
	in->at += most;
	return most;
}

#endif
