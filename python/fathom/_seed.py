"""Default seed of random choices, that of the command line."""

SEED = 27491095
