"""Pictures of Qwirkle."""
