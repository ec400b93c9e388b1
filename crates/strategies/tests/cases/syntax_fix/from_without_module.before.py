from import pickle
