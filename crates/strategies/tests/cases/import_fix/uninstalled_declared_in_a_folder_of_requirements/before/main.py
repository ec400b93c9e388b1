import redis

print(redis.Redis(host="localhost").ping())
