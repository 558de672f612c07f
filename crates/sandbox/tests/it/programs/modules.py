import sqlite3, subprocess, json, random, tempfile
print(subprocess.run(['echo', 'hi'], capture_output=True, text=True).stdout, end='')
with tempfile.TemporaryFile() as file: file.write(b'x')
print(sqlite3.connect(':memory:').execute('select 1').fetchone())
# It sets the mode and the times of the copy.
import shutil
open('a', 'w').write('x'); shutil.copy2('a', 'b')
