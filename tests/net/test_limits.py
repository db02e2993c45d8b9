"""How much one client and one address may send."""

from __future__ import annotations

from game.server.limits import Addresses, Bucket


def test_a_bucket_lets_a_burst_pass_and_then_the_rate() -> None:
    bucket = Bucket(20, 40, 0.0)
    assert sum(bucket.take(0.0) for _ in range(100)) == 40
    assert sum(bucket.take(1.0) for _ in range(100)) == 20
    assert sum(bucket.take(100.0) for _ in range(100)) == 40


def test_addresses_are_counted_each_by_itself_and_a_household_together() -> None:
    addresses = Addresses(1)
    for address in ("10.0.0.1", "2001:db8::1"):
        assert sum(addresses.take(address, 0.0) for _ in range(20)) == 5
    assert not addresses.take("2001:db8::ffff", 0.0), "the same household"
    assert addresses.take("2001:db8:0:1::1", 0.0)
    assert addresses.take("10.0.0.2", 0.0)


def test_any_number_of_addresses_takes_bounded_memory() -> None:
    addresses = Addresses(1)
    taken = sum(
        addresses.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0.0) for number in range(12_000)
    )
    assert taken == 10_000
    assert addresses.take("10.9.9.9", 100.0), "those that have rested are forgotten"
