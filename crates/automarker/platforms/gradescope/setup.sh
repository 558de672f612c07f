#!/bin/sh
# Gradescope runs this once, when it builds the image of the autograder.
set -eu
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
@INSTALL@
chmod u+x /autograder/source/automarker
chmod -R go= /autograder/source
/autograder/source/automarker --version
