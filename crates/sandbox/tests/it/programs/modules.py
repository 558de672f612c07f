import sqlite3, subprocess, json, random, tempfile
print(subprocess.run(['echo', 'hi'], capture_output=True, text=True).stdout, end='')
with tempfile.TemporaryFile() as file: file.write(b'x')
print(sqlite3.connect(':memory:').execute('select 1').fetchone())
