"""Functions whose results come from outside the program: clocks, randomness of the system, identities.

A second run gives other results. The recorder logs them, so that whoever goes on from an earlier point of a recorded
run can be given them again.
"""

CLOCKS = frozenset(
    {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"}
    | {"process_time_ns", "thread_time", "thread_time_ns", "clock_gettime", "clock_gettime_ns"}
    | {"ctime", "asctime", "localtime", "gmtime", "strftime", "now", "utcnow", "today", "times"}
)
RANDOMNESS = frozenset(
    {"urandom", "getrandom", "uuid1", "uuid4", "getnode", "token_bytes", "token_hex", "token_urlsafe"}
    | {"randbits", "randbelow", "choice", "Random", "default_rng", "getrandbits"}
)
PROCESS = frozenset({"getpid", "getppid", "getloadavg", "get_ident", "get_native_id"})
IDENTITIES = frozenset({"id", "hash"})

OUTSIDE = CLOCKS | RANDOMNESS | PROCESS | IDENTITIES
"""By the name that is called; `today` of a program's own class is logged as well, which does no harm."""
