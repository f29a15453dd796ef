# refuse AK501: write it with def
from akela.lang import helper

f = helper(lambda a: a)
