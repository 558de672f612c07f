#!/bin/sh
# Installs the compilers. The Containerfile runs it.
set -eu
export HOME="${HOME:-/root}"
export PATH="$PATH:$HOME/.cargo/bin"
@INSTALL@
