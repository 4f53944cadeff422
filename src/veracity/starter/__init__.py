"""The starter pack: data that an archive is born with. Built by `scripts/starter_pack`."""
