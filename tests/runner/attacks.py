"""Attacks on what lies outside the sandbox, in families; each is a piece of code that sets `got` where it came through.

`USER` is a folder of the user's outside the sandbox with the file `kept.txt`; `OTHER` a process of the user's, `LLMDB`
llmdb itself; `DAEMON` a Unix socket that is listened at; `TTY` a terminal. `call(number, ...)` is a bare system call,
true where it succeeds. What an attack changes without seeing it is looked at from outside.
"""

from itertools import product

_WRITES = """
open(P, "w") | open(P, "a") | open(P, "r+") | os.open(P, os.O_WRONLY) | os.open(P, os.O_RDWR + os.O_TRUNC)
os.truncate(P, 0) | os.remove(P) | os.rename(P, P + "2") | os.replace(P, "here") | os.link(P, P + "3")
os.rename("mine", P) | os.replace("mine", P) | shutil.move("mine", P) | shutil.copy("mine", P)
os.symlink("x", P + "s") | os.mkdir(P + "d") | os.mkfifo(P + "f") | os.mknod(P + "n") | os.link("mine", P + "l")
shutil.rmtree(os.path.dirname(P)) | subprocess.check_call(["cp", "mine", P]) | subprocess.check_call(["rm", P])
subprocess.check_call(["tee", P]) | os.open(os.path.dirname(P), os.O_TMPFILE + os.O_WRONLY)
os.copy_file_range(os.open("mine", 0), os.open(P, 1), 3)
"""
_WAYS_TO = """
{P} | "/proc/self/root" + {P} | "/proc/self/cwd" + "/.." * 40 + {P} | linked({P}) | "//" + {P}
"""
_READS = """
open(P, "rb").read(1) | os.read(os.open(P, 0), 1) | mmap.mmap(os.open(P, 0), 0, prot=1)[0]
os.sendfile(1, os.open(P, 0), 0, 0) >= 0 | subprocess.check_output(["cat", P])
subprocess.check_output(["head", "-c1", P]) | shutil.copy(P, "stolen") | pathlib.Path(P).read_bytes()
os.read(os.open(os.path.basename(P), 0, dir_fd=os.open(os.path.dirname(P), os.O_PATH)), 1)
os.read(os.open(f"/proc/self/fd/{os.open(P, os.O_PATH)}", 0), 1) | os.link(P, "stolen2") or open("stolen2").read()
"""
_SECRETS = ("USER + '/kept.txt'", "'/etc/shadow'", "f'/proc/{LLMDB}/environ'", "f'/proc/{LLMDB}/mem'", "TTY")
_SIGNALS = """
os.kill(N, 9) | os.kill(N, 15) | os.kill(N, 19) | os.killpg(os.getpgid(N), 9)
signal.pidfd_send_signal(os.pidfd_open(N), 9) | call(129, N, 9, INFO) | call(297, N, N, 9, INFO) | call(200, N, 9)
call(234, N, N, 9) | signal.pidfd_send_signal(os.open(f"/proc/{N}", os.O_DIRECTORY), 9)
resource.prlimit(N, resource.RLIMIT_NOFILE, (3, 3)) | resource.prlimit(N, resource.RLIMIT_CPU, (0, 0))
os.setpriority(os.PRIO_PROCESS, N, 19) | os.setpriority(os.PRIO_PGRP, os.getpgid(N), 19)
os.sched_setaffinity(N, {0}) | os.sched_setscheduler(N, os.SCHED_BATCH, os.sched_param(0))
os.sched_setscheduler(N, os.SCHED_IDLE, os.sched_param(0)) | call(251, 1, N, 3 << 13) | call(101, 16, N, 0, 0)
call(101, 0x4206, N, 0, 0) | call(310, N, VEC, 1, VEC, 1, 0) | call(311, N, VEC, 1, VEC, 1, 0)
call(438, os.pidfd_open(N), 0, 0) | call(440, os.pidfd_open(N), VEC, 1, 4, 0) | call(312, N, N, 0, 0, 0)
call(256, N, 1, VEC, VEC) | call(279, N, 1, VEC, VEC, VEC, 0) | call(157, 62, 1, N, 0, 0)
open(f"/proc/{N}/mem", "r+b") | open(f"/proc/{N}/oom_score_adj", "w").write("1000")
open(f"/proc/{N}/comm", "w").write("x") | open(f"/proc/{N}/environ").read()
os.listdir(f"/proc/{N}/fd") and os.readlink(f"/proc/{N}/fd/0") | os.open(f"/proc/{N}/fd/0", 0)
open(f"/proc/{N}/maps").read(1) | fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, N) == 0
os.chdir(f"/proc/{N}/cwd") is None | os.listdir(f"/proc/{N}/root")
"""
_CALLS = """
165 166 155 161 167 168 169 170 171 172 173 175 176 313 246 320 321 298 323 272 308 304 179 163 103 153 164 227 305
248 249 250 29 64 68 240 41 425 426 427 428 429 430 431 432 433 442 443 447 319 317 206 212 180 134 174 177 178 136
139 156 451 457 458 459 460 461 463 464 465 466 467 468 469 470 471 500 1000
"""
_SOCKETS = """
socket.socket() | socket.socket(type=socket.SOCK_DGRAM) | socket.socket(socket.AF_UNIX).connect(DAEMON)
socket.socket(socket.AF_INET6) | socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
socket.socket(socket.AF_PACKET, socket.SOCK_RAW) | socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
socket.socketpair(type=socket.SOCK_DGRAM) | socket.socketpair(type=socket.SOCK_SEQPACKET)
socket.socketpair()[0].connect(DAEMON) | socket.socketpair()[0].bind("here.sock")
socket.socketpair()[0].bind("\\0abstract") | socket.create_server(("127.0.0.1", 0))
socket.create_connection(("127.0.0.1", 22)) | socket.getaddrinfo("example.com", 80)
socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) | socket.socket(socket.AF_VSOCK)
socket.socket(socket.AF_BLUETOOTH, 1, 3)
subprocess.check_call(["python3", "-c", "import socket; socket.socket()"], stderr=-3) | call(42, 0, VEC, 16)
call(49, 0, VEC, 16) | os.open(DAEMON, os.O_RDWR) | socket.socket(socket.AF_UNIX).bind("\\0llmdb")
socket.socket(fileno=3).connect(DAEMON)
"""
_METADATA = """
os.setxattr(P, "user.x", b"1") | os.removexattr(P, "user.x") | os.chown(P, 1, 1) | os.lchown(P, 1, 1)
fcntl.ioctl(os.open(P, 0), 0x40086602, struct.pack("q", 0x80)) | fcntl.ioctl(os.open(P, 0), 0x401C5820, bytes(28))
fcntl.fcntl(os.open(P, 0), 1024, fcntl.F_RDLCK) == 0 | fcntl.lockf(os.open(P, os.O_RDWR), fcntl.LOCK_EX)
call(132, NAME, 0) | call(235, NAME, 0) | call(261, -100, NAME, 0) | call(188, NAME, b"user.x", b"1", 1, 0)
call(280, -100, NAME, 0, 0) | call(463, -100, NAME, 0, b"user.x", VEC, 16) | call(466, -100, NAME, 0, b"user.x")
call(469, -100, NAME, VEC, 24, 0) | call(92, NAME, 1, 1) | call(94, NAME, 1, 1) | call(260, -100, NAME, 1, 1, 0)
call(303, -100, NAME, VEC, VEC, 0)
"""
_SILENT = """
os.chmod(P, 0) | os.utime(P, (5, 5)) | os.chmod(USER, 0) | os.utime(USER, (5, 5))
fcntl.flock(os.open(P, 0), fcntl.LOCK_EX) | call(90, NAME, 0) | call(268, -100, NAME, 0) | call(452, -100, NAME, 0, 0)
subprocess.call(["chmod", "0", P]) | subprocess.call(["touch", P])
"""
_TERMINAL = """
os.open(TTY, 0) | os.open(TTY, os.O_RDWR) | os.open(TTY, os.O_WRONLY) | os.open("/dev/tty", os.O_RDWR)
os.open("/dev/console", 1) | os.open("/dev/ptmx", os.O_RDWR) | os.openpty() | os.open("/dev/tty1", 0)
os.open("/dev/vda", 0) | os.open("/dev/mem", 0) | os.open("/dev/kmsg", 0) | os.open("/dev/fuse", os.O_RDWR)
os.open("/dev/net/tun", os.O_RDWR) | os.open("/dev/kvm", os.O_RDWR)
"""
_LIMITS = """
resource.setrlimit(resource.RLIMIT_AS, (-1, -1)) or resource.getrlimit(resource.RLIMIT_AS)[0] == -1
resource.setrlimit(resource.RLIMIT_NOFILE, (9999, 9999)) or True
resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1)) or True
resource.prlimit(0, resource.RLIMIT_CPU, (-1, -1)) or True | os.nice(-5)
os.setpriority(os.PRIO_PROCESS, 0, -5) or True | os.memfd_create("x") | libc.prctl(4, 0, 0, 0, 0) == 0
bytearray(2 << 30) | mmap.mmap(-1, 2 << 30) | os.posix_fallocate(os.open("big", 66), 0, 1 << 30) is None
os.truncate("mine", 1 << 30) is None | open("/proc/self/oom_score_adj", "w").write("-1000") | open("/dev/shm/x", "w")
os.setuid(12345) or True | os.setgid(12345) or True | os.unshare(0x10000000) or True | os.setns(0, 0) or True
os.chroot(".") or True | libc.prctl(38, 0, 0, 0, 0) == 0 | libc.prctl(22, 0, 0, 0, 0) == 0
libc.prctl(8, 1, 0, 0, 0) == 5 | call(126, VEC, VEC)
"""
_BEHIND = """
os.setsid() and os.getsid(0) == os.getpid() | os.setpgid(0, 0) or os.getpgid(0) == os.getpid()
subprocess.Popen(["sleep", "1000"], start_new_session=True) and 0 | subprocess.Popen(["nohup", "sleep", "1000"]) and 0
subprocess.Popen(["setsid", "sleep", "1000"], env={}) and 0 | os.fork() == 0 and time.sleep(1000)
os.makedirs("/".join(["d"] * 900)) or os.mkdir("closed", 0o300)
"""

