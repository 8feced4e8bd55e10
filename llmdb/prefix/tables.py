"""What names usually mean: well-known imports, methods that give a type away, words in variable names."""
# ruff: noqa: E501 -- tables

import collections
import datetime
import importlib
import importlib.util
import io
import logging
import pathlib
import re
import sys

IMPORTS: dict[str, str] = {
    "np": "import numpy as np", "pd": "import pandas as pd", "plt": "import matplotlib.pyplot as plt",
    "tm": "import pandas._testing as tm", "t": "import typing as t", "tf": "import tensorflow as tf", "dt": "import datetime as dt", "ET": "import xml.etree.ElementTree as ET",
    "mp": "import multiprocessing as mp", "sns": "import seaborn as sns", "Series": "from pandas import Series",
    "DataFrame": "from pandas import DataFrame", "etree": "from xml.etree import ElementTree as etree",
    "ElementTree": "from xml.etree import ElementTree", "minidom": "from xml.dom import minidom",
}  # fmt: skip
"""Names under which something is imported that its name does not tell."""

_FROM = {
    "abc": "ABC ABCMeta abstractmethod abstractproperty abstractclassmethod abstractstaticmethod",
    "argparse":
        "ArgumentParser Namespace ArgumentTypeError ArgumentError BooleanOptionalAction "
        "ArgumentDefaultsHelpFormatter RawDescriptionHelpFormatter RawTextHelpFormatter REMAINDER",
    "base64":
        "b64encode b64decode encodebytes decodebytes b32encode b32decode b16encode b16decode b85encode b85decode "
        "standard_b64encode standard_b64decode urlsafe_b64encode urlsafe_b64decode",
    "collections": "defaultdict Counter OrderedDict deque namedtuple ChainMap UserDict UserList UserString",
    "collections.abc": "Iterable Iterator Mapping Sequence MutableMapping Hashable",
    "concurrent.futures": "ThreadPoolExecutor ProcessPoolExecutor as_completed BrokenExecutor",
    "contextlib":
        "contextmanager suppress closing redirect_stdout ExitStack nullcontext asynccontextmanager "
        "AbstractContextManager AbstractAsyncContextManager AsyncExitStack ContextDecorator redirect_stderr "
        "aclosing",
    "copy": "deepcopy",
    "csv": "DictReader DictWriter QUOTE_MINIMAL QUOTE_ALL QUOTE_NONNUMERIC QUOTE_NONE",
    "dataclasses": "dataclass field asdict fields replace InitVar FrozenInstanceError make_dataclass is_dataclass astuple",
    "datetime": "timedelta timezone tzinfo",
    "decimal":
        "Decimal InvalidOperation ROUND_HALF_UP ROUND_DOWN getcontext localcontext ROUND_UP ROUND_CEILING "
        "ROUND_FLOOR ROUND_HALF_EVEN",
    "difflib": "SequenceMatcher get_close_matches ndiff unified_diff context_diff",
    "enum": "Enum IntEnum Flag auto unique EnumMeta StrEnum IntFlag",
    "fractions": "Fraction",
    "functools":
        "partial wraps lru_cache reduce cached_property singledispatch total_ordering update_wrapper cmp_to_key "
        "partialmethod singledispatchmethod",
    "getpass": "getpass getuser",
    "html": "escape unescape",
    "heapq": "heappush heappop heapify nlargest nsmallest heapreplace heappushpop",
    "hashlib": "md5 sha1 sha256 sha224 sha384 sha512 blake2b blake2s sha3_256 sha3_512 pbkdf2_hmac",
    "http": "HTTPStatus",
    "io":
        "StringIO BytesIO TextIOWrapper IOBase RawIOBase FileIO BufferedReader BufferedWriter BufferedIOBase "
        "TextIOBase UnsupportedOperation DEFAULT_BUFFER_SIZE",
    "importlib": "import_module reload invalidate_caches",
    "itertools":
        "chain product permutations combinations groupby islice cycle count accumulate zip_longest starmap "
        "takewhile dropwhile tee repeat combinations_with_replacement filterfalse pairwise",
    "json": "JSONEncoder JSONDecodeError JSONDecoder",
    "math":
        "sqrt ceil floor pi cos sin tan log log10 exp gcd isnan isclose inf atan2 radians degrees factorial "
        "copysign ldexp frexp fmod fsum hypot isqrt log1p log2 expm1 lcm atan isfinite asin acos sinh cosh tanh",
    "multiprocessing": "Pool Process Manager cpu_count current_process JoinableQueue freeze_support",
    "operator": "itemgetter attrgetter methodcaller countOf delitem getitem indexOf setitem",
    "os":
        "getenv environ listdir makedirs getcwd PathLike fspath linesep fsencode fsdecode fdopen scandir getpid "
        "getppid getuid geteuid getgid getegid getlogin getgroups getloadavg urandom unlink removedirs makedev "
        "strerror umask utime waitpid stat_result unsetenv putenv isatty mkfifo symlink readlink",
    "os.path":
        "join dirname abspath basename exists isfile isdir splitext expanduser normcase isabs splitdrive "
        "commonprefix getsize getmtime getatime getctime islink lexists ismount expandvars normpath samefile "
        "realpath relpath commonpath",
    "pathlib": "Path PurePath PosixPath PurePosixPath PureWindowsPath WindowsPath",
    "pprint": "pprint pformat PrettyPrinter",
    "queue": "Queue PriorityQueue Empty LifoQueue SimpleQueue",
    "re": "Match Pattern RegexFlag IGNORECASE MULTILINE DOTALL VERBOSE",
    "random": "randint choice shuffle uniform randrange sample Random SystemRandom getrandbits expovariate normalvariate",
    "shutil":
        "copyfile rmtree copytree which copyfileobj copymode copystat copy2 make_archive unpack_archive "
        "ignore_patterns disk_usage get_terminal_size",
    "string":
        "ascii_letters ascii_lowercase digits punctuation Template ascii_uppercase hexdigits octdigits whitespace "
        "printable",
    "statistics": "mean median stdev fmean pstdev pvariance",
    "subprocess":
        "Popen PIPE check_output check_call STDOUT CalledProcessError getstatusoutput getoutput DEVNULL "
        "TimeoutExpired CompletedProcess",
    "tempfile":
        "NamedTemporaryFile TemporaryDirectory mkdtemp mkstemp TemporaryFile SpooledTemporaryFile mktemp "
        "gettempdir",
    "textwrap": "dedent indent TextWrapper",
    "threading":
        "Thread Lock Event RLock Timer get_ident active_count current_thread main_thread Semaphore "
        "BoundedSemaphore Barrier get_native_id",
    "time":
        "sleep perf_counter strftime time_ns gmtime localtime asctime ctime mktime strptime monotonic monotonic_ns "
        "process_time perf_counter_ns thread_time struct_time",
    "timeit": "timeit default_timer",
    "traceback":
        "format_exc print_exc extract_stack extract_tb format_exception format_exception_only format_stack "
        "format_tb print_stack print_tb FrameSummary StackSummary TracebackException walk_stack walk_tb",
    "types":
        "SimpleNamespace ModuleType MethodType FunctionType TracebackType LambdaType CodeType MappingProxyType "
        "GeneratorType CoroutineType AsyncGeneratorType BuiltinFunctionType BuiltinMethodType FrameType "
        "GenericAlias UnionType NoneType MethodDescriptorType new_class DynamicClassAttribute",
    "typing":
        "Any List Dict Optional Union Tuple Callable Set NamedTuple TypeVar Generic Iterator Type cast "
        "TYPE_CHECKING Literal Protocol Final ClassVar overload Awaitable NoReturn AnyStr Annotated Concatenate "
        "ForwardRef ParamSpec AbstractSet ContextManager AsyncContextManager AsyncIterator AsyncGenerator "
        "Coroutine SupportsFloat SupportsIndex SupportsInt Deque DefaultDict FrozenSet TypedDict BinaryIO IO "
        "TextIO assert_never get_args get_origin get_type_hints LiteralString NewType no_type_check NotRequired "
        "runtime_checkable TypeAlias TypeGuard",
    "unittest":
        "TestCase mock SkipTest skipIf skipUnless expectedFailure IsolatedAsyncioTestCase TestSuite TextTestRunner "
        "TestLoader defaultTestLoader",
    "unittest.mock": "Mock MagicMock patch create_autospec AsyncMock mock_open PropertyMock NonCallableMock",
    "urllib.parse":
        "urlparse urlencode quote urljoin unquote urlsplit parse_qs quote_plus urlunparse urldefrag urlunsplit "
        "parse_qsl unquote_plus unquote_to_bytes ParseResult SplitResult",
    "urllib.request":
        "urlopen Request urlretrieve HTTPRedirectHandler HTTPCookieProcessor ProxyHandler "
        "HTTPPasswordMgrWithDefaultRealm HTTPBasicAuthHandler install_opener build_opener pathname2url "
        "url2pathname getproxies",
    "urllib.error": "HTTPError URLError",
    "uuid": "UUID uuid4 uuid1 uuid3 uuid5 getnode",
    "warnings": "warn catch_warnings warn_explicit showwarning formatwarning filterwarnings simplefilter",
    "weakref": "WeakKeyDictionary WeakValueDictionary WeakSet getweakrefcount WeakMethod ReferenceType",
    "xml.dom": "minidom",
    "zipfile": "ZipFile BadZipFile ZIP_DEFLATED ZIP_STORED ZipInfo is_zipfile",
    "fnmatch": "fnmatch fnmatchcase",
    "bisect": "bisect_left bisect_right insort insort_left insort_right",
    "errno": "ENOENT EEXIST EACCES",
    "ast":
        "literal_eval NodeVisitor NodeTransformer iter_child_nodes iter_fields copy_location fix_missing_locations "
        "get_docstring get_source_segment FunctionDef AsyncFunctionDef ClassDef AnnAssign",
    "struct": "Struct unpack calcsize pack pack_into unpack_from iter_unpack",
    "asyncio":
        "CancelledError StreamReader StreamWriter IncompleteReadError InvalidStateError get_event_loop "
        "new_event_loop set_event_loop get_running_loop ensure_future create_task run_coroutine_threadsafe "
        "gather to_thread",
    "ipaddress":
        "ip_address ip_network IPv4Address ip_interface IPv4Network IPv6Address IPv6Network IPv4Interface "
        "IPv6Interface summarize_address_range collapse_addresses AddressValueError",
    "inspect":
        "getsource signature isclass Parameter BoundArguments cleandoc currentframe getattr_static getcallargs "
        "getdoc getframeinfo getfullargspec getmembers getmodule getmodulename getmro getouterframes "
        "getinnerframes getsourcefile getsourcelines isabstract isasyncgenfunction isawaitable isbuiltin "
        "iscoroutinefunction isfunction isgenerator isgeneratorfunction ismethod ismethoddescriptor "
        "isdatadescriptor ismodule isroutine istraceback",
    "numbers": "Number Integral Real",
    "email.mime.text": "MIMEText",
    "email.mime.multipart": "MIMEMultipart",
    "binascii": "hexlify unhexlify b2a_hex a2b_hex b2a_base64 a2b_base64 crc_hqx",
    "socket":
        "gaierror gethostname getservbyname htonl htons inet_aton inet_ntoa inet_ntop inet_pton ntohl ntohs "
        "setdefaulttimeout "
        "socketpair SHUT_RDWR TCP_NODELAY SOMAXCONN",
    "logging":
        "getLogger basicConfig getLevelName addLevelName LoggerAdapter NullHandler StreamHandler FileHandler "
        "LogRecord captureWarnings makeLogRecord setLoggerClass",
    "logging.handlers": "RotatingFileHandler TimedRotatingFileHandler SysLogHandler QueueHandler QueueListener",
    "hmac": "compare_digest",
    "secrets": "token_bytes token_hex token_urlsafe randbelow",
    "calendar": "isleap monthrange timegm month_name month_abbr day_name day_abbr monthcalendar",
    "email.utils":
        "formataddr formatdate format_datetime getaddresses make_msgid parseaddr parsedate parsedate_tz "
        "parsedate_to_datetime mktime_tz",
    "email.message": "EmailMessage",
    "email.header": "decode_header make_header",
    "html.parser": "HTMLParser",
    "email.mime.base": "MIMEBase",
    "email.mime.image": "MIMEImage",
    "email.parser": "BytesParser HeaderParser",
    "http.client": "IncompleteRead BadStatusLine RemoteDisconnected",
    "http.cookies": "SimpleCookie CookieError",
    "http.cookiejar": "CookieJar MozillaCookieJar LWPCookieJar",
    "http.server": "HTTPServer BaseHTTPRequestHandler SimpleHTTPRequestHandler ThreadingHTTPServer",
    "pickle": "PicklingError UnpicklingError Pickler Unpickler HIGHEST_PROTOCOL",
    "glob": "iglob",
    "sys":
        "exc_info getdefaultencoding getfilesystemencoding getrefcount getrecursionlimit getsizeof "
        "setrecursionlimit version_info maxsize byteorder hexversion",
    "locale": "getlocale getdefaultlocale getpreferredencoding setlocale localeconv LC_ALL LC_CTYPE LC_NUMERIC LC_TIME",
    "gettext": "ngettext",
    "platform": "python_version python_version_tuple python_implementation mac_ver win32_ver libc_ver",
    "reprlib": "recursive_repr",
    "selectors": "DefaultSelector EVENT_READ EVENT_WRITE",
    "ssl":
        "SSLContext SSLError SSLWantReadError SSLWantWriteError CERT_NONE CERT_REQUIRED create_default_context "
        "wrap_socket",
    "tarfile": "TarFile TarInfo is_tarfile",
    "tokenize": "generate_tokens detect_encoding TokenInfo untokenize",
    "xml.sax.saxutils": "quoteattr XMLGenerator",
    "zlib": "adler32 crc32 compressobj decompressobj MAX_WBITS",
    "gzip": "GzipFile",
    "bz2": "BZ2File",
    "lzma": "LZMAFile LZMAError",
    "zoneinfo": "ZoneInfo ZoneInfoNotFoundError available_timezones",
    "codecs": "BOM_UTF8 BOM_UTF16_LE BOM_UTF16_BE getincrementaldecoder getincrementalencoder",
    "unicodedata": "east_asian_width is_normalized",
    "gc": "get_referrers get_objects",
    "getopt": "GetoptError gnu_getopt",
    "optparse": "OptionParser OptionGroup OptionValueError make_option",
    "configparser": "ConfigParser RawConfigParser SafeConfigParser NoOptionError NoSectionError",
    "contextvars": "ContextVar copy_context",
    "importlib.util": "find_spec module_from_spec spec_from_file_location spec_from_loader",
    "importlib.metadata": "entry_points PackageNotFoundError",
    "keyword": "iskeyword",
    "linecache": "checkcache",
    "mimetypes": "guess_type guess_extension guess_all_extensions",
    "pkgutil": "iter_modules walk_packages",
    "smtplib": "SMTPException",
    "sqlite3": "IntegrityError OperationalError ProgrammingError",
    "socketserver": "TCPServer UDPServer BaseRequestHandler StreamRequestHandler ThreadingMixIn ThreadingTCPServer",
    "ctypes":
        "create_string_buffer sizeof byref addressof CFUNCTYPE CDLL POINTER c_char c_char_p c_int c_uint c_long "
        "c_ulong c_ushort c_short c_ubyte c_byte c_void_p c_float c_double c_bool c_size_t c_uint8 c_uint16 "
        "c_uint32 c_uint64 c_int32 c_int64 c_wchar_p create_unicode_buffer",
    "ctypes.util": "find_library",
    "colorsys": "rgb_to_hsv hsv_to_rgb rgb_to_hls hls_to_rgb",
    "encodings.idna": "ToASCII ToUnicode",
    "multiprocessing.pool": "ThreadPool",
    "wsgiref.simple_server": "WSGIServer WSGIRequestHandler",
    "xmlrpc.client": "ServerProxy",
}  # fmt: skip
FROM_IMPORTS: dict[str, str] = {
    name: f"from {module} import {name}" for module, names in _FROM.items() for name in names.split()
}
"""Names that a standard module gives."""

