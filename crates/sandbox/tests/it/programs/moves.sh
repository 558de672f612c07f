number=0
while printf 'move %d: ' $number; IFS= read -r line; do
    printf '<%s>\n' "$line"
    number=$((number + 1))
done
echo bye
exit 5
