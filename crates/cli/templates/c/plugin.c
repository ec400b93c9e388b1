/* Reads the findings of a tool that prints "FILE:LINE: {{id}}: MESSAGE".
 *
 * The host cuts out the lines that "claims" describes and hands them over together: a header of
 * one line of JSON, which is not needed here, and after it one claimed line per line. */

#include "unbreak_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char DESCRIPTION[] =
    "{\"protocol\": 1, \"parsers\": [{"
    "  \"descriptor\": {"
    "    \"id\": \"{{id}}\", \"version\": \"0.1.0\", \"summary\": \"findings of {{id}}\","
    "    \"examples\": [{"
    "      \"title\": \"a finding\","
    "      \"input\": \"src/a.txt:3: {{id}}: no \\\"rocket\\\" here\\n\","
    "      \"expected\": \"[{\\\"file\\\": \\\"src/a.txt\\\", \\\"line\\\": 3,"
    "                     \\\"message\\\": \\\"no \\\\\\\"rocket\\\\\\\" here\\\"}]\""
    "    }]"
    "  },"
    "  \"triggers\": [\": {{id}}: \"],"
    "  \"claims\": {\"begin\": \"^[^:]+:[0-9]+: {{id}}: \"}"
    "}]}";

/* A growing text. If memory runs out, it stays unchanged and sets a flag. */
typedef struct {
    char *ptr;
    size_t len, capacity;
    int failed;
} text;

static void add(text *to, const char *bytes, size_t len) {
    if (to->len + len > to->capacity) {
        size_t capacity = (to->len + len) * 2;
        char *ptr = realloc(to->ptr, capacity);
        if (ptr == NULL) {
            to->failed = 1;
            return;
        }
        to->ptr = ptr;
        to->capacity = capacity;
    }
    memcpy(to->ptr + to->len, bytes, len);
    to->len += len;
}

static void add_text(text *to, const char *string) {
    add(to, string, strlen(string));
}

/* Appends a text as a JSON string. */
static void add_string(text *to, const char *bytes, size_t len) {
    add_text(to, "\"");
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)bytes[i];
        char escaped[8];
        if (c == '"' || c == '\\' || c < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", c);
            add_text(to, escaped);
        } else {
            add(to, bytes + i, 1);
        }
    }
    add_text(to, "\"");
}

static void free_buffer(uint8_t *ptr, size_t len, size_t capacity) {
    (void)len;
    (void)capacity;
    free(ptr);
}

static unbreak_reply reply(uint32_t status, text result) {
    if (result.failed) {
        free(result.ptr);
        return (unbreak_reply){UNBREAK_ERROR, {NULL, 0, 0, NULL}};
    }
    return (unbreak_reply){status, {(uint8_t *)result.ptr, result.len, result.capacity, free_buffer}};
}

static unbreak_reply say(uint32_t status, const char *message) {
    text result = {0};
    add_text(&result, message);
    return reply(status, result);
}

static int is(unbreak_slice slice, const char *string) {
    return slice.len == strlen(string) && memcmp(slice.ptr, string, slice.len) == 0;
}

/* Returns the first occurrence of a text in a line, or NULL. */
static const char *find(const char *line, size_t len, const char *needle) {
    size_t size = strlen(needle);
    for (size_t i = 0; i + size <= len; i++) {
        if (memcmp(line + i, needle, size) == 0) {
            return line + i;
        }
    }
    return NULL;
}

/* Reads one claimed line, which is the block with this number. */
static void add_finding(text *to, const char *line, size_t len, size_t block, int *count) {
    static const char MARK[] = ": {{id}}: ";
    const char *mark = find(line, len, MARK);
    if (mark == NULL || mark == line) {
        return;
    }
    const char *colon = mark - 1;
    while (colon > line && *colon != ':') {
        colon--;
    }
    const char *message = mark + strlen(MARK);
    char numbers[96];
    snprintf(numbers, sizeof numbers, ", \"line\": %lu, \"block\": %zu, \"message\": ",
             strtoul(colon + 1, NULL, 10), block);
    add_text(to, *count > 0 ? ", " : "");
    add_text(to, "{\"type\": \"lint\", \"severity\": \"warning\", \"file\": ");
    add_string(to, line, (size_t)(colon - line));
    add_text(to, numbers);
    add_string(to, message, (size_t)(line + len - message));
    add_text(to, "}");
    *count += 1;
}

static unbreak_reply parse(unbreak_slice payload) {
    const char *at = (const char *)payload.ptr;
    const char *end = at + payload.len;
    const char *body = payload.len > 0 ? memchr(at, '\n', payload.len) : NULL;
    if (payload.len == 0 || *at != '{' || body == NULL) {
        return say(UNBREAK_INPUT, "the payload has no header and body");
    }
    text result = {0};
    int count = 0;
    size_t block = 0;
    add_text(&result, "{\"diagnostics\": [");
    for (at = body + 1; at < end; block++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        add_finding(&result, at, (size_t)(stop - at), block, &count);
        at = stop + 1;
    }
    add_text(&result, "]}");
    return reply(UNBREAK_OK, result);
}

static unbreak_reply call(const unbreak_host *host, unbreak_slice id, unbreak_slice method, unbreak_slice payload) {
    (void)host;
    if (is(method, "describe")) {
        return say(UNBREAK_OK, DESCRIPTION);
    }
    if (!is(id, "{{id}}")) {
        return say(UNBREAK_UNKNOWN, "there is nothing of that id");
    }
    if (is(method, "parse")) {
        return parse(payload);
    }
    return say(UNBREAK_UNKNOWN, "there is no such method");
}

const unbreak_plugin *unbreak_plugin_entry_v1(void) {
    static const unbreak_plugin PLUGIN = {sizeof(unbreak_plugin), UNBREAK_ABI, call};
    return &PLUGIN;
}
