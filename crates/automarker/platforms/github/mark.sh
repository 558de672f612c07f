#!/usr/bin/env bash
# Marks the program in this repository in a job of GitHub Actions. The workflow mark.yml
# runs it.
{
set -euo pipefail
scratch=$(mktemp -d "${RUNNER_TEMP:-/tmp}/mark.XXXXXX")

# The marker and the cases are no part of the submission.
mkdir "$scratch/submission"
cp -R . "$scratch/submission"
rm -rf "$scratch/submission/.git" "$scratch/submission/.github"

# A commit from Windows has no executable files.
chmod u+x .github/automarker/automarker
if ! .github/automarker/automarker submission @COURSE@ "$scratch/submission" --grader \
    --format @FORMAT@ \
    --output "$scratch/summary.md" \
@IF_CASES@    --cases .github/automarker/cases \
    --points @POINTS@ \
    @OPTIONS@; then
    echo '::error::The autograder could not run: see the log of this step'
    echo 'The autograder could not run. This is no fault of the submission.' >> "$GITHUB_STEP_SUMMARY"
    exit 1
fi
cat "$scratch/summary.md" >> "$GITHUB_STEP_SUMMARY"
rm -rf "$scratch"

# The marker has just added the outputs.
passed=$(sed -n 's/^passed=//p' "$GITHUB_OUTPUT" | tail -n 1)
total=$(sed -n 's/^total=//p' "$GITHUB_OUTPUT" | tail -n 1)
[[ $passed == "$total" ]] || exit 1
exit 0
}
