import sys
for number in range(50):
    sys.stdout.write('x' * (number * 199) + chr(10))
    sys.stdout.flush()
    sys.stdin.readline()
