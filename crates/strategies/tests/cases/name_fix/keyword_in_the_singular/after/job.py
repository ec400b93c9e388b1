from dataclasses import dataclass


@dataclass
class Job:
    name: str
    retries: int = 3
    limit: int = 60


def longer(job):
    return Job(job.name, limit=job.limit * 2)


print(longer(Job("build", retries=2)).limit)
