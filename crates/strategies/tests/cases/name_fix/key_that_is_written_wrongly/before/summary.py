def summarise(numbers):
    return {"total": sum(numbers), "cuont": len(numbers)}


def mean(numbers):
    summary = summarise(numbers)
    return summary["total"] / summary["count"]
