import os
name = 'd' * 200
for _ in range(40):
    os.mkdir(name); os.chdir(name)
for i in range(20): open(str(i), 'wb').write(b'x' * 10_000_000)
import time; time.sleep(60)
