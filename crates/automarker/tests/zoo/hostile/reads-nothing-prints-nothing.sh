# Ends at once.
exit 0
