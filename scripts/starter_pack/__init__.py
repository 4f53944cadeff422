"""Builds the starter pack: `python -m scripts.starter_pack FACTBOOK.jsonl.gz`, from the root."""
