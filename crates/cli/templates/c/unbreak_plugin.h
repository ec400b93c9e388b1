/* The binary interface between unbreak and a plug-in, version 1. See docs/plugin-abi.md. */
#ifndef UNBREAK_PLUGIN_H
#define UNBREAK_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define UNBREAK_ABI 1u

enum {
    UNBREAK_OK = 0,
    UNBREAK_ERROR = 1,
    UNBREAK_PANIC = 2,
    UNBREAK_UNKNOWN = 3,
    UNBREAK_DENIED = 4,
    UNBREAK_NOT_FOUND = 5,
    UNBREAK_CANCELLED = 6,
    UNBREAK_INPUT = 7
};

/* Bytes that are valid during a call. ptr may be NULL if len is 0. */
typedef struct {
    const uint8_t *ptr;
    size_t len;
} unbreak_slice;

/* Bytes that the receiver owns. It calls free once, with the three fields, unless free is NULL. */
typedef struct {
    uint8_t *ptr;
    size_t len;
    size_t capacity;
    void (*free)(uint8_t *ptr, size_t len, size_t capacity);
} unbreak_buffer;

/* The answer to a call: the result, or a message in UTF-8 if status is not UNBREAK_OK. */
typedef struct {
    uint32_t status;
    unbreak_buffer buffer;
} unbreak_reply;

/* The functions that the host offers during one call. */
typedef struct {
    size_t size;
    uint32_t abi;
    void *context;
    unbreak_reply (*ask)(void *context, unbreak_slice method, unbreak_slice payload);
} unbreak_host;

/* The table of a library. */
typedef struct {
    size_t size;
    uint32_t abi;
    unbreak_reply (*call)(const unbreak_host *host, unbreak_slice id, unbreak_slice method, unbreak_slice payload);
} unbreak_plugin;

/* The only function that a library exports. The table must live as long as the process. */
const unbreak_plugin *unbreak_plugin_entry_v1(void);

#endif
