"""Stands in front of the real package on the path of tests that must not have it."""

raise ImportError("no cryptography in this test")
