import pandas as pd

print(pd.date_range("2020-01-01", periods=2, freq="ME"))
