"""What a training refuses, with a text in every language."""

from binokel.errors import TrainingError
from binokel.locales import text


def refused(what: str, **values: object) -> TrainingError:
    """Return the refusal with the text `error.training_error.<what>`, remedy included."""
    told = {name: str(value) for name, value in values.items()}
    return TrainingError(
        text(f"error.{TrainingError.code}.{what}", "en", **told), what=what, **told
    )