IMPORTS |= {
    name: f"from pandas import {name}"
    for name in ("Timestamp", "date_range", "NaT", "Index", "MultiIndex", "Timedelta", "concat", "read_csv", "to_datetime",
    "DatetimeIndex", "Categorical", "period_range", "isna", "DateOffset", "Interval", "IntervalIndex", "Period", "PeriodIndex", "CategoricalIndex",
    "RangeIndex", "TimedeltaIndex", "CategoricalDtype", "DatetimeTZDtype", "Grouper", "timedelta_range", "bdate_range", "to_numeric", "to_timedelta")
}  # fmt: skip

NOT_MODULES = frozenset({"code", "token", "test", "site", "platform", "queue", "this", "select", "signal", "resource",
    "profile", "parser", "symbol", "string", "numbers", "types", "copy", "time", "random", "calendar", "email", "html",
    "http", "locale", "operator", "secrets", "statistics", "sched", "stat", "struct", "trace", "xml", "tty", "cmd",
    "ast", "glob", "grp", "imp", "mailbox", "nt", "nis", "abc", "array", "chunk", "dis", "formatter", "warnings"})  # fmt: skip
"""Module names that are just as often variables: they are modules only if the attributes used are theirs."""

METHODS: dict[str, str] = {
    "str": "split strip startswith endswith lower upper replace rstrip lstrip splitlines title encode isdigit join "
    "partition rpartition isalpha isalnum format rsplit find zfill capitalize isupper islower swapcase casefold "
    "isnumeric center ljust rjust translate rfind isspace removeprefix expandtabs",
    "dict": "items keys get setdefault values popitem fromkeys update move_to_end",
    "list": "append extend sort insert reverse pop remove index",
    "set": "add discard union intersection difference issubset issuperset symmetric_difference",
    "bytes": "decode hex",
    "file": "read readline readlines write writelines seek close flush tell truncate",
    "datetime": "strftime isoformat timestamp weekday date replace astimezone utcoffset timetuple",
    "path": "exists mkdir read_text write_text joinpath is_dir is_file iterdir resolve glob as_posix relative_to unlink is_absolute absolute expanduser with_suffix with_name is_symlink rglob touch read_bytes write_bytes",
    "match": "group groups groupdict start end span",
    "logger": "info debug warning error exception critical setLevel addHandler isEnabledFor",
    "deque": "popleft appendleft",
    "pattern": "sub subn match search findall finditer fullmatch",
}  # fmt: skip
CLASSES: dict[str, type] = {
    "str": str, "dict": collections.OrderedDict, "list": list, "set": set, "bytes": bytes, "file": io.StringIO, "datetime": datetime.datetime,
    "path": pathlib.Path, "match": re.Match, "logger": logging.Logger, "deque": collections.deque, "pattern": re.Pattern,
}  # fmt: skip
"""The class of each kind of value."""
METHOD_TYPES: dict[str, list[str]] = {}
"""The types that have a method; those that it suggests most come first, then the others that have it."""
for _type, _names in METHODS.items():
    for _name in _names.split():
        METHOD_TYPES.setdefault(_name, []).append(_type)
