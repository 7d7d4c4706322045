"""Every key of a cluster: several bots that share one database."""

from pydantic import Field

from ionbot.config.fields import Plain, right


class ClusterConfig(Plain):
    """Several bots, the workers, that share one PostgreSQL database and the channels."""

    worker: str = Field(
        default="",
        pattern=r"^([a-z0-9]+(_[a-z0-9]+)*)?$",
        max_length=32,
        description="The name of this worker, which no other one has; empty for a bot that works alone.",
        json_schema_extra=right('at most 32 lower case letters, digits and single underscores, such as "one", or ""'),
    )
