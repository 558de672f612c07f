import os, sys, time
def burn():
    end = time.process_time() + 0.08
    while time.process_time() < end: pass
def fork(what):
    child = os.fork()
    if child == 0:
        what()
        os._exit(0)
    return child
def burn_in_child():
    os.waitpid(fork(burn), 0)
def burn_in_orphan():
    source, drain = os.pipe()
    def orphan():
        os.close(source)
        while os.getppid() == middle: time.sleep(0.001)
        burn()
    def between():
        global middle
        middle = os.getpid()
        fork(orphan)
    os.waitpid(fork(between), 0)
    os.close(drain)
    os.read(source, 1)
def sleep():
    time.sleep(0.2)
for line in sys.stdin:
    globals()[line.strip()]()
    print('done', flush=True)
