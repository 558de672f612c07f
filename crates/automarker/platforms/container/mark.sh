#!/bin/sh
# Marks the submission in /submission. The image runs it.
{
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
# Everything runs as root, so that a program without a sandbox could change its result.
# Marking ends before the 10 minutes that many platforms allow.
if ! /automarker/automarker submission @COURSE@ /submission --grader \
    --format @FORMAT@ \
    --output /results/results.json \
@IF_CASES@    --cases /automarker/cases \
    --sandbox landlock \
    --deadline 540 \
    --points @POINTS@ \
    @OPTIONS@; then
    echo 'error: the autograder could not run: see above' >&2
    cat > /results/results.json.part <<'END_OF_RESULT'
@COULD_NOT_RUN@
END_OF_RESULT
    mv /results/results.json.part /results/results.json
fi
exit 0
}
