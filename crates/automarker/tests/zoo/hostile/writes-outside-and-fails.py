# Needs a file outside its folder.
import sys

with open(sys.argv[1], "a") as file:
    file.write("")
print("wrote it")
