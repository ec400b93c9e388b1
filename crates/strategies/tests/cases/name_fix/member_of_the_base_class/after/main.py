class Signer:
    def iter_unsigners(self, salt):
        yield salt


class TimedSigner(Signer):
    def iter_unsigners(self, salt):
        return list(super().iter_unsigners(salt))


print(TimedSigner().iter_unsigners("a"))
