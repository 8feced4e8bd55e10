def partition(items, low, high):
    pivot = items[high]
    i = low - 1
    for j in range(low, high):
        if items[j] <= pivot:
            i += 1
            items[i], items[j] = items[j], items[i]
    items[i + 1], items[high] = items[high], items[i + 1]
    return i + 1


def quicksort(items, low, high):
    if low < high:
        middle = partition(items, low, high)
        quicksort(items, low, middle - 1)
        quicksort(items, middle + 1, high)


seed = 42
numbers = []
for _ in range(4000):
    seed = (seed * 1103515245 + 12345) % 2147483648
    numbers.append(seed % 10000)
quicksort(numbers, 0, len(numbers) - 1)
print(numbers[:5])
