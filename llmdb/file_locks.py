"""Locks of open files, which end with the process that holds them."""

try:
    import fcntl
except ImportError:  # Windows: there nobody can tell who holds what
    fcntl = None  # type: ignore[assignment]


def try_lock(file: int) -> bool:
    """Take the lock of an open file.

    Args:
        file: its descriptor.

    Returns:
        Whether it is held now; False where another process holds it, or the system has no such locks.
    """
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