for _class in (dict, list, set, str, bytes):
    for _name in vars(_class):
        if not _name.startswith("_") and _class.__name__ not in METHOD_TYPES.get(_name, ()):
            METHOD_TYPES.setdefault(_name, []).append(_class.__name__)

BUILT_IN = frozenset({"str", "dict", "list", "set", "bytes", "deque"})
MOST_ARGUMENTS: dict[str, int] = {
    "get": 2, "pop": 2, "setdefault": 2, "items": 0, "keys": 0, "values": 0, "copy": 0, "clear": 0, "append": 1, "extend": 1, "insert": 2,
    "add": 1, "discard": 1, "remove": 1, "index": 3, "count": 3, "join": 1, "lower": 0, "upper": 0, "popleft": 0, "appendleft": 1, "find": 3,
    "replace": 3, "update": 1,
}  # fmt: skip
"""How many arguments methods of built-in types take that take no keywords."""

VALUES: dict[str, tuple[str, ...]] = {
    "str": ("@str", '""'),
    "int": ("@int", "0", "-1"),
    "float": ("@float", "0.0", "-1.0"),
    "bool": ("True", "False"),
    "bytes": ("@bytes", 'b""', 'bytearray(b"alpha")'),
    "file": ("@file", "io.StringIO()"),
    "datetime": ("datetime.datetime(2024, 3, 15, 12, 30)",),
    "path": ('pathlib.Path("data/input.txt")', 'pathlib.Path(".")'),
    "match": ('re.match("(.*)", "alpha")', "None"),
    "logger": ('logging.getLogger("demo")',),
    "deque": ("collections.deque([1, 2, 3])", "collections.deque()"),
    "pattern of bytes": ('re.compile(b"(.+)")', 're.compile(b"(?!)")'),
    "pattern": ('re.compile("(.+)")', 're.compile("(?!)")'),
    "set": ("@set", "set()"),
    "list": ("@list", "@list2", "[]"),
    "dict": ("@dict", "{}"),
    "function": ("@function",),
    "type": ("str",),
}
"""Concrete values of each type, most usual first; `@` marks what is made from the places below."""

