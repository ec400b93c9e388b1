# Imported when Python starts. Whatever the environment pins is the same in every run: random numbers,
# and the clock of the day, which stands still but for sleeping.
import os
import sys

_SEED = os.environ.get("UNBREAK_FLAKE_SEED")
_CLOCK = os.environ.get("UNBREAK_FLAKE_CLOCK")
_OFFLINE = os.environ.get("UNBREAK_FLAKE_OFFLINE")
_RESETS = []


def reset():
    """Begins anew, for a test that must not depend on those before it."""
    for begin in _RESETS:
        begin()


def _pin_random(seed):
    import random
    import zlib

    entropy = random.Random(seed)
    original = random.Random.seed

    def draw(count):
        return entropy.getrandbits(8 * count).to_bytes(count, "little") if count else b""

    def pinned(self, a=None, version=2):
        original(self, seed if a is None else a, version)

    os.urandom = random._urandom = draw
    random.Random.seed = pinned
    random.seed = random._inst.seed

    def begin():
        original(entropy, seed)
        random.seed()
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(zlib.crc32(str(seed).encode()) % 2**32)

    _RESETS.append(begin)
    begin()


def _pin_clock(start):
    import datetime
    import time

    # Each look at the clock takes a moment, so that who waits for a time sees it come.
    tick = 10_000
    now = [start]
    sleep, localtime, gmtime, ctime, strftime = time.sleep, time.localtime, time.gmtime, time.ctime, time.strftime

    def time_ns():
        now[0] += tick
        return now[0]

    def seconds():
        return time_ns() / 1e9

    def sleeping(duration):
        sleep(duration)
        now[0] += int(duration * 1e9)

    def local(at=None):
        return localtime(seconds() if at is None else at)

    time.time, time.time_ns, time.sleep = seconds, time_ns, sleeping
    time.localtime = local
    time.gmtime = lambda at=None: gmtime(seconds() if at is None else at)
    time.ctime = lambda at=None: ctime(seconds() if at is None else at)
    time.strftime = lambda form, at=None: strftime(form, local() if at is None else at)

    def here(cls, tz=None):
        return cls.fromtimestamp(seconds(), tz)

    def universal(cls):
        return cls.fromtimestamp(seconds(), datetime.timezone.utc).replace(tzinfo=None)

    _replace(datetime.datetime, "now", here)
    _replace(datetime.datetime, "utcnow", universal)

    def begin():
        now[0] = start

    _RESETS.append(begin)


def _replace(kind, name, function):
    # The class stays the one that it is, so that nothing that looks at types sees a difference.
    # Where the interpreter does not let its dictionary be written, the method stays as well.
    try:
        import ctypes
        import gc

        (inside,) = (held for held in gc.get_referents(kind.__dict__) if isinstance(held, dict))
        inside[name] = classmethod(function)
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
    except Exception:
        pass


def _pin_network():
    import socket

    def is_near(address):
        return not isinstance(address, tuple) or address[0] in ("", "localhost", "::1") or address[0].startswith("127.")

    def guarded(name):
        original = getattr(socket.socket, name)

        def call(self, address):
            if not is_near(address):
                raise OSError(101, "Network is unreachable")
            return original(self, address)

        setattr(socket.socket, name, call)

    guarded("connect")
    guarded("connect_ex")
    lookup = socket.getaddrinfo

    def getaddrinfo(host, *rest, **more):
        if host is not None and not is_near((host if isinstance(host, str) else host.decode(),)):
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return lookup(host, *rest, **more)

    socket.getaddrinfo = getaddrinfo


if _SEED is not None:
    _pin_random(int(_SEED))
if _CLOCK is not None:
    _pin_clock(int(_CLOCK))
if _OFFLINE is not None:
    _pin_network()
