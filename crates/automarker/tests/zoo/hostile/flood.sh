# Never stops printing.
exec yes "Enter move for color B (RowCol):"