WORDS: dict[str, str] = {
    "int": ("n i j k m count num number size length index idx start end stop step total max min age year width "
    "years months weeks leapdays weekday second microsecond microseconds milliseconds nanosecond nanoseconds days hours minutes attempts retries tries workers threshold quantity qty "
    "height depth level limit offset port prec precision digits ptr fd fileno id pid ppid uid gid seed steps epochs rank axis ndim priority x y z seconds delay interval retries "
    "timeout window periods lineno pos position low high lo hi left right maxsize chunksize bufsize maxlen blocksize expiry ttl startpos endpos lineno gmtoff linenumber len minimum maximum major minor micro indent indentation"),
    "float": "rate ratio price cost amount balance weight mean std temperature lat lon latitude longitude alpha beta eps tol lr dt",
    "str": "kind type tag model source",
    "list": ("names items values numbers nums rows lines words keys data records results files paths users args elements "
    "list lst arr array columns cols ids urls elems entries points choices options tags sources tasks leaves parts "
    "tokens strings objects nodes children edges letters labels features fields iterable seq stack queue heap history"),
    "dict": ("config settings params kwargs headers mapping options opts d dictionary dict cache env counts context "
    "defaults attrs lookup table session payload environ metadata meta cookies map dict_ registry globals locals namespace namespaces"),
    "logger": "logger log LOG LOGGER",
    "file": "f fp file fh infile outfile stream handle fileobj",
    "datetime": "now today timestamp when created deadline birthday",
    "bytes": "blob binary buf byte_array bytearray bytestring",
    "exception": "error exc exception err",
    "bool": "hidden verify recursive overwrite enabled disabled strict shuffle inplace required optional sorted reverse equal equals exists",
    "function": "func fn function callback",
    "pattern": "re rx regex regexp",
}  # fmt: skip
WORD_TYPES: dict[str, str] = {word: kind for kind, words in WORDS.items() for word in words.split()}

