"""How many seconds tests wait for a program: one that takes longer hangs, however busy the machine is."""

PATIENCE = 3600
