# Tries to write outside its folder: where its argument says, two folders up,
# and at home. Tells on standard output when it could.
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
targets = sys.argv[1:] + ["../../zoo-escape.txt", os.path.join(os.path.expanduser("~"), "zoo-escape.txt")]
for target in targets:
    try:
        with open(target, "w") as file:
            file.write("escaped")
        os.remove(target)
        print("wrote", target)
    except OSError:
        pass
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
