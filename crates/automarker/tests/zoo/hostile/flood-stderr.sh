# Never stops printing, on standard error.
exec yes "Segmentation fault" >&2
