def steps_to(goal, queue):
    while queue:
        place, steps = queue.pop()
        if place == goal:
            return steps
        for way in place:
            queue.append((way, steps + 1))
    return -1
