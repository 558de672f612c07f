#!/bin/sh
# vpl_evaluate.sh or vpl_run.sh made this.
{
work=$PWD/.automarker
[ -w "${TMPDIR:-/tmp}" ] || export TMPDIR="$work"
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
# The environment is read and not executed: it has the names of submitted files between
# double quotes, where a shell would run `$(commands)`.
setting() {
    sed -n "s/^export $1='\{0,1\}\([-0-9.]*\)'\{0,1\}\$/\1/p" vpl_environment.sh | tail -n 1
}
export VPL_GRADEMIN="$(setting VPL_GRADEMIN)" VPL_GRADEMAX="$(setting VPL_GRADEMAX)"
deadline=$(setting VPL_MAXTIME)
deadline=$((${deadline:-240} > 40 ? ${deadline:-240} - 20 : 20))
# Bytes for everything, and MiB for a program.
memory=$(setting VPL_MAXMEMORY)
memory=$((${memory:-134217728} / 1048576 * 3 / 4))
copy_submission() {
    mkdir "$work"/submission || return
    for entry in * .[!.]*; do
        case $entry in .automarker | vpl_* | .vpl_* | common_script.sh | default_evaluate_textingui.sh) continue ;; esac
        # A pattern that nothing fits stands for itself.
        [ ! -e "$entry" ] || cp -RP "./$entry" "$work"/submission || return
    done
}
if copy_submission && "$work"/automarker submission @COURSE@ "$work"/submission --grader \
    --format @FORMAT@ \
    --output "$work"/result \
@IF_CASES@    --cases "$work"/automarker-cases.tar \
    --jobs 1 \
    --memory "$memory" \
    --build-memory "$memory" \
    --build-processes 128 \
    --build-time "$deadline" \
    --deadline "$deadline" \
    --points @POINTS@ \
    @OPTIONS@ 2> "$work"/errors > /dev/null && [ -s "$work"/result ]; then
    cat "$work"/result
else
    echo 'error: the autograder could not run: see above' >&2
    cat <<'END_OF_RESULT'
@COULD_NOT_RUN@
END_OF_RESULT
fi
@IF_GRADE@# VPL shows what is not a comment to teachers only. A message may be about a hidden case.
@IF_GRADE@[ -e "$work"/automarker ] ||
@IF_GRADE@    echo 'autograder: a file of the package is missing or has been replaced'
@IF_GRADE@[ ! -e "$work"/errors ] ||
@IF_GRADE@    head -c 1000 "$work"/errors | sed 's/^/autograder: /'
exit 0
}
