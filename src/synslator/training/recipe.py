"""A recipe: everything that decides how a model is made, read from one TOML file.

Every table of the file is one frozen dataclass that checks itself when made. `Recipe.load` collects the
problems of all tables and reports them together.
"""

import dataclasses
import re
from dataclasses import dataclass, field
from pathlib import Path

from synslator.training.recipe_tables import RecipeError, load


def check(*rules: tuple[bool, str]) -> None:
    """Raise one error that names every broken rule."""
    broken = [text for holds, text in rules if not holds]
    if broken:
        raise ValueError("; ".join(broken))


def is_expression(text: str) -> bool:
    """Return whether a text is a regular expression."""
    try:
        re.compile(text)
    except re.error:
        return False
    return True


@dataclass(frozen=True)
class TokenizerRecipe:
    """How one side's SentencePiece vocabulary is made."""

    vocabulary: int = 16000
    normalization: str = "identity"
    """A rule set of SentencePiece; the target side must be `identity`: what is typed comes back unchanged."""
    coverage: float = 0.9998
    """Share of characters that get a piece of their own; the rest are spelt in bytes."""
    sentences: int = 2_000_000
    """Lines to learn from, sampled over all sources."""

    def __post_init__(self) -> None:
        check(
            (300 <= self.vocabulary <= 65000, "vocabulary must be 300 to 65000 (ids are stored in 16 bits)"),
            (0.9 <= self.coverage <= 1, "coverage must be 0.9 to 1"),
            (self.sentences > 0, "sentences must be positive"),
        )


@dataclass(frozen=True)
class SourceRecipe:
    """One file of sentence pairs and what part of the mixture it is."""

    name: str
    file: str
    weight: float = 1.0
    """How often a pair is seen, relative to a pair of another source with weight 1."""
    final_weight: float | None = None
    """The weight in the last phase of training, while the rate falls; the same when not given."""
    kind: str = "pairs"
    """`pairs`, or `glossary`: words and names, of which only the clean first translation is used, or `spans`:
    pairs of which a translator wrote a span of the target, and only that is learned."""
    containing: str = ""
    """A regular expression; where given, only pairs in which it is found, in either side and any case."""
    lines: tuple[int, ...] = ()
    """The first and the last line to use, counted from 1; where not given, the whole file."""
    sampling: float = 0.0
    """Where above 0, the source side is cut into pieces at random: the less, the more at random (0.1 to 0.5).

    A model that sees its sources in other pieces each time overfits them less.
    """
    mark: str = ""
    """Text put before its sources, by which a model tells sources that a machine wrote from others."""
    terms: str = ""
    """Under which terms its text may be used, for the model card."""
    commercial: bool = False
    """Whether these terms allow a model that is used commercially."""

    def __post_init__(self) -> None:
        check(
            (
                not self.lines or (len(self.lines) == 2 and 1 <= self.lines[0] <= self.lines[1]),
                f"{self.name}: lines must be the first and the last line, counted from 1",
            ),
            (self.sampling >= 0, f"{self.name}: sampling must not be negative"),
            (is_expression(self.containing), f"{self.name}: containing must be a regular expression"),
            (self.weight >= 0, f"{self.name}: weight must not be negative"),
            (
                self.final_weight is None or self.final_weight >= 0,
                f"{self.name}: final_weight must not be negative",
            ),
            (
                self.kind in ("pairs", "glossary", "spans"),
                f"{self.name}: kind must be pairs, glossary or spans, not {self.kind!r}",
            ),
        )


@dataclass(frozen=True)
class FilterRecipe:
    """Which pairs are left out. Lengths are in pieces, ratios in characters."""

    longest: int = 200
    """The most pieces on either side."""
    least_ratio: float = 0.0
    greatest_ratio: float = 0.0
    """Target characters for each source character; 0: what is usual between the two languages."""
    scripts: bool = True
    """Drop pairs with a side that is not written in its own language's script."""

    def __post_init__(self) -> None:
        limits = self.least_ratio, self.greatest_ratio
        check(
            (self.longest >= 8, "longest must be at least 8"),
            (
                limits == (0, 0) or 0 < self.least_ratio < self.greatest_ratio,
                "least_ratio must be positive and below greatest_ratio",
            ),
        )


