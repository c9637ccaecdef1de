"""The databases and Redis of the tests work."""

import pytest
import redis
import sqlalchemy as sa

pytestmark = pytest.mark.databases("sqlite", "postgresql")


def test_a_test_database_is_empty_and_writable(database_url: str) -> None:
    engine = sa.create_engine(database_url)
    with engine.begin() as connection:
        assert not sa.inspect(connection).get_table_names()
        connection.execute(sa.text("CREATE TABLE here (n INTEGER)"))
        connection.execute(sa.text("INSERT INTO here VALUES (7)"))
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT n FROM here")).scalar_one() == 7
    engine.dispose()


def test_redis_delivers_a_message(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as listener:
        listener.subscribe("here")
        assert listener.get_message(timeout=5)
        client.publish("here", "seven")
        message = listener.get_message(timeout=5)
        assert message
        assert message["data"] == b"seven"
