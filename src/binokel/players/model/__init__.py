"""The value model: how many points a declarer's cards bring in tricks, under any rule set."""
