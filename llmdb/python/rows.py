"""What the standard containers' methods and the functions of the library do: one row for each.

A row is a signature and four columns:
    recorded  how a change is told: `replayed` from the arguments, `compared` (with what was there before the call),
              `unseen`, as nothing that the recorder looks at shows it; or that there is `nothing` to tell.
    runs      the code of its arguments that it may run: `iterates` over them, `equates` keys and elements with others,
              `orders` or `shows` them, `calls1` calls a function that is given with one argument (`calls*`: with one
              of each of the others); `-` for none.
    returns   `nothing`, an `element` that was held, `itself`, a `new` container, a `view` (or an iterator) of what is
              held, or another `value`.
    accesses  which parts are read and written, in the words of DebugPilot's answers, `-` where the row does not say:
              `<get/set> <add/remove/replace> <structure> <start/end/all/index/key>`, a `get` without an action. The
              names of the parameters say the rest: `index` and `key` are the position, `value` and `values` what is put
              there, those behind a star are given by keyword; a structure behind a dot belongs to the parameter before
              it. A `get` is what the result depends on (of a parameter: what the object written depends on, too);
              `over` names the parameters that the result walks along later, and a structure of something that is no
              parameter belongs to what the receiver was made `over`. Reading an iterator's elements takes them.

Each row is tested by running it.
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

CONTAINER_ROWS = """
list.append(value)                       replayed  -         nothing  set add elements end
list.extend(values)                      replayed  iterates  nothing  set add elements end; get values.elements all
list.insert(index,value)                 replayed  -         nothing  set add elements index
list.pop(index=-1)                       replayed  -         element  get elements index; set remove elements index
list.remove(key)                         replayed  equates   nothing  set remove elements key
list.clear()                             replayed  -         nothing  set remove elements all
list.sort()                              compared  calls1    nothing  set replace elements all
list.reverse()                           replayed  -         nothing  set replace elements all
list.index(key)                          nothing   equates   value    get elements all
list.count(key)                          nothing   equates   value    get elements all
list.copy()                              nothing   -         new      get elements all
list.__getitem__(index)                  nothing   -         element  get elements index
list.__setitem__(index,value)            compared  -         nothing  set replace elements index
list.__delitem__(index)                  compared  -         nothing  set remove elements index
list.__contains__(key)                   nothing   equates   value    get elements all
list.__init__(values)                    compared  iterates  nothing  -
list.__iadd__(values)                    compared  iterates  itself   -
list.__imul__(n)                         compared  -         itself   -
deque.append(value)                      replayed  -         nothing  set add elements end
deque.appendleft(value)                  replayed  -         nothing  set add elements start
deque.extend(values)                     replayed  iterates  nothing  set add elements end; get values.elements all
deque.extendleft(values)                 replayed  iterates  nothing  set add elements start; get values.elements all
deque.insert(index,value)                replayed  -         nothing  set add elements index
deque.pop()                              replayed  -         element  get elements end; set remove elements end
deque.popleft()                          replayed  -         element  get elements start; set remove elements start
deque.remove(key)                        replayed  equates   nothing  set remove elements key
deque.clear()                            replayed  -         nothing  set remove elements all
deque.reverse()                          replayed  -         nothing  set replace elements all
deque.rotate(n)                          replayed  -         nothing  set replace elements all
deque.index(key)                         nothing   equates   value    get elements all
deque.count(key)                         nothing   equates   value    get elements all
deque.copy()                             nothing   -         new      get elements all
deque.__init__(values)                   compared  iterates  nothing  -
deque.__setitem__(index,value)           compared  -         nothing  -
deque.__delitem__(index)                 compared  -         nothing  -
deque.__iadd__(values)                   compared  iterates  itself   -
deque.__imul__(n)                        compared  -         itself   -
dict.get(key)                            nothing   equates   element  get values key
dict.pop(key)                            replayed  equates   element  get values key; set remove values key
dict.popitem()                           replayed  -         new      get values end; set remove values end
dict.setdefault(key,value)               replayed  equates   element  get values key; set add values key
dict.update(values)                      replayed  iterates  nothing  set add values key; get values.values all
dict.clear()                             replayed  -         nothing  set remove values all
dict.values()                            nothing   -         view     get values all
dict.items()                             nothing   -         view     get values all
dict.copy()                              nothing   -         new      get values all
dict.__getitem__(key)                    nothing   equates   element  get values key
dict.__setitem__(key,value)              compared  equates   nothing  set add values key
dict.__delitem__(key)                    compared  equates   nothing  set remove values key
dict.keys()                              nothing   -         view     get keys all
dict.__contains__(key)                   nothing   equates   value    get keys key
dict.__init__(values)                    compared  iterates  nothing  -
dict.__ior__(values)                     compared  iterates  itself   -
defaultdict.__missing__(key)             compared  equates   new      set add values key
defaultdict.__getitem__(key)             compared  equates   element  -
OrderedDict.move_to_end(key)             replayed  equates   nothing  set replace values all
Counter.most_common()                    nothing   -         new      get values all
Counter.elements()                       nothing   -         view     get values all
Counter.total()                          nothing   -         value    get values all
Counter.update(values)                   compared  iterates  nothing  set replace values key; get values.elements all
Counter.subtract(values)                 compared  iterates  nothing  set replace values key; get values.elements all
Counter.__init__(values)                 compared  iterates  nothing  -
Counter.__iadd__(values)                 compared  iterates  itself   -
Counter.__isub__(values)                 compared  iterates  itself   -
Counter.__iand__(values)                 compared  iterates  itself   -
Counter.__ior__(values)                  compared  iterates  itself   -
Counter.__ixor__(values)                 compared  iterates  itself   -
set.add(key)                             replayed  equates   nothing  set add keys key
set.remove(key)                          replayed  equates   nothing  set remove keys key
set.discard(key)                         replayed  equates   nothing  set remove keys key
set.pop()                                compared  -         element  get keys all; set remove keys all
set.clear()                              replayed  -         nothing  set remove keys all
set.update(values)                       replayed  iterates  nothing  set add keys all; get values.elements all
set.difference_update(values)            replayed  iterates  nothing  set remove keys all; get values.elements all
set.intersection_update(values)          compared  iterates  nothing  set remove keys all; get values.elements all
set.symmetric_difference_update(values)  compared  iterates  nothing  set replace keys all; get values.elements all
set.union(values)                        nothing   iterates  new      get keys all; get values.elements all
set.intersection(values)                 nothing   iterates  new      get keys all; get values.elements all
set.difference(values)                   nothing   iterates  new      get keys all; get values.elements all
set.symmetric_difference(values)         nothing   iterates  new      get keys all; get values.elements all
set.issubset(values)                     nothing   iterates  value    get keys all; get values.elements all
set.issuperset(values)                   nothing   iterates  value    get keys all; get values.elements all
set.isdisjoint(values)                   nothing   iterates  value    get keys all; get values.elements all
set.copy()                               nothing   -         new      get keys all
set.__contains__(key)                    nothing   equates   value    get keys key
set.__init__(values)                     compared  iterates  nothing  -
set.__ior__(values)                      compared  -         itself   -
set.__iand__(values)                     compared  -         itself   -
set.__isub__(values)                     compared  -         itself   -
set.__ixor__(values)                     compared  -         itself   -
bytearray.append(value)                  compared  -         nothing  set add elements end
bytearray.extend(values)                 compared  iterates  nothing  set add elements end; get values.elements all
bytearray.insert(index,value)            compared  -         nothing  set add elements index
bytearray.pop(index=-1)                  compared  -         element  get elements index; set remove elements index
bytearray.remove(key)                    compared  -         nothing  set remove elements key
bytearray.reverse()                      compared  -         nothing  set replace elements all
bytearray.clear()                        compared  -         nothing  set remove elements all
bytearray.resize(n)                      compared  -         nothing  -
bytearray.take_bytes(n=None)             compared  -         new      -
bytearray.__setitem__(index,value)       compared  -         nothing  -
bytearray.__delitem__(index)             compared  -         nothing  -
bytearray.__iadd__(values)               compared  -         itself   -
bytearray.__imul__(n)                    compared  -         itself   -
bytearray.__init__(values)               compared  iterates  nothing  -
"""

BUILTIN_ROWS = """
next(iterator)             unseen   iterates         element  get iterator.elements start; set remove iterator.elements start
iter(iterable)             nothing  iterates         view     get iterable.elements all; over iterable
enumerate(iterable)        nothing  iterates         view     get iterable.elements all; over iterable
reversed(iterable)         nothing  iterates         view     get iterable.elements all; over iterable
zip(iterable,other)        nothing  iterates         view     get iterable.elements all; get other.elements all; over iterable other
map(function,iterable)     nothing  iterates,calls*  view     get iterable.elements all; over iterable
filter(function,iterable)  nothing  iterates,calls1  view     get iterable.elements all; over iterable
sorted(iterable)           nothing  iterates,calls1  new      get iterable.elements all
list(iterable)             nothing  iterates         new      get iterable.elements all
tuple(iterable)            nothing  iterates         new      get iterable.elements all
set(iterable)              nothing  iterates         new      get iterable.elements all
frozenset(iterable)        nothing  iterates         new      get iterable.elements all
dict(iterable)             nothing  iterates         new      get iterable.elements all
sum(iterable)              nothing  iterates         value    get iterable.elements all
min(iterable)              nothing  iterates,calls1  element  get iterable.elements all
max(iterable)              nothing  iterates,calls1  element  get iterable.elements all
any(iterable)              nothing  iterates         value    get iterable.elements all
all(iterable)              nothing  iterates         value    get iterable.elements all
print(*,file)              unseen   shows            nothing  set add file.text end
"""

LIBRARY_ROWS = """
heapq.heappush(heap,value)              compared  orders           nothing  set add heap.elements all
heapq.heappop(heap)                     compared  orders           element  get heap.elements start; set remove heap.elements all
heapq.heapify(heap)                     compared  orders           nothing  set replace heap.elements all
heapq.heapreplace(heap,value)           compared  orders           element  get heap.elements start; set replace heap.elements all
heapq.heappushpop(heap,value)           compared  orders           element  get heap.elements start; set replace heap.elements all
heapq.nlargest(n,iterable)              compared  iterates,calls1  new      get iterable.elements all
heapq.nsmallest(n,iterable)             compared  iterates,calls1  new      get iterable.elements all
heapq.merge(iterable,other)             compared  iterates,calls1  view     get iterable.elements all; get other.elements all; over iterable other
bisect.bisect(sorted,x)                 compared  orders           value    get sorted.elements all
bisect.bisect_left(sorted,x)            compared  orders           value    get sorted.elements all
bisect.bisect_right(sorted,x)           compared  orders           value    get sorted.elements all
bisect.insort(sorted,value)             compared  orders           nothing  set add sorted.elements all
bisect.insort_left(sorted,value)        compared  orders           nothing  set add sorted.elements all
bisect.insort_right(sorted,value)       compared  orders           nothing  set add sorted.elements all
random.shuffle(sequence)                compared  -                nothing  set replace sequence.elements all
random.choice(sequence)                 compared  -                element  get sequence.elements all
random.choices(sequence)                compared  -                new      get sequence.elements all
random.sample(sequence,n)               compared  -                new      get sequence.elements all
copy.copy(object)                       compared  -                new      get object.elements all
copy.deepcopy(object)                   compared  -                new      get object.elements all
itertools.islice(iterable,n)            compared  iterates         view     get iterable.elements all; over iterable
itertools.chain(iterable,other)         compared  iterates         view     get iterable.elements all; get other.elements all; over iterable other
itertools.cycle(iterable)               compared  iterates         view     get iterable.elements all; over iterable
itertools.accumulate(iterable)          compared  iterates,calls2  view     get iterable.elements all; over iterable
itertools.pairwise(iterable)            compared  iterates         view     get iterable.elements all; over iterable
itertools.zip_longest(iterable,other)   compared  iterates         view     get iterable.elements all; get other.elements all; over iterable other
itertools.takewhile(function,iterable)  compared  iterates,calls1  view     get iterable.elements all; over iterable
itertools.dropwhile(function,iterable)  compared  iterates,calls1  view     get iterable.elements all; over iterable
itertools.permutations(iterable)        compared  iterates         view     get iterable.elements all
itertools.combinations(iterable,n)      compared  iterates         view     get iterable.elements all
itertools.product(iterable,other)       compared  iterates         view     get iterable.elements all; get other.elements all
itertools.groupby(iterable)             compared  iterates,calls1  view     get iterable.elements all; over iterable
collections.deque(iterable)             nothing   iterates         new      get iterable.elements all
collections.Counter(iterable)           nothing   iterates         new      get iterable.elements all
functools.reduce(function,iterable)     compared  iterates,calls2  value    get iterable.elements all
csv.reader(iterable)                    compared  iterates         view     get iterable.elements all; over iterable
csv.DictReader(iterable)                compared  iterates         view     get iterable.elements all; over iterable
csv.writer(file)                        compared  -                value    over file
csv.DictWriter(file,names)              compared  -                value    over file
str.join(values)                        nothing   iterates         value    get values.elements all
StringIO.write(value)                   unseen    -                value    set add text end
StringIO.writelines(values)             unseen    iterates         nothing  set add text end; get values.elements all
StringIO.getvalue()                     nothing   -                value    get text all
StringIO.read()                         unseen    -                value    get text all; set replace position all
StringIO.readline()                     unseen    -                value    get text all; set replace position all
StringIO.readlines()                    unseen    -                new      get text all; set replace position all
StringIO.seek(n)                        unseen    -                value    set replace position all
StringIO.truncate(n)                    unseen    -                value    set remove text end
StringIO.__next__()                     unseen    -                value    get text all; set replace position all
StringIO.tell()                         nothing   -                value    get position all
json.dump(value,file)                   compared  -                nothing  set add file.text end; get value.elements all
writer.writerow(values)                 unseen    iterates         value    set add file.text end; get values.elements all
array.append(value)                     compared  -                nothing  set add elements end
array.extend(values)                    compared  iterates         nothing  set add elements end; get values.elements all
array.insert(index,value)               compared  -                nothing  set add elements index
array.pop(index=-1)                     compared  -                element  get elements index; set remove elements index
array.remove(key)                       compared  equates          nothing  set remove elements key
array.reverse()                         compared  -                nothing  set replace elements all
array.index(key)                        nothing   equates          value    get elements all
array.count(key)                        nothing   equates          value    get elements all
array.tolist()                          nothing   -                new      get elements all
array.__getitem__(index)                nothing   -                element  get elements index
array.__setitem__(index,value)          compared  -                nothing  set replace elements index
Queue.put(value)                        unseen    -                nothing  set add elements end
Queue.put_nowait(value)                 unseen    -                nothing  set add elements end
Queue.get()                             unseen    -                element  get elements start; set remove elements start
Queue.get_nowait()                      unseen    -                element  get elements start; set remove elements start
ContextVar.set(value)                   unseen    -                nothing  set replace elements all
ContextVar.get()                        nothing   -                element  get elements all
ContextVar.reset(token)                 unseen    -                nothing  set replace elements all
"""

FURTHER_FUNCTIONS = (
    "abs ascii bin bool bytearray bytes callable chr classmethod complex divmod float format getattr hasattr hash hex"
    " id input int isinstance issubclass len memoryview object oct open ord pow property range repr round slice"
    " staticmethod str super type"
)
"""Built-in functions without a row: they change none of their arguments."""

HARMLESS_NAMES = (
    "join split rsplit strip lstrip rstrip partition rpartition splitlines lower upper title capitalize casefold"
    " swapcase startswith endswith replace find rfind rindex format format_map encode decode zfill ljust rjust"
    " center isdigit isalpha isalnum isupper islower isspace isnumeric isdecimal isidentifier istitle expandtabs"
    " translate keys values items index count copy bit_count bit_length hexdigest isoformat strftime most_common"
)
"""Names of methods that promise to change nothing, whatever the receiver."""

HARMLESS_MODULES = "builtins math cmath time itertools _operator _json sys _struct _thread"
"""Modules whose functions change none of their arguments, but for these."""

CHANGING_FUNCTIONS = (
    "setattr delattr exec eval setitem delitem iconcat iadd ior next pack_into __build_class__"
)
