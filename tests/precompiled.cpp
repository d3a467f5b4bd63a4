// Nothing: the target that precompiles headers for all tests has to have a source.
