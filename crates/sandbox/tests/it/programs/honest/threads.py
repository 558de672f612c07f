import locale, pathlib, random, subprocess, sys, tempfile, threading
from concurrent.futures import ThreadPoolExecutor

locale.setlocale(locale.LC_ALL, '')
locale.setlocale(locale.LC_CTYPE, 'C.UTF-8')
assert locale.getpreferredencoding()
with ThreadPoolExecutor(3) as pool:
    assert sum(pool.map(len, ['a', 'bc', 'def'])) == 6
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, 'file')
    file.write_text('é', encoding='utf-8')
    file.chmod(0o600)
    assert file.read_bytes() == b'\xc3\xa9'
assert subprocess.check_output(['sh', '-c', 'echo child']) == b'child\n'
print('ok')
