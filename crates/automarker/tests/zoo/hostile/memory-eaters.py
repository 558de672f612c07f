# Four children that each take 700 MiB: together too much, each alone not.
import os
import time

for child in range(4):
    if os.fork() == 0:
        eaten = [b"x" * (10 << 20) for i in range(70)]
        time.sleep(20)
        os._exit(0)
for child in range(4):
    os.wait()
print("full")
