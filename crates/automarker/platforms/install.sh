missing=
need() {
    command -v "$1" > /dev/null 2>&1 || missing="$missing $2"
}
@IF_C@need gcc 'gcc libc6-dev'
@IF_C@need make make
@IF_JAVA@need javac default-jdk-headless
@IF_PYTHON@need python3 python3
@IF_RUST@# Distributions have old versions; rustup installs the current one.
@IF_RUST@command -v cargo > /dev/null 2>&1 || need curl 'curl ca-certificates'
@IF_RUST@need gcc 'gcc libc6-dev'
if [ -n "$missing" ]; then
    command -v apt-get > /dev/null 2>&1 || {
        echo "error: install$missing: this system has no apt-get" >&2
        exit 1
    }
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    # shellcheck disable=SC2086
    apt-get install -y --no-install-recommends $missing
fi
@IF_RUST@command -v cargo > /dev/null 2>&1 ||
@IF_RUST@    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
@IF_RUST@    sh -s -- -y --profile minimal --no-modify-path
# A failed download does not end the script.
for command in @COMMANDS@; do
    command -v "$command" > /dev/null 2>&1 || {
        echo "error: $command could not be installed" >&2
        exit 1
    }
done