_LATER = """
os.open("/proc/self/fd/" + str(os.open(USER, os.O_PATH)) + "/kept.txt", os.O_RDWR)
os.open(USER + "/kept.txt", os.O_RDWR)
open("/proc/self/task/" + str(os.getpid()) + "/root" + USER + "/kept.txt").read()
os.getxattr("/etc/shadow", "user.x") | open(os.path.realpath("/proc/self/exe"), "r+b")
os.rename("mine", os.path.expanduser("~root") + "/x.txt") | os.symlink(USER, "out") or open("out/kept.txt").read()
os.symlink(USER, "out2") or open("out2/new", "w") | os.symlink("/etc", "out3") or open("out3/shadow").read()
os.link("/etc/passwd", "pw") or open("pw", "a") | os.mkfifo("pipe") or os.rename("pipe", USER + "/kept.txt") or True
os.replace(USER + "/kept.txt", USER + "/gone.txt") or True | os.rename(USER, USER + "2") or True
os.rmdir(USER) or True | os.removedirs(USER) or True | shutil.rmtree(USER) or True
call(316, -100, b"mine", -100, (USER + "/kept.txt").encode(), 2)
call(264, -100, b"mine", -100, (USER + "/kept.txt").encode())
call(265, -100, b"mine", -100, (USER + "/l").encode(), 0) | call(266, b"x", -100, (USER + "/s").encode())
call(85, (USER + "/c").encode(), 0o600)
call(437, -100, (USER + "/kept.txt").encode(), (ctypes.c_uint64 * 3)(2, 0, 0), 24)
call(2, (USER + "/kept.txt").encode(), 2, 0) | call(76, (USER + "/kept.txt").encode(), 0)
call(87, (USER + "/kept.txt").encode()) | call(84, USER.encode()) | call(83, (USER + "/m").encode(), 0o700)
call(133, (USER + "/n").encode(), 0o100600, 0) | call(259, -100, (USER + "/n").encode(), 0o100600, 0)
call(88, b"x", (USER + "/s").encode()) | call(258, -100, (USER + "/m").encode(), 0o700)
call(263, -100, (USER + "/kept.txt").encode(), 0) | call(86, b"mine", (USER + "/l").encode())
open("/proc/sys/kernel/hostname", "w").write("x") | open("/proc/sysrq-trigger", "w").write("b")
open("/proc/sys/vm/drop_caches", "w").write("3") | open("/proc/sys/kernel/core_pattern", "w")
open("/sys/power/state", "w") | open("/proc/self/setgroups", "w").write("deny")
open("/proc/self/uid_map", "w").write("0 0 1") | open("/proc/self/attr/current", "w").write("x")
open("/proc/self/clear_refs", "w").write("1") and 0 | open("/proc/kcore", "rb").read(1)
open("/proc/kmsg", "rb").read(1) | open("/proc/1/environ", "rb").read(1) | open("/proc/1/mem", "rb")
os.listdir("/proc/1/fd") and os.readlink("/proc/1/fd/0") | os.listdir("/proc/1/root/root")
os.open("/proc/1/cwd/etc/shadow", 0) | os.stat("/proc/1/root/etc/shadow")
os.open(f"/proc/{LLMDB}/root/etc/shadow", 0) | os.readlink(f"/proc/{LLMDB}/exe") | os.readlink(f"/proc/{LLMDB}/cwd")
open(f"/proc/{LLMDB}/smaps").read(1) | open(f"/proc/{LLMDB}/auxv", "rb").read(1)
open(f"/proc/{LLMDB}/stack").read(1) | open(f"/proc/{LLMDB}/io").read(1) | open(f"/proc/{LLMDB}/syscall").read(1)
open(f"/proc/{LLMDB}/personality").read(1) | open(f"/proc/{LLMDB}/clear_refs", "w").write("1")
open(f"/proc/{LLMDB}/timerslack_ns", "w").write("1") | open(f"/proc/{LLMDB}/coredump_filter", "w").write("0")
open(f"/proc/{LLMDB}/loginuid", "w").write("0") | os.kill(-1, 9) | os.kill(1, 15) | os.kill(os.getppid(), 0) and 0
os.killpg(os.getpgid(LLMDB), 9) | call(62, -LLMDB, 9) | call(62, (1 << 32) + LLMDB, 9) | signal.pthread_kill(LLMDB, 9)
call(424, os.open(f"/proc/{OTHER}", os.O_DIRECTORY), 9, 0, 0) | call(434, LLMDB, 0) | call(434, OTHER, 0x80) and 0
call(141, 0, OTHER, 19) | call(141, 1, os.getpgid(OTHER), 19) | call(141, 2, 0, 19) | call(302, OTHER, 7, VEC, 0)
call(203, OTHER, 8, VEC) | call(144, OTHER, 3, VEC) | call(142, OTHER, VEC) | call(314, OTHER, VEC, 0)
call(251, 3, 0, 3 << 13) | call(237, 0, 0, 0, 0, 0, 0) and 0 | call(53, 1, 2, 0, VEC) | call(53, 1, 5, 0, VEC)
call(53, 2, 1, 0, VEC) | call(53, 16, 1, 0, VEC) | call(41, (1 << 32) + 1, 1, 0)
call(53, 1, 1 + 0x80000, 0, VEC) and 0 | call(56, 0x10000000 + 17, 0, 0, 0, 0) | call(56, 0x20000000 + 17, 0, 0, 0, 0)
call(56, 0x40000000 + 17, 0, 0, 0, 0) | call(56, 0x02000000 + 17, 0, 0, 0, 0) | call(435, VEC, 64)
call(272, 0x00020000) | call(0x40000000 + 39) | call(0x40000000 + 41, 1, 1, 0) | call(0x40000000 + 101, 0, 0, 0, 0)
fcntl.ioctl(0, 0x5412, b"x") | fcntl.ioctl(1, 0x5414, bytes(8))
fcntl.ioctl(os.pipe()[0], 0x8901, struct.pack("i", LLMDB)) | call(16, 0, (1 << 32) + 0x5412, b"x")
fcntl.fcntl(0, 1024, 0) == 0 | fcntl.fcntl(os.open(USER, 0), 1026, 1) == 0 | call(72, os.pipe()[0], 15, VEC)
call(72, os.pipe()[0], 10, 9) | libc.prctl(0x59616D61, -1, 0, 0, 0) == 0 | libc.prctl(35, 8, 0, 0, 0) == 0
libc.prctl(62, 3, OTHER, 0, 0) == 0 | libc.prctl(24, 21, 0, 0, 0) and 0 | open("/dev/shm/left", "w")
open("/dev/mqueue/left", "w") | open("/tmp/left-by-attack", "w") | open("/var/tmp/left-by-attack", "w")
open("/run/left", "w") | subprocess.check_call(["sh", "-c", f"echo x > {USER}/kept.txt"], stderr=-3)
subprocess.check_call(["sh", "-c", f"cat {USER}/kept.txt"], stderr=-3)
subprocess.check_call(["mount", "-t", "tmpfs", "x", "."], stderr=-3)
subprocess.check_call(["unshare", "-r", "true"], stderr=-3)
subprocess.check_call(["kill", str(OTHER)], stderr=-3) and 0
subprocess.check_call(["renice", "19", str(OTHER)], stderr=-3) and 0
"""


