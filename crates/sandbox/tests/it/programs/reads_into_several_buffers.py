import os
os.write(1, b'?')
parts = [bytearray(2), bytearray(10)]
os.readv(0, parts)
os.write(1, bytes(parts[0]))
