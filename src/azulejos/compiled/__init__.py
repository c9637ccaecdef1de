"""Compiled code: the decorators, the library built ahead, random numbers, bit operations.

- `ahead`: builds the library of a package: its compiled functions as machine code.
- `bit_instructions`: the compiled forms of the functions in `bits.py`.
- `bits`: bit operations and operations on rows of moves, single machine instructions when compiled.
- `exponential`: the exponential function with the same bits on every machine.
- `jit`: the compile decorators of the package, and the choice between three ways to run a function.
- `library`: the functions that were compiled when a package was built.
- `number_tables`: tables of numbers written as text, so that fitted weights can be compared.
- `numba_bridge`: the side of compiled code that needs Numba, and every private name of Numba.
- `rng`: random numbers (splitmix64), the same compiled and in plain Python.
- `sources`: the source files that compiled code depends on.
- `types`: the types of the arguments with which Python calls compiled functions.
- `writing`: JSON and other text written by compiled code.
"""
