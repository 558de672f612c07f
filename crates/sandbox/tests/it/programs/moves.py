import sys
try:
    for number in range(100):
        line = input(f'move {number}: ')
        print(f'<{line}>')
except EOFError:
    print('bye')
    sys.exit(5)
