import select, sys
print('?', end='', flush=True)
select.select([sys.stdin], [], [])
print(sys.stdin.readline(), end='')
