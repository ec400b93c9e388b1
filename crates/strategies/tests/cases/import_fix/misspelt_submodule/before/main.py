from concurrent.futres import ThreadPoolExecutor

with ThreadPoolExecutor() as pool:
    print(list(pool.map(abs, [-1])))
