winner = "ann"
print("winner: " + winner.upper())
