"""Compiled code: the decorator and its disk cache, random numbers, bit operations.

- `backend`: the side of compiled code that needs Numba: dispatchers, the files of the disk cache.
- `bit_instructions`: the compiled forms of the functions in `bits.py`.
- `bits`: bit operations and operations on rows of moves, single machine instructions when compiled.
- `disk_cache`: the disk cache of compiled code: one folder for each state of the sources.
- `jit`: the compile decorator of the package.
- `number_tables`: tables of numbers written as text, so that fitted weights can be compared.
- `rng`: random numbers (splitmix64), the same compiled and in plain Python.
"""
