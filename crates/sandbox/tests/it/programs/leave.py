import os
for folder in ['.', '/tmp', '/dev/shm', os.environ['HOME']]:
    try:
        os.makedirs(folder + '/left/deep')
        open(folder + '/left/deep/file', 'w').write('x')
        os.chmod(folder + '/left/deep', 0)
    except OSError: pass
if os.fork() == 0:
    os.setsid()
    os.close(0); os.close(1); os.close(2)
    import time; time.sleep(60)
