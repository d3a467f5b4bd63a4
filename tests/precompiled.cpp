// Empty source file: the target that precompiles headers for all tests needs one.
