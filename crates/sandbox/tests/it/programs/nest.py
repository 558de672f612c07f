# More folders in folders than a path may have bytes.
import os
for folder in ['/tmp', '/dev/shm', os.environ['HOME']]:
    try:
        os.chdir(folder)
        for depth in range(3000):
            os.mkdir('left'); os.chdir('left')
    except OSError: pass
