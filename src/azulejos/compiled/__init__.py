"""Compiled code: the decorator and its disk cache, random numbers, bit operations."""
