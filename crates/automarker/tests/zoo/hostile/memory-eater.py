# Takes 3 GiB, 16 MiB at a time, and touches every page.
eaten = []
for i in range(192):
    eaten.append(b"x" * (16 << 20))
print("full")
