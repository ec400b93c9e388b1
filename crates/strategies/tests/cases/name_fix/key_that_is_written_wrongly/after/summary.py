def summarise(numbers):
    return {"total": sum(numbers), "count": len(numbers)}


def mean(numbers):
    summary = summarise(numbers)
    return summary["total"] / summary["count"]