ARGUMENTS: dict[str, str] = {
    "int": "whole text", "float": "fraction text", "range": "int", "position": "position", "len": "list", "sum": "list", "max": "list",
    "min": "list", "any": "list", "all": "list", "sorted": "list", "list": "list", "set": "list", "tuple": "list",
    "enumerate": "list", "zip": "list", "map": "list", "filter": "list", "open": "path text", "chr": "int", "ord": "char",
    "abs": "int", "round": "float", "bin": "int", "hex": "int", "divmod": "int", "pow": "int", "dict": "dict",
    "os.path.join": "path text", "os.path.exists": "path text", "os.path.isfile": "path text", "str": "",
    "os.path.isdir": "path text", "os.path.basename": "path text", "os.path.dirname": "path text", "os.listdir": "path text",
    "os.path.abspath": "path text", "os.path.splitext": "path text", "os.path.split": "path text", "os.makedirs": "path text",
    "os.mkdir": "path text", "os.remove": "path text", "os.chdir": "path text", "os.walk": "path text", "Path": "path text",
    "glob.glob": "path text", "shutil.copy": "path text", "json.loads": "json text", "json.load": "json file",
    "json.dumps": "dict", "time.sleep": "short", "sleep": "short", "math.sqrt": "float", "eval": "number text",
    "re.search": "str", "re.match": "str", "re.sub": "str", "re.findall": "str", "re.compile": "str", "vars": "object", "setattr": "object", "delattr": "object",
    "UUID": "uuid text", "uuid.UUID": "uuid text", "isinstance": "", "iter": "list", "reversed": "list", "next": "iterator",
    "pickle.loads": "pickle bytes", "Decimal": "number text", "random.choice": "list", "math.floor": "float",
    "math.ceil": "float", "itertools.chain": "list", "Counter": "list", "collections.Counter": "list", "deque": "list",
    "ElementTree.SubElement": "element", "ET.SubElement": "element", "etree.SubElement": "element", "ElementTree.tostring": "element",
    "ET.tostring": "element", "etree.tostring": "element", "xml.etree.ElementTree.SubElement": "element",
    ".join": "strings", ".extend": "list", ".update": "dict", ".encode": "encoding", ".decode": "encoding", ".startswith": "str", ".endswith": "str", ".strptime": "date",
    ".translate": "character table", "zlib.decompress": "zlib bytes", "gzip.decompress": "gzip bytes", "sys.settrace": "function",
    "sys.setprofile": "function", "threading.settrace": "function", "urlencode": "dict", "urllib.parse.urlencode": "dict",
    "ipaddress.ip_address": "address text", "ip_address": "address text", "ipaddress.ip_network": "address text", "ip_network": "address text",
    "importlib.import_module": "module name", "import_module": "module name", "importlib.util.find_spec": "module name", "find_spec": "module name", "__import__": "module name", "hash": "str", "bytes": "bytes", "array.array": "list",
    "subprocess.call": "command", "subprocess.run": "command", "subprocess.check_output": "command", "frozenset": "list",
    "ast.parse": "code", "compile": "code", "exec": "code", "ast.literal_eval": "json text", "os.environ.get": "str",
    "hashlib.md5": "bytes", "hashlib.sha1": "bytes", "hashlib.sha256": "bytes", "md5": "bytes", "sha1": "bytes", "sha256": "bytes",
    "b64encode": "bytes", "base64.b64encode": "bytes", "zlib.compress": "bytes", "zlib.crc32": "bytes", "struct.unpack": "bytes", "base64.b64decode": "base64", "issubclass": "type", "bool": "bool",
    "ast.walk": "syntax tree", "ast.iter_child_nodes": "syntax tree", "ast.unparse": "syntax tree", "ast.dump": "syntax tree",
    "inspect.signature": "function", "functools.wraps": "function", "functools.partial": "function", "functools.update_wrapper": "function",
    "functools.lru_cache": "function", "callable": "function", "getattr": "object", "hasattr": "object",
    "inspect.isclass": "type", "dataclasses.is_dataclass": "type", "is_dataclass": "type", ".assertTrue": "bool", ".splitlines": "bool", ".assertFalse": "false", "base64.urlsafe_b64encode": "bytes", "urlsafe_b64encode": "bytes", "base64.b32encode": "bytes", "hmac.new": "bytes", "gzip.compress": "bytes",
    "binascii.hexlify": "bytes", "hashlib.new": "hash name", "sqlite3.connect": "database", "statistics.mean": "list", "np.array": "list", "sys.path.append": "path text", "sys.exit": "int",
    "inet_ntoa": "packed address", "socket.inet_ntoa": "packed address", "inet_aton": "address text", "socket.inet_aton": "address text",
    "hexlify": "bytes", "b2a_hex": "bytes", "unhexlify": "hexadecimal", "binascii.unhexlify": "hexadecimal", "a2b_hex": "hexadecimal",
    "htons": "int", "socket.htons": "int", "ntohs": "int", "socket.ntohs": "int", "htonl": "int", "ntohl": "int", "encodebytes": "bytes",
    "decodebytes": "base64 bytes", "base64.decodebytes": "base64 bytes", "b64decode": "base64", "b32encode": "bytes", "b16encode": "bytes",
    "standard_b64encode": "bytes", "cleandoc": "str", "inspect.cleandoc": "str", "fsencode": "str", "getLogger": "str",
    "logging.getLogger": "str", "quote": "str", "urllib.parse.quote": "str", "unquote": "str", "urllib.parse.unquote": "str",
    "quote_plus": "str", "unquote_plus": "str", "parse_qsl": "str", "urllib.parse.parse_qsl": "str", "parse_qs": "str",
    "urllib.parse.parse_qs": "str", "dedent": "str", "textwrap.dedent": "str", "sha512": "bytes", "hashlib.sha512": "bytes",
    "sha224": "bytes", "sha384": "bytes", "blake2b": "bytes", "crc32": "bytes", "adler32": "bytes", "getfullargspec": "function",
    "inspect.getfullargspec": "function", "get_type_hints": "function", "typing.get_type_hints": "function", "isleap": "int",
    "strerror": "int", "ctime": "float", "gmtime": "float", "localtime": "float", "getsize": "path text", "os.path.getsize": "path text",
    "getmtime": "path text", "os.path.getmtime": "path text", "realpath": "path text", "os.path.realpath": "path text",
    "normpath": "path text", "os.path.normpath": "path text", "iskeyword": "str", "ZoneInfo": "zone name", "zoneinfo.ZoneInfo": "zone name",
    "parseaddr": "str", "guess_type": "path text", "mimetypes.guess_type": "path text", "token_bytes": "int", "token_hex": "int",
    "isqrt": "int", "NewType": "str", "get_docstring": "syntax tree", "fix_missing_locations": "syntax tree", "literal_eval": "json text",
}  # fmt: skip
"""What a known function takes first."""

