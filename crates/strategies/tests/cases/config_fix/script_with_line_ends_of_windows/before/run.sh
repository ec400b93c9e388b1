#!/bin/sh
if true; then
    echo done
fi
