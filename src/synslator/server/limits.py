"""How often somebody may ask: a bucket of requests for each of them that fills up again steadily."""

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 10_000
"""Of whom it is kept how often they asked; those who asked least recently are forgotten first."""


class Limiter:
    """Allows `burst` requests at once and `rate` a second after that, for each key."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each has left, and when that was so."""

    def wait(self, key: str) -> int:
        """Take one request; return in how many seconds to try again if there is none left, otherwise 0."""
        with self._lock:
            now = self._clock()
            left, since = self._buckets.pop(key, (float(self._burst), now))
            left = min(float(self._burst), left + (now - since) * self._rate)
            allowed = left >= 1
            self._buckets[key] = (left - 1 if allowed else left, now)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
            return 0 if allowed else math.ceil((1 - left) / self._rate)

    def give_back(self, key: str) -> None:
        """Put back a request that was taken and is not to count."""
        with self._lock:
            if key in self._buckets:
                left, since = self._buckets[key]
                self._buckets[key] = (min(float(self._burst), left + 1), since)


def network_of(address: str) -> str:
    """Return what one attacker has for themselves: an IPv4 address, or the 64 bits of an IPv6 network."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known.ipv4_mapped if known.version == 6 else known)
