/* bytes.h: reads the input of a fuzz target byte by byte. After the end of the input, every byte
 * is zero. */
#ifndef APPARAT_TESTS_FUZZ_BYTES_H
#define APPARAT_TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* The part of the input that has not been read. */
typedef struct bytes {
	const uint8_t *at, *end;
} bytes;

/* Returns the next byte. */
static inline unsigned take(bytes *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

/* Returns a number of the next two bytes. */
static inline unsigned take_two(bytes *in)
{
	unsigned high = take(in);
	return high << 8 | take(in);
}

/* Sets `block` to the next bytes of the input and returns how many these are: `most`, or fewer if
 * the input ends before. */
static inline size_t take_block(bytes *in, size_t most, const uint8_t **block)
{
	size_t left = (size_t)(in->end - in->at);
	*block = in->at;
	most = most < left ? most : left;
	in->at += most;
	return most;
}

#endif
