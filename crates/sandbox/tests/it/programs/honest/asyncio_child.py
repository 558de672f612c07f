import asyncio, sys

async def main():
    child = await asyncio.create_subprocess_exec(
        sys.executable, '-c', 'print("child")', stdout=asyncio.subprocess.PIPE)
    printed, _ = await child.communicate()
    assert printed == b'child\n' and await child.wait() == 0
    await asyncio.gather(*(asyncio.sleep(0.01) for _ in range(3)))

asyncio.run(main())
print('ok')
