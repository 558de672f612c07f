# Stops, and waits for a SIGCONT that does not come.
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
