"""A second implementation of the rules, written from the contract alone and only to compare.

It shares nothing with `binokel` but the schema of a rule set. Cards are two-letter texts, hands
are lists, every search tries everything: slow and plain on purpose. `Source:` names the rule.
"""
