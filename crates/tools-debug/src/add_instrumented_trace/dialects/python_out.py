import _thread, os
class Sheet:
    # Memory that is a file: a hit costs no call of the system, and is seen even if the process is killed.
    most = 64 << 20  # More than this much nobody reads, and the disk is not ours.
    def __init__(self, path):
        self.path = path
        self.begin()
    def begin(self):
        self.process, self.lock, self.name = os.getpid(), _thread.RLock(), None
        self.size, self.used = 1 << 16, 0
        # Those that are full stay: to free one closes a file number, and who knows whose that is by now.
        self.maps = []
    def write(self, text):
        if os.getpid() != self.process: self.begin()
        record = text.encode("utf-8", "backslashreplace").replace(b"\0", b"\\0")
        with self.lock:
            try:
                while self.size <= self.most and not self.fits(record): self.size *= 4
            except Exception: self.size = self.most + 1
    def fits(self, record):
        if not self.maps or len(self.maps[-1]) < self.size: self.maps.append(self.map())
        try: self.maps[-1].write(record)
        except ValueError: return False
        self.used += len(record)
        return True
    def map(self):
        import mmap
        number = os.open(self.name, os.O_RDWR) if self.name else self.create()
        try:
            # Room that turns out not to be there when it is written to would kill the program.
            if hasattr(os, "posix_fallocate"): os.posix_fallocate(number, 0, self.size)
            else: os.ftruncate(number, self.size)
            memory = mmap.mmap(number, self.size)
        finally:
            os.close(number)
        memory.seek(self.used)
        return memory
    def create(self):
        # A process that becomes another program keeps its number.
        for count in range(1 << 16):
            self.name = "%s.%d.%d" % (self.path, self.process, count)
            try: return os.open(self.name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError: pass
        raise OSError("too many programs in one process")
