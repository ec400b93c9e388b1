#pragma once

#include <cstdint>

namespace log
{
enum Flags : uint8_t
{
    QUIET
};

struct Row
{
    uint64_t in;
};
}
