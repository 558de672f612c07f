# Tries to kill its parent. Signal 0 asks first, so that nothing is
# killed where nothing stands in the way.
import os
import signal

here = os.path.dirname(os.path.abspath(__file__))
parent = os.getppid()
try:
    os.kill(parent, 0)
    print("could have killed my parent")
except PermissionError:
    try:
        os.kill(parent, signal.SIGKILL)
    except PermissionError:
        pass
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
