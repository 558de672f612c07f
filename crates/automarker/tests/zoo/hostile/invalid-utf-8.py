# Prints bytes that are no text, then what is right.
import os

here = os.path.dirname(os.path.abspath(__file__))
os.write(1, b"\xff\xfe\xc3(" + open(os.path.join(here, "right.txt"), "rb").read())
