# Prints what is right, closes its output, goes on for a moment, and ends well.
import os
import time

here = os.path.dirname(os.path.abspath(__file__))
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
os.close(1)
time.sleep(0.2)
os._exit(0)
