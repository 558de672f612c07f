#!/usr/bin/env bash
# Marks a submission in a job of GitHub Actions. action.yml beside it documents the
# variables.
#
# Bash reads all of it before it starts anything: no program that is marked can change
# what is still to be read.
{
    set -euo pipefail

    scratch=$(mktemp -d "${RUNNER_TEMP:-/tmp}/mark.XXXXXX")
    summary=$scratch/summary.md

    # The marker and the cases are no part of the submission.
    mkdir "$scratch/submission"
    cp -R "$SUBMISSION/." "$scratch/submission"
    rm -rf "$scratch/submission/.git" "$scratch/submission/.github"

    arguments=(submission "$COURSE" "$scratch/submission" --grader)
    arguments+=(--format github --output "$summary")
    [[ -z $CASES ]] || arguments+=(--cases "$CASES")
    [[ -z $POINTS ]] || arguments+=(--points "$POINTS")
    # The words as a shell splits them: the author of the workflow wrote them.
    eval "arguments+=($OPTIONS)"

    # A path without a slash would be looked for in PATH.
    binary=$(realpath "$BINARY")
    [[ -x $binary ]] || chmod u+x "$binary"
    if ! "$binary" "${arguments[@]}"; then
        echo "::error::The autograder could not run: see the log of this step"
        echo "The autograder could not run. This is no fault of the submission." >> "$GITHUB_STEP_SUMMARY"
        exit 1
    fi
    cat "$summary" >> "$GITHUB_STEP_SUMMARY"

    # The marker has just added the outputs.
    passed=$(sed -n 's/^passed=//p' "$GITHUB_OUTPUT" | tail -n 1)
    total=$(sed -n 's/^total=//p' "$GITHUB_OUTPUT" | tail -n 1)
    rm -rf "$scratch"
    if [[ $FAIL == true && $passed != "$total" ]]; then
        exit 1
    fi
    exit 0
}
