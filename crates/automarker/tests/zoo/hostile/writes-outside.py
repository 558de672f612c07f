# Tries to write outside its folder: where its argument says, beside its source,
# and in folders of the system. Tells on standard output when it could.
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
targets = sys.argv[1:] + [os.path.join(folder, "zoo-escape.txt") for folder in (here, "/", "/usr/bin", "/var/tmp", "/root")]
for target in targets:
    try:
        with open(target, "w") as file:
            file.write("escaped")
        os.remove(target)
        print("wrote", target)
    except OSError:
        pass
os.write(1, open(os.path.join(here, "right.txt"), "rb").read())
