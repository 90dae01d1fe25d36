"""`synslator evaluate`: measure the machine, with the numbers' intervals and how they were made."""

import click

from synslator.cli.evaluate.benchmarks import imtlab, spans, terms, words
from synslator.cli.evaluate.measurements import accuracy, adaptation, bleu, calibrate, quality, simulate
from synslator.cli.evaluate.reports import report, tables


@click.group
def command() -> None:
    """Measure translations, predictions and what they save a translator.

    docs/evaluation.md explains every measure.
    """


for each in (
    bleu,
    accuracy,
    calibrate,
    quality,
    simulate,
    adaptation,
    words,
    spans,
    terms,
    imtlab,
    tables,
    report,
):
    command.add_command(each)