@dataclass(frozen=True)
class ModelRecipe:
    """The shape of a Transformer. A language model has no encoder layers."""

    width: int = 512
    feed_forward: int = 2048
    heads: int = 8
    encoder_layers: int = 12
    decoder_layers: int = 2
    dropout: float = 0.1
    hints: bool = False
    """Whether a source may carry target text that the translation shall hold."""

    def __post_init__(self) -> None:
        check(
            (self.width % self.heads == 0, "width must be a multiple of heads"),
            (self.width % 2 == 0, "width must be even"),
            (
                self.encoder_layers >= 0 and self.decoder_layers >= 1,
                "a model needs at least one decoder layer",
            ),
            (0 <= self.dropout < 1, "dropout must be in [0, 1)"),
        )


@dataclass(frozen=True)
class HintRecipe:
    """How often sources carry hints in training, and which. Hints are words of the target itself."""

    share: float = 0.5
    """Share of the pairs that carry any."""
    terms: float = 0.45
    kept: float = 0.25
    end: float = 0.3
    """How often the hints are terms, kept text, or the end of the target, relative to each other."""
    and_end: float = 0.25
    """Share of the others that are told the end of the target too."""
    foreign: float = 0.15
    """Share of those with terms that are told a word of another pair too, which the model must leave out."""
    most: int = 3
    """Terms or kept spans of a pair at most."""
    longest: int = 5
    """Pieces of a span, more only to the end of its last word."""
    longest_end: int = 16
    seed: int = 1

    def __post_init__(self) -> None:
        shares = self.share, self.and_end, self.foreign
        kinds = self.terms, self.kept, self.end
        check(
            (all(0 <= share <= 1 for share in shares), "share, and_end and foreign must be in [0, 1]"),
            (
                min(kinds) >= 0 and sum(kinds) > 0,
                "terms, kept and end must not be negative, nor all be 0",
            ),
            (min(self.most, self.longest, self.longest_end) > 0, "most and the longest must be positive"),
        )


@dataclass(frozen=True)
class OptimizerRecipe:
    """Muon for the matrices inside the layers, AdamW for embeddings, norms and biases.

    With `matrices = "adamw"` everything is trained by AdamW.
    """

    matrices: str = "muon"
    rate: float = 2.5e-3
    """Peak rate of the matrices (of everything, with AdamW alone)."""
    other_rate: float = 1.2e-3
    """Peak rate of embeddings, norms and biases."""
    momentum: float = 0.95
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: float = 0.1
    """Of the matrices that Muon trains; nothing else decays."""
    warmup: int = 500
    """Updates until the peak rate."""
    flat: float = 0.3
    """Share of the run at the peak rate; after it the rate falls in a straight line to zero."""
    clip: float = 1.0

    def __post_init__(self) -> None:
        check(
            (self.matrices in ("muon", "adamw"), f"matrices must be muon or adamw, not {self.matrices!r}"),
            (self.rate > 0 and self.other_rate > 0, "rates must be positive"),
            (0 <= self.flat <= 1, "flat must be in [0, 1]"),
        )


@dataclass(frozen=True)
class RunRecipe:
    """How long and in what portions to train. Give `minutes` or `updates`."""

    minutes: float = 0.0
    updates: int = 0
    batch_tokens: int = 49152
    """Source and target pieces in one forward pass, padding included."""
    accumulate: int = 2
    """Forward passes to an update."""
    pass_pairs: int = 2_000_000
    """Pairs drawn from the mixture at a time, bucketed by length and shuffled."""
    least_rows: int = 1
    """Smaller batches, which rare lengths make, are left out: a GPU gains nothing from them."""
    final_phase: float = 0.6
    """Share of the run after which `final_weight` replaces `weight`."""
    average_from: float = 0.5
    """Share of the run after which weights are averaged."""
    label_smoothing: float = 0.1
    consistency: float = 0.0
    """Where above 0, every batch goes through the model twice, and what two dropouts make of it must agree.

    The weight of their disagreement against the loss (R-Drop, which calls it alpha): it keeps a model from
    overfitting and doubles the time of an update.
    """
    teaching: float = 0.0
    """The share of the loss that is learned from teachers (other models' weights) and not from the text."""
    compile: bool = True
    """Compile the layers on a GPU: that takes a minute and makes long runs faster."""
    seed: int = 1
    log_every: int = 100
    evaluate_every: int = 1000
    checkpoint_every: int = 2000

    def __post_init__(self) -> None:
        check(
            ((self.minutes > 0) != (self.updates > 0), "exactly one of minutes and updates must be given"),
            (self.batch_tokens > 0 and self.accumulate > 0, "batch_tokens and accumulate must be positive"),
            (self.consistency >= 0, "consistency must not be negative"),
            (0 <= self.teaching <= 1, "teaching must be in [0, 1]"),
            (not (self.consistency and self.teaching), "consistency and teaching must not both be given"),
            (0 <= self.final_phase <= 1 and 0 <= self.average_from <= 1, "phases must be in [0, 1]"),
        )


