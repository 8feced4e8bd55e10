"""What the standard containers' methods read and write: one row for each, in the words of DebugPilot's answers.

A row is a signature and its accesses: `<get/set> <add/remove/replace> <structure> <start/end/all/index/key>`, a `get`
without an action. The names of the parameters say the rest: `index` and `key` are the position, `value` and `values`
what is put there, those behind a star are given by keyword; a structure behind a dot belongs to the parameter before
it. A `get` is what the result depends on (of a parameter: what the object written depends on, too); `over` names the
parameters that the result walks along later, and a structure of something that is no parameter belongs to what the
receiver was made `over`. Reading the elements of an iterator takes them. Each row is tested by running it.
"""

INHERITED = {
    "defaultdict": "dict",
    "OrderedDict": "dict",
    "Counter": "dict",
    "frozenset": "set",
    "BytesIO": "StringIO",
    "TextIOWrapper": "StringIO",
    "tuple": "list",
    "SimpleQueue": "Queue",
    "LifoQueue": "Queue",
    "PriorityQueue": "Queue",
}
"""Where a type's methods are looked for that it has no row of its own for."""

ROWS = """
list.append(value)                          set add elements end
list.extend(values)                         set add elements end; get values.elements all
list.insert(index, value)                   set add elements index
list.pop(index=-1)                          get elements index; set remove elements index
list.remove(key)                            set remove elements key
list.clear()                                set remove elements all
list.sort()                                 set replace elements all
list.reverse()                              set replace elements all
list.index(key)                             get elements all
list.count(key)                             get elements all
list.copy()                                 get elements all
list.__getitem__(index)                     get elements index
list.__setitem__(index, value)              set replace elements index
list.__delitem__(index)                     set remove elements index
list.__contains__(key)                      get elements all
deque.append(value)                         set add elements end
deque.appendleft(value)                     set add elements start
deque.extend(values)                        set add elements end; get values.elements all
deque.extendleft(values)                    set add elements start; get values.elements all
deque.insert(index, value)                  set add elements index
deque.pop()                                 get elements end; set remove elements end
deque.popleft()                             get elements start; set remove elements start
deque.remove(key)                           set remove elements key
deque.clear()                               set remove elements all
deque.reverse()                             set replace elements all
deque.rotate(n)                             set replace elements all
deque.index(key)                            get elements all
deque.count(key)                            get elements all
deque.copy()                                get elements all
dict.get(key)                               get values key
dict.pop(key)                               get values key; set remove values key
dict.popitem()                              get values end; set remove values end
dict.setdefault(key, value)                 get values key; set add values key
dict.update(values)                         set add values key; get values.values all
dict.clear()                                set remove values all
dict.values()                               get values all
dict.items()                                get values all
dict.copy()                                 get values all
dict.__getitem__(key)                       get values key
dict.__setitem__(key, value)                set add values key
dict.__delitem__(key)                       set remove values key
dict.keys()                                 get keys all
dict.__contains__(key)                      get keys key
OrderedDict.move_to_end(key)                set replace values all
defaultdict.__missing__(key)                set add values key
Counter.most_common()                       get values all
Counter.elements()                          get values all
Counter.total()                             get values all
Counter.update(values)                      set replace values key; get values.elements all
Counter.subtract(values)                    set replace values key; get values.elements all
set.add(key)                                set add keys key
set.remove(key)                             set remove keys key
set.discard(key)                            set remove keys key
set.pop()                                   get keys all; set remove keys all
set.clear()                                 set remove keys all
set.update(values)                          set add keys all; get values.elements all
set.difference_update(values)               set remove keys all; get values.elements all
set.intersection_update(values)             set remove keys all; get values.elements all
set.symmetric_difference_update(values)     set replace keys all; get values.elements all
set.union(values)                           get keys all; get values.elements all
set.intersection(values)                    get keys all; get values.elements all
set.difference(values)                      get keys all; get values.elements all
set.symmetric_difference(values)            get keys all; get values.elements all
set.issubset(values)                        get keys all; get values.elements all
set.issuperset(values)                      get keys all; get values.elements all
set.isdisjoint(values)                      get keys all; get values.elements all
set.copy()                                  get keys all
set.__contains__(key)                       get keys key
heapq.heappush(heap, value)                 set add heap.elements all
heapq.heappop(heap)                         get heap.elements start; set remove heap.elements all
heapq.heapify(heap)                         set replace heap.elements all
heapq.heapreplace(heap, value)              get heap.elements start; set replace heap.elements all
heapq.heappushpop(heap, value)              get heap.elements start; set replace heap.elements all
heapq.nlargest(n, iterable)                 get iterable.elements all
heapq.nsmallest(n, iterable)                get iterable.elements all
heapq.merge(iterable, other)                get iterable.elements all; get other.elements all; over iterable other
bisect.bisect(sorted, x)                    get sorted.elements all
bisect.bisect_left(sorted, x)               get sorted.elements all
bisect.bisect_right(sorted, x)              get sorted.elements all
bisect.insort(sorted, value)                set add sorted.elements all
bisect.insort_left(sorted, value)           set add sorted.elements all
bisect.insort_right(sorted, value)          set add sorted.elements all
random.shuffle(sequence)                    set replace sequence.elements all
random.choice(sequence)                     get sequence.elements all
random.choices(sequence)                    get sequence.elements all
random.sample(sequence, n)                  get sequence.elements all
copy.copy(object)                           get object.elements all
copy.deepcopy(object)                       get object.elements all
next(iterator)                              get iterator.elements start; set remove iterator.elements start
iter(iterable)                              get iterable.elements all; over iterable
enumerate(iterable)                         get iterable.elements all; over iterable
reversed(iterable)                          get iterable.elements all; over iterable
zip(iterable, other)                        get iterable.elements all; get other.elements all; over iterable other
map(function, iterable)                     get iterable.elements all; over iterable
filter(function, iterable)                  get iterable.elements all; over iterable
sorted(iterable)                            get iterable.elements all
list(iterable)                              get iterable.elements all
tuple(iterable)                             get iterable.elements all
set(iterable)                               get iterable.elements all
frozenset(iterable)                         get iterable.elements all
dict(iterable)                              get iterable.elements all
sum(iterable)                               get iterable.elements all
min(iterable)                               get iterable.elements all
max(iterable)                               get iterable.elements all
any(iterable)                               get iterable.elements all
all(iterable)                               get iterable.elements all
itertools.islice(iterable, n)               get iterable.elements all; over iterable
itertools.chain(iterable, other)            get iterable.elements all; get other.elements all; over iterable other
itertools.cycle(iterable)                   get iterable.elements all; over iterable
itertools.accumulate(iterable)              get iterable.elements all; over iterable
itertools.pairwise(iterable)                get iterable.elements all; over iterable
itertools.zip_longest(iterable, other)      get iterable.elements all; get other.elements all; over iterable other
itertools.takewhile(function, iterable)     get iterable.elements all; over iterable
itertools.dropwhile(function, iterable)     get iterable.elements all; over iterable
itertools.permutations(iterable)            get iterable.elements all
itertools.combinations(iterable, n)         get iterable.elements all
itertools.product(iterable, other)          get iterable.elements all; get other.elements all
itertools.groupby(iterable)                 get iterable.elements all; over iterable
collections.deque(iterable)                 get iterable.elements all
collections.Counter(iterable)               get iterable.elements all
functools.reduce(function, iterable)        get iterable.elements all
csv.reader(iterable)                        get iterable.elements all; over iterable
csv.DictReader(iterable)                    get iterable.elements all; over iterable
csv.writer(file)                            over file
csv.DictWriter(file, names)                 over file
str.join(values)                            get values.elements all
StringIO.write(value)                       set add text end
StringIO.writelines(values)                 set add text end; get values.elements all
StringIO.getvalue()                         get text all
StringIO.read()                             get text all; set replace position all
StringIO.readline()                         get text all; set replace position all
StringIO.readlines()                        get text all; set replace position all
StringIO.seek(n)                            set replace position all
StringIO.truncate(n)                        set remove text end
StringIO.__next__()                         get text all; set replace position all
StringIO.tell()                             get position all
print(*, file)                              set add file.text end
json.dump(value, file)                      set add file.text end; get value.elements all
writer.writerow(values)                     set add file.text end; get values.elements all
array.append(value)                         set add elements end
array.extend(values)                        set add elements end; get values.elements all
array.insert(index, value)                  set add elements index
array.pop(index=-1)                         get elements index; set remove elements index
array.remove(key)                           set remove elements key
array.reverse()                             set replace elements all
array.index(key)                            get elements all
array.count(key)                            get elements all
array.tolist()                              get elements all
array.__getitem__(index)                    get elements index
array.__setitem__(index, value)             set replace elements index
Queue.put(value)                            set add elements end
Queue.put_nowait(value)                     set add elements end
Queue.get()                                 get elements start; set remove elements start
Queue.get_nowait()                          get elements start; set remove elements start
ContextVar.set(value)                       set replace elements all
ContextVar.get()                            get elements all
ContextVar.reset(token)                     set replace elements all
bytearray.append(value)                     set add elements end
bytearray.extend(values)                    set add elements end; get values.elements all
bytearray.insert(index, value)              set add elements index
bytearray.pop(index=-1)                     get elements index; set remove elements index
bytearray.remove(key)                       set remove elements key
bytearray.reverse()                         set replace elements all
bytearray.clear()                           set remove elements all
"""
