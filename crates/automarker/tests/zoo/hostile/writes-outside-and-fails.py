# Needs a file outside its folder.
import sys

with open((sys.argv[1:] + ["../../zoo-escape.txt"])[0], "a") as file:
    file.write("")
print("wrote it")
