import os, signal
for pid in [-1, 0, 1, os.getppid()]:
    try: os.kill(pid, signal.SIGSTOP if pid == 1 else signal.SIGCONT)
    except OSError as error: pass
signal.signal(signal.SIGTERM, signal.SIG_IGN)
try: os.kill(-1, signal.SIGTERM)
except OSError: pass
print('alive')