FORMS: dict[str, tuple[str, ...]] = {
    "template": ("@template",), "hash name": ('"sha256"',), "order of bytes": ('"<"', '">"'),
    "position": ("@position", "0"),
    "number text": ('"42"', "@int", '"seven"'), "whole text": ("@number int", "@int", '"seven"'),
    "fraction text": ("@number float", "@float", '"seven"'), "path text": ("@str", '"."', '"./output"'), "char": ("@char",), "short": ("0.01",),
    "json text": ("@str", '"{"'), "json file": ("io.StringIO('{\"a\": 1}')",), "iterator": ("iter([1, 2, 3])",),
    "uuid text": ('"12345678-1234-5678-1234-567812345678"',), "pickle bytes": ("pickle.dumps({'a': 1})",),
    "character table": ('str.maketrans("abc", "xyz")',), "zlib bytes": ('zlib.compress(b"some text")', 'b"alpha"'),
    "gzip bytes": ('gzip.compress(b"some text")', 'b"alpha"'), "exceptions": ('[ValueError("wrong value")]', "[]"), "address text": ('"127.0.0.1"', '"alpha"'), "strings": ("@list",), "date": ("@str",), "module name": ('"json"',), "command": ('["true"]', '"true"'),
    "folder": ('pathlib.Path("data")', 'pathlib.Path(".")'), "syntax tree": ('ast.parse("x = 1")',), "false": ("False", "True"),
    "code": ('"x = 1"',), "element": ('xml.etree.ElementTree.Element("item")',), "base64": ('"aGVsbG8="',), "base64 bytes": ('b"aGVsbG8="',), "hexadecimal": ('"68656c6c6f"',), "packed address": ('b"\\x7f\\x00\\x00\\x01"',), "zone name": ('"Europe/Oslo"',), "encoding": ('"utf-8"', '"latin-1"'), "database": ('":memory:"',), "errors": ('"strict"', '"replace"'),
}  # fmt: skip


