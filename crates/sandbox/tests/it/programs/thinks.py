import time
input('?')
end = time.process_time() + 0.4
while time.process_time() < end: pass
time.sleep(0.3)
input('!')
