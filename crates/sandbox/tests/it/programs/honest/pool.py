import multiprocessing

def square(number):
    return number * number

if __name__ == '__main__':
    with multiprocessing.Pool(2) as pool:
        assert pool.map(square, range(5)) == [0, 1, 4, 9, 16]
    print('ok')
