"""The rules of Binokel as data, and the rules of play as pure functions over them."""