def _each(text: str) -> list[str]:
    return [part.strip() for line in text.strip().splitlines() for part in line.split(" | ")]


def _on(places: list[str], attacks: list[str], name: str = "P") -> list[str]:
    return [f"{name} = {place}\ngot = {attack}" for place, attack in product(places, attacks)]


def _sees(attacks: list[str]) -> list[str]:
    return [f"P = USER + '/kept.txt'\nNAME = P.encode()\ngot = {attack}" for attack in attacks]


FAMILIES: dict[str, list[str]] = {
    "writing": _on(["USER + '/kept.txt'", "'/etc/passwd'"], _each(_WRITES)),
    "writing by another way": [
        f"P = {way}\ngot = open(P, 'a')" for way in _each(_WAYS_TO.replace("{P}", "(USER + '/kept.txt')"))
    ],
    "reading": _on(list(_SECRETS), _each(_READS)),
    "reading by another way": [
        f"P = {way}\ngot = open(P).read()" for way in _each(_WAYS_TO.replace("{P}", "(USER + '/kept.txt')"))
    ],
    "other processes": _on(["OTHER", "LLMDB"], _each(_SIGNALS), "N"),
    "system calls": [f"got = call({number}, 0, 0, 0, 0, 0, 0)" for number in _CALLS.split()],
    "sockets": [f"got = {attack}" for attack in _each(_SOCKETS)],
    "metadata": _sees(_each(_METADATA)),
    "metadata, silently": [f"{code}\ngot = False" for code in _sees(_each(_SILENT))],
    "terminals and devices": [f"got = {attack}" for attack in _each(_TERMINAL)],
    "limits": [f"got = {attack}" for attack in _each(_LIMITS)],
    "written afterwards": [f"got = {attack}" for attack in _each(_LATER)],
    "left behind": [f"got = {attack}" for attack in _each(_BEHIND)],
}