INSTANCES: dict[str, str] = {
    "datetime": "datetime.datetime(2024, 3, 15, 12, 30)", "date": "datetime.date(2024, 3, 15)",
    "timedelta": "datetime.timedelta(days=1)", "Path": 'pathlib.Path("data/input.txt")',
    "MethodType": "collections.Counter().most_common", "FunctionType": "textwrap.dedent", "BuiltinFunctionType": "len",
    "slice": "slice(0, 2)", "range": "range(3)", "memoryview": 'memoryview(b"alpha")', "type": "int",
    "Mapping": '{"a": 1, "b": 2}', "MutableMapping": '{"a": 1, "b": 2}', "Sequence": '["a", "b"]', "Iterable": '["a", "b"]',
    "MutableSequence": '["a", "b"]', "Collection": '["a", "b"]', "Container": '["a", "b"]', "Iterator": 'iter(["a", "b"])',
    "Number": "3", "Integral": "3", "Real": "2.5", "OrderedDict": 'collections.OrderedDict(a=1, b=2)', "PurePath": 'pathlib.Path("data/input.txt")',
    "PathLike": 'pathlib.Path("data/input.txt")', "IOBase": 'io.StringIO("first line\\nsecond line\\n")',
    "TextIOBase": 'io.StringIO("first line\\nsecond line\\n")', "BytesIO": 'io.BytesIO(b"alpha")', "deque": "collections.deque([1, 2, 3])",
    "Decimal": 'decimal.Decimal("2.5")', "UUID": "uuid.UUID(int=1)", "Fraction": "fractions.Fraction(1, 2)",
}  # fmt: skip
"""An instance of each class that is known by its name."""

PACKAGES = frozenset({"requests", "numpy", "pandas", "scipy", "sklearn", "yaml", "matplotlib", "seaborn", "torch", "cv2",
    "tensorflow", "nltk", "networkx", "sympy", "bs4", "lxml", "httpx", "aiohttp", "flask", "django", "attr", "click",
    "tqdm", "simplejson", "dateutil", "pytz", "pytest", "jsonschema", "jinja2", "markupsafe", "boto3", "botocore", "psutil",
    "pydantic", "sqlalchemy", "werkzeug", "tomlkit", "jedi", "parso", "certifi", "urllib3", "anyio", "trio", "docutils", "sphinx",
    "pygments", "setuptools", "fsspec", "pyarrow", "PIL", "plotly", "transformers", "huggingface_hub", "openai", "litellm",
    "tiktoken", "fastapi", "starlette", "six", "typing_extensions", "more_itertools", "hypothesis", "loguru", "structlog",
    "paramiko", "psycopg2", "pymongo", "msgpack", "multidict", "prompt_toolkit", "IPython", "polars", "xarray", "shapely",
    "cryptography", "joblib", "numba", "wcwidth", "colorama", "tabulate", "humanize", "sortedcontainers", "pyparsing",
    "rich", "itsdangerous", "yarl", "traitlets", "pluggy", "asttokens", "executing", "packaging"})  # fmt: skip
"""Packages whose import is likelier meant than a variable of that name."""

OLD_METHODS = frozenset({"iteritems", "itervalues", "iterkeys", "has_key", "viewitems"})
"""Methods that the dictionaries of Python 2 had."""

OLD_NAMES = {"xrange": "range", "raw_input": "input", "unicode": "str", "basestring": "str", "unichr": "chr"}
"""Built-in names of Python 2 with those of Python 3 (What's New In Python 3.0, "Builtins"): a snippet that runs in both
has them so."""

