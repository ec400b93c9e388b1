"""Tests whose names say what they depend on: `test_CAUSE_...`, or `test_solid_...`."""

import asyncio
import datetime
import os
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
import uuid

import pytest

STATE = {}
SEEN = []


def test_solid_sum():
    assert sum(range(10)) == 45


def test_order_victim():
    assert "rate" not in STATE


def test_solid_elapsed():
    began = time.time()
    time.sleep(0.02)
    assert 0.02 <= time.time() - began < 30


def test_solid_polluter():
    STATE["rate"] = 1.5


def test_order_brittle():
    assert STATE["rate"] == 1.5


def test_order_first_of_all():
    SEEN.append("here")
    assert "later" not in SEEN


def test_solid_environment(monkeypatch):
    monkeypatch.setenv("MODE", "test")
    assert os.environ["MODE"] == "test"


def test_solid_appends():
    SEEN.append("later")


def test_randomness_half():
    assert random.random() < 0.5


def test_randomness_rare():
    assert random.randrange(10) != 3


def test_randomness_shuffled():
    cards = list(range(6))
    random.shuffle(cards)
    assert cards[0] > cards[-1]


def test_randomness_of_the_system():
    assert secrets.randbelow(4) != 0


def test_randomness_uuid():
    assert uuid.uuid4().int % 2 == 0


def test_solid_seeded():
    assert random.Random(5).random() == random.Random(5).random()


def test_solid_random_range():
    assert 1 <= random.randint(1, 6) <= 6


def test_hash_seed_first_of_set():
    assert next(iter({"alpha", "beta", "gamma"})) == "alpha"


def test_hash_seed_joined():
    assert ",".join({"a", "b"}) == "a,b"


def test_solid_sorted_set():
    assert sorted({"alpha", "beta"}) == ["alpha", "beta"]


def test_time_parity_of_seconds():
    assert int(time.time()) % 2 == 0


def test_time_microseconds():
    assert datetime.datetime.now().microsecond % 2 == 0


def test_time_expiry():
    assert datetime.date.today() < datetime.date(2028, 1, 1)


def test_time_month():
    today = datetime.date.today()
    assert today.replace(year=today.year + 1).year == today.year + 1


def test_time_tomorrow():
    now = datetime.datetime.now(datetime.timezone.utc)
    assert (now + datetime.timedelta(hours=6)).date() == now.date()


def test_solid_now():
    now = datetime.datetime.now()
    assert type(now) is datetime.datetime
    assert now - datetime.timedelta(days=1) < now


def test_solid_epoch():
    assert datetime.datetime.fromtimestamp(0, datetime.timezone.utc).year == 1970


def test_race_lost_updates():
    counter = 0

    def work():
        nonlocal counter
        for _ in range(8):
            value = counter
            time.sleep(0.0001)
            counter = value + 1

    def late():
        time.sleep(0.001)
        work()

    threads = [threading.Thread(target=target) for target in (work, late)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter in (9, 10, 12, 14)


def test_race_timer():
    done = threading.Event()
    threading.Timer(0.003, done.set).start()
    time.sleep(0.0031)
    assert done.is_set()


def test_race_two_threads():
    turns = []
    threads = [threading.Thread(target=lambda name=name: (time.sleep(0.002), turns.append(name))) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turns == ["a", "b"]


def test_race_deadline():
    async def slow():
        await asyncio.sleep(0.002)

    async def both():
        done, _ = await asyncio.wait([asyncio.ensure_future(slow()), asyncio.ensure_future(asyncio.sleep(0.003))], return_when=asyncio.FIRST_COMPLETED)
        return len(done)

    assert asyncio.run(both()) == 1


def test_solid_threads():
    counter = []
    threads = [threading.Thread(target=counter.append, args=(1,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counter) == 4


def test_solid_wait():
    assert not threading.Event().wait(0.01)


def test_network_route():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to:
        to.connect(("192.0.2.1", 9))


def test_solid_loopback():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()


def test_solid_pair():
    one, other = socket.socketpair()
    one.sendall(b"x")
    assert other.recv(1) == b"x"
    one.close()
    other.close()


def test_solid_process():
    assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, check=True).stdout == b"1\n"


def test_solid_file(tmp_path):
    file = tmp_path / "report.txt"
    file.write_text("total")
    assert file.read_text() == "total"


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_solid_names(name):
    assert name in "abc"


class TestSuite:
    items = []

    def test_solid_adds(self):
        assert not self.items
        self.items.append(1)

    def test_order_counts(self):
        assert self.items == [1]
