#!/bin/sh
# MarkUs runs this in the folder of a submission, where it puts the files of this package
# too, and reads the standard output.
{
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
work=$(mktemp -d) || work=/dev/null/none
copy_submission() {
    mkdir "$work"/submission || return
    for entry in * .[!.]*; do
        case $entry in automarker | automarker-cases.tar | automarker-course.toml | automarker.sh) continue ;; esac
        # A pattern that nothing fits stands for itself.
        [ ! -e "$entry" ] || cp -RP "./$entry" "$work"/submission || return
    done
}
# Ends before the time limit of 300 seconds that staff are told to set.
if copy_submission && ./automarker submission @COURSE@ "$work"/submission --grader \
    --format @FORMAT@ \
    --output "$work"/result \
@IF_CASES@    --cases ./automarker-cases.tar \
    --deadline 240 \
    --points @POINTS@ \
    @OPTIONS@ > /dev/null && [ -s "$work"/result ]; then
    cat "$work"/result
else
    echo 'error: the autograder could not run: see above' >&2
    cat <<'END_OF_RESULT'
@COULD_NOT_RUN@
END_OF_RESULT
fi
rm -rf "$work"
exit 0
}
