"""How strong players are: the same deals from every seat, intervals, and a ladder."""
