# Leaves files of odd kinds and names behind.
mkdir -p a/b && ln -s / a/b/root && mkfifo pipe && printf x > "$(printf 'odd\nname')"
chmod 000 a
cat "$(dirname "$0")/right.txt"
