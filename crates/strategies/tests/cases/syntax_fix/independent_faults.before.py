class Solution:
    def run(self, items)
        total = 0
        for item in items:
            if item = 3:
                total += max(item, 2
        return total

    def stop(self):
        print("done)
        return self.total[0)
