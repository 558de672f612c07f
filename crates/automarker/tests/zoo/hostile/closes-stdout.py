# Prints what is right, closes its output and goes on.
import os
import time

here = os.path.dirname(os.path.abspath(__file__))
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
os.close(1)
time.sleep(1000)
