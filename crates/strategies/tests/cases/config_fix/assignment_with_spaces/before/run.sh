#!/bin/sh
set -e
. ./.env
echo $NAME:$PORT
