# Waits for a child's child that sleeps.
cat "$(dirname "$0")/right.txt"
sh -c 'sleep 1000; :'
exit 0