REACHING_OUT = frozenset({"socket", "subprocess", "smtplib", "tkinter", "turtle", "urllib", "http", "ftplib", "telnetlib",
    "sqlite3", "webbrowser", "ctypes", "winreg", "winsound", "msvcrt", "select", "ssl", "curses", "readline", "getpass", "imaplib",
    "poplib", "xmlrpc", "serial", "multiprocessing", "socketserver", "nntplib", "imp", "pty", "termios", "syslog"})  # fmt: skip
"""Standard modules that need something that a program tried here has not: a network, a screen, another program."""

COMPUTING_PARTS = frozenset({"urllib.parse", "http", "http.cookies", "http.cookiejar"})
"""Modules of such packages that need nothing of that."""

COMPUTING = frozenset({"numpy", "pandas", "scipy", "sklearn", "sympy", "networkx", "bs4", "lxml", "yaml", "dateutil", "pytz",
    "simplejson", "attr", "pytest", "jsonschema", "jinja2", "markupsafe", "six", "typing_extensions", "more_itertools", "pygments",
    "docutils", "tomlkit", "humanize", "sortedcontainers", "pyparsing", "wcwidth", "tabulate", "multidict", "pydantic", "click", "rich",
    "itsdangerous", "msgpack", "yarl", "traitlets", "pluggy", "parso", "asttokens", "executing", "packaging", "certifi"})  # fmt: skip
"""Packages that need nothing but what they are given: where they are here, nothing stands in for them."""

_OF_TABLES = (
    "T abs add agg aggregate all any append apply applymap astype at axes between bfill clip columns combine "
    "copy corr count cov cummax cumprod cumsum describe diff div dot drop drop_duplicates dropna dt dtype "
    "dtypes duplicated empty eq eval ewm expanding explode ffill fillna filter first get groupby gt head hist "
    "iat idxmax idxmin iloc index info insert interpolate isin isna isnull item items iteritems iterrows "
    "itertuples ix join keys kurt last le loc lt map mask max mean median melt memory_usage merge min mod mode "
    "mul name ndim ne nlargest notna notnull nsmallest nunique pct_change pipe pivot pivot_table plot pop pow "
    "prod quantile query rank reindex rename replace resample reset_index rolling round sample select_dtypes "
    "set_index shape shift size skew sort sort_index sort_values squeeze stack std str style sub sum tail take "
    "to_csv to_dict to_excel to_frame to_html to_json to_latex to_list to_markdown to_numpy to_parquet "
    "to_period to_pickle to_records to_sql to_string tolist transform transpose truncate tz_convert "
    "tz_localize unique unstack update value_counts values var where boxplot nth ngroups groups get_group"
)  # fmt: skip
OF_TABLES = frozenset(_OF_TABLES.split())
"""What tables and columns of pandas have themselves; any other attribute of a table is a column."""

OUTSIDE = frozenset({"os", "sys", "platform", "shutil", "socket", "subprocess", "time", "getpass", "glob", "select", "signal",
    "threading", "asyncio", "locale", "ctypes", "webbrowser", "pwd", "grp", "fcntl", "resource", "sysconfig",
    "importlib", "inspect", "logging", "warnings", "gc", "random", "ssl", "zipfile", "tarfile"})  # fmt: skip
"""Modules whose answers depend on the machine, the moment or the program around: other answers are as true."""


OF_PATHS = frozenset({"basename", "dirname", "join", "split", "splitext", "splitdrive", "normpath", "normcase", "isabs",
    "commonpath", "commonprefix", "relpath"})  # fmt: skip
"""What `os.path` computes of the text of a path alone."""


CONSTANTS = {
    "AF_": "socket", "SOCK_": "socket", "SOL_": "socket", "SO_": "socket", "IPPROTO_": "socket", "SIG": "signal",
    "S_I": "stat", "O_": "os", "E": "errno",
}  # fmt: skip
"""How constants of standard modules begin that are imported on their own."""


def known_import(name: str, available: frozenset[str] = frozenset()) -> str | None:
    """The import statement that the name suggests, if what it imports is here: standard library or `available`."""
    if name in IMPORTS:
        code = IMPORTS[name]
        first = code.split()[1].partition(".")[0]
        return code if first in sys.stdlib_module_names or first in available else None
    if name in FROM_IMPORTS:
        return FROM_IMPORTS[name]
    for start, module in CONSTANTS.items() if name.isupper() else ():
        if name.startswith(start) and hasattr(importlib.import_module(module), name):
            return f"from {module} import {name}"
    if name in PACKAGES & available:
        return f"import {name}"
    is_here = (
        name in sys.stdlib_module_names and importlib.util.find_spec(name) is not None
    )  # no `winreg` on Linux
    return f"import {name}" if is_here and not is_often_a_variable(name) else None


def is_often_a_variable(module: str) -> bool:
    """Whether the name of a standard module is as often a variable's."""
    return module in NOT_MODULES or module.startswith("_")


def is_of_packages(name: str) -> bool:
    """Whether a name usually means one of the packages that compute, or something of theirs."""
    code = IMPORTS.get(name, f"import {name}").split()
    return code[1].partition(".")[0] in COMPUTING
