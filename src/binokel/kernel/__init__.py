"""Search on packed integers: play-outs, the open-card solver, worlds."""
