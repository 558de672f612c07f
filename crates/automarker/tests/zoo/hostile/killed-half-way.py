# Prints half of what is right, and is killed.
import os
import signal

here = os.path.dirname(os.path.abspath(__file__))
right = open(os.path.join(here, "right.txt"), "rb").read()
os.write(1, right[:len(right) // 2])
os.kill(os.getpid(), signal.SIGKILL)
