"""The slow second reading of RULES.md: it shares no code with the product it is compared with."""
