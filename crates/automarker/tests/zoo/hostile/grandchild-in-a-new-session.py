# As grandchild-holds-pipe.sh, with a process that has left the group and the
# session, and that goes on printing.
import os
import time

here = os.path.dirname(os.path.abspath(__file__))
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(3)
        for second in range(100):
            os.write(1, b"still here\n")
            time.sleep(1)
    os._exit(0)
