# Ends well, and leaves a process behind that holds the output open.
cat "$(dirname "$0")/right.txt"
sh -c 'sleep 1000 & sleep 1001 &'