@dataclass(frozen=True)
class Recipe:
    """A whole recipe."""

    source_language: str
    target_language: str
    sources: tuple[SourceRecipe, ...]
    development: dict[str, str]
    """Name -> file of held-out pairs; the loss on each is logged."""
    tests: tuple[str, ...] = ()
    """Files of test pairs: with the development sets, what no training pair may have its source from."""
    excluded: str = ""
    """File of pairs to leave out: the name of the training file, source and target, separated by tabs."""
    reverse: bool = False
    """Whether every file holds the target first: the files of one direction serve the other one too."""
    commercial_only: bool = False
    """Whether to leave out the sources whose terms do not allow commercial use."""
    sampling: bool = True
    """Whether sources are cut into pieces at random where they say so."""
    weights: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """Name of a source -> weight, and weight in the last phase, which replace the source's own. A source
    without weight is left out."""
    source_tokenizer: TokenizerRecipe = field(
        default_factory=lambda: TokenizerRecipe(normalization="nmt_nfkc")
    )
    target_tokenizer: TokenizerRecipe = field(default_factory=TokenizerRecipe)
    filters: FilterRecipe = field(default_factory=FilterRecipe)
    model: ModelRecipe = field(default_factory=ModelRecipe)
    hints: HintRecipe = field(default_factory=HintRecipe)
    """Counts only where the model takes hints."""
    language_model: ModelRecipe = field(
        default_factory=lambda: ModelRecipe(encoder_layers=0, decoder_layers=6)
    )
    optimizer: OptimizerRecipe = field(default_factory=OptimizerRecipe)
    run: RunRecipe = field(default_factory=lambda: RunRecipe(minutes=20))
    language_model_run: RunRecipe = field(default_factory=lambda: RunRecipe(minutes=4))

    def __post_init__(self) -> None:
        check(
            (bool(self.sources), "a recipe needs at least one source"),
            (len({s.name for s in self.sources}) == len(self.sources), "two sources have the same name"),
            (self.target_tokenizer.normalization == "identity", "the target tokenizer must not normalise"),
            (self.language_model.encoder_layers == 0, "a language model has no encoder layers"),
            (
                all(1 <= len(each) <= 2 for each in self.weights.values()),
                "weights must be a list of one or two numbers for each source",
            ),
            (
                self.weights.keys() <= {source.name for source in self.sources},
                "weights names a source that the recipe has not",
            ),
        )

    @classmethod
    def load(cls, path: Path) -> "Recipe":
        """Read a recipe; what it leaves out is not among its sources."""
        recipe = load(cls, path)
        sources = tuple(source for source in map(recipe.read, recipe.sources) if recipe.uses(source))
        if not sources:
            raise RecipeError(f"{path} leaves out every source")
        return dataclasses.replace(recipe, sources=sources, weights={})

    def read(self, source: SourceRecipe) -> SourceRecipe:
        """Return a source as the recipe reads it: with the weights that it gives it."""
        if not self.sampling:
            source = dataclasses.replace(source, sampling=0.0)
        if source.name not in self.weights:
            return source
        weight, *final = self.weights[source.name]
        return dataclasses.replace(source, weight=weight, final_weight=final[0] if final else None)

    def uses(self, source: SourceRecipe) -> bool:
        """Return whether a source is not left out. What a translator wrote has one direction."""
        turned = source.kind == "spans" and self.reverse
        return bool(source.weight) and not turned and (source.commercial or not self.commercial_only)
