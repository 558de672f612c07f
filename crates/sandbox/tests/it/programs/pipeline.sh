# `cat` is blocked reading its standard input, a pipe, for as long as the shell before it
# counts.
count() { i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; }
{ count; echo board; } | cat
printf 'move: '
read -r line
echo "$line"
