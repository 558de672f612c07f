#!/bin/sh
# Marks the submission in the current folder. autograder.py starts it.
here=$(dirname "$0")
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
# Ends before the 15 minutes of a job.
exec "$here/automarker" submission @COURSE@ . --grader \
    --format @FORMAT@ \
    --output result.json \
@IF_CASES@    --cases "$here/cases" \
    --deadline 780 \
    --points @POINTS@ \
    @OPTIONS@
