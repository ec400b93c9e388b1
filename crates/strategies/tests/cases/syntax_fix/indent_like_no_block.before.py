def walk(queue):
    while queue:
        node = queue.pop()
       if node.left:
           queue.append(node.left)
       if node.right:
           queue.append(node.right)
