# `call` makes a system call by its number.
import ctypes, fcntl, os, signal, socket, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    result = libc.syscall(*[ctypes.c_long(one) for one in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def read(path):
    with open(path, 'rb') as file:
        return file.read(64)
def talk(family, kind, protocol, address):
    with socket.socket(family, kind, protocol) as one:
        one.settimeout(5)
        one.connect(address)
        one.send(b'x')
def attempt(what):
    try:
        print(what, 'worked:', eval(what))
    except (OSError, subprocess.SubprocessError) as error:
        print(what, error)
