"""Which modules a piece of code imports, and which distribution of the package index brings a module."""

import ast
import re
from collections.abc import Collection

from llmdb.prefix.undefined import is_missing_module
from llmdb.program.parsing import parse

DISTRIBUTIONS: dict[str, str] = {
    "_pytest": "pytest", "attr": "attrs", "barcode": "python-barcode", "bidi": "python-bidi",
    "Bio": "biopython", "bluetooth": "PyBluez", "bs4": "beautifulsoup4", "bson": "pymongo", "cairo": "pycairo",
    "camelot": "camelot-py", "community": "python-louvain", "consul": "python-consul", "cpuinfo": "py-cpuinfo",
    "Crypto": "pycryptodome", "Cryptodome": "pycryptodomex", "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil", "dbus": "dbus-python", "discord": "discord.py",
    "django_filters": "django-filter", "dns": "dnspython", "docx": "python-docx", "dotenv": "python-dotenv",
    "editor": "python-editor", "engineio": "python-engineio", "Evtx": "python-evtx", "faiss": "faiss-cpu",
    "ffmpeg": "ffmpeg-python", "fitz": "PyMuPDF", "Foundation": "pyobjc", "fpdf": "fpdf2", "gi": "PyGObject",
    "git": "GitPython", "github": "PyGithub", "gitlab": "python-gitlab", "google.auth": "google-auth",
    "google.oauth2": "google-auth",
    "google.protobuf": "protobuf", "googleapiclient": "google-api-python-client", "gridfs": "pymongo",
    "grpc": "grpcio", "grpc_tools": "grpcio-tools", "haystack": "django-haystack", "hydra": "hydra-core",
    "Image": "Pillow", "ImageDraw": "Pillow", "imblearn": "imbalanced-learn", "jenkins": "python-jenkins",
    "jose": "python-jose", "jwt": "PyJWT", "kafka": "kafka-python", "ldap": "python-ldap",
    "magic": "python-magic", "markdown_it": "markdown-it-py", "memcache": "python-memcached",
    "mpl_toolkits": "matplotlib", "mysql": "mysql-connector-python",
    "mysql.connector": "mysql-connector-python", "MySQLdb": "mysqlclient", "mysqlx": "mysql-connector-python",
    "nacl": "PyNaCl", "nmap": "python-nmap", "objc": "pyobjc", "odf": "odfpy", "OpenGL": "PyOpenGL",
    "OpenSSL": "pyOpenSSL", "osgeo": "GDAL", "past": "future", "PIL": "Pillow", "pkg_resources": "setuptools",
    "playhouse": "peewee", "pptx": "python-pptx", "progressbar": "progressbar2", "psycopg2": "psycopg2-binary",
    "pylab": "matplotlib", "pythoncom": "pywin32", "pywintypes": "pywin32", "pywt": "PyWavelets",
    "pyximport": "Cython", "rest_framework": "djangorestframework", "ruamel": "ruamel.yaml",
    "serial": "pyserial", "sha3": "pysha3", "shapefile": "pyshp", "sip": "PyQt5-sip", "skimage": "scikit-image",
    "sklearn": "scikit-learn", "sklearn_extra": "scikit-learn-extra", "skopt": "scikit-optimize",
    "slugify": "python-slugify", "snappy": "python-snappy", "socketio": "python-socketio", "socks": "PySocks",
    "speech_recognition": "SpeechRecognition", "stdnum": "python-stdnum", "tabula": "tabula-py",
    "telebot": "pyTelegramBotAPI", "telegram": "python-telegram-bot", "tlz": "toolz", "umap": "umap-learn",
    "usb": "pyusb", "vlc": "python-vlc", "web": "web.py", "websocket": "websocket-client",
    "win32api": "pywin32", "win32com": "pywin32", "win32con": "pywin32", "win32event": "pywin32",
    "win32file": "pywin32", "win32gui": "pywin32", "win32service": "pywin32", "wx": "wxPython", "xdg": "pyxdg",
    "Xlib": "python-xlib", "yaml": "PyYAML", "zmq": "pyzmq",
}  # fmt: skip
"""Distributions whose name is not that of the module they bring; dotted modules before the package they lie in."""

_SHARED = frozenset({"google", "azure"})
"""Packages that many distributions put parts into: `google.cloud.storage` is google-cloud-storage."""

_REQUIREMENT = re.compile(
    r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(\[[A-Za-z0-9_,.-]+\])?((?:===|[<>=!~]=|[<>])[A-Za-z0-9.*+!-]+)?"
)


def imported_modules(code: str) -> tuple[str, ...]:
    """The dotted modules that absolute imports of the code name, each once; none for what is no Python."""
    try:
        tree = parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return ()
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= dict.fromkeys(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            parts = node.module in _SHARED or node.module.rpartition(".")[0] in _SHARED
            found |= dict.fromkeys(f"{node.module}.{a.name}" if parts else node.module for a in node.names)
    return tuple(found)


def missing_distributions(code: str, available: Collection[str]) -> dict[str, str]:
    """What to install for the imports of some code.

    Args:
        code: a snippet or a prefix.
        available: modules that can be imported besides the standard library.

    Returns:
        The distribution's name to the module that asks for it: `import yaml` gives {"PyYAML": "yaml"}.
    """
    here = frozenset(available)
    missing = [module for module in imported_modules(code) if is_missing_module(module, here)]
    return {distribution_of(module): module.partition(".")[0] for module in missing}


def distribution_of(module: str) -> str:
    """The distribution that brings a module: the table's for the longest known part, else the module's own name."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        known = DISTRIBUTIONS.get(".".join(parts[:length]))
        if known is not None:
            return known
    return "-".join(parts[:3]) if parts[0] in _SHARED else parts[0]


def normalized(requirement: str) -> str:
    """The name of a requirement as package indexes compare it: `Ruamel.Yaml==1` is "ruamel-yaml"."""
    found = _REQUIREMENT.match(requirement)
    return re.sub(r"[-_.]+", "-", found[1] if found else requirement).lower()


def is_requirement(text: str) -> bool:
    """Whether the text is a name with at most extras and one version: no option, path or address."""
    return _REQUIREMENT.fullmatch(text) is not None
