# The test of a commit, whose number is in the file "number", and in those of its files that were
# changed last. The first bad commit is $FIRST_BAD.
case $KIND in
spread) number=$(cat src/file0 src/file1 src/file2 src/file3 src/file4 | sort -n | tail -n 1) ;;
*) number=$(cat number) ;;
esac

broken() {
    echo 'error: it is broken'
    exit 1
}

# Whether something happens now that happens in $1 of 100 runs: the same in every repetition of the
# benchmark.
happens() {
    echo >> "$COUNTS/$number"
    count=$(wc -l < "$COUNTS/$number")
    drawn=$(printf '%s %s %s' "$SEED" "$number" "$count" | md5sum | cut -c 1-6)
    [ $((0x$drawn % 100)) -lt "$1" ]
}

case $KIND in
steady | spread) sleep 0.3 ;;
varied) sleep "0.$((1 + number * number / 7 % 8))" ;;
gaps)
    if [ "$number" -gt 0 ] && [ $(((COMMITS - number) / 17 % 4)) = $((SEED % 3 + 1)) ]; then
        echo 'error: it cannot be built'
        exit 2
    fi
    ;;
uncertain)
    if [ "$number" -ge "$FIRST_BAD" ]; then rate=50; else rate=2; fi
    if happens "$rate"; then broken; fi
    exit 0
    ;;
esac
[ "$number" -lt "$FIRST_BAD" ] || broken
