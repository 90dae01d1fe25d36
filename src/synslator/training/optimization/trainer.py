"""The training loop, for the translation model and for the language model alike.

A run's folder holds `log.jsonl` (one object a line: losses, rate, throughput, development losses),
`checkpoint.pt` (everything a resumed run needs) and, when it has ended, `weights.pt` (the averaged or the
last weights, whichever are better on the development sets).
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from synslator.training.data.batches import Mixture, Position, Stream, TokenStore
from synslator.training.network.transformer import Transformer
from synslator.training.optimization.averaging import Average
from synslator.training.optimization.losses import consistent_loss, smoothed_loss, taught_loss
from synslator.training.optimization.optimizers import Optimizer
from synslator.training.optimization.schedule import Clock, rate_factor
from synslator.training.optimization.teachers import Teachers
from synslator.training.recipe import OptimizerRecipe, RunRecipe, SourceRecipe

ReportStep = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Task:
    """What to learn from: the mixture's sources and the held-out sets, all as ids on the device."""

    store: TokenStore
    sources: tuple[SourceRecipe, ...]
    development: Mapping[str, TokenStore]


class Trainer:
    """One run: model, optimiser, averages, place in the data, clock."""

    def __init__(
        self,
        model: Transformer,
        task: Task,
        optimizer: OptimizerRecipe,
        run: RunRecipe,
        folder: Path,
        teachers: Teachers | None = None,
    ) -> None:
        self.model, self.task, self.run, self.folder, self.teachers = model, task, run, folder, teachers
        self.device = task.store.device
        self.optimizer = Optimizer(model, optimizer)
        self.schedule = optimizer
        self.average = Average(model)
        self.clock = Clock(run)
        self.updates = 0
        self.sides = 2 if model.encoder is not None else 1
        mixture = Mixture(task.store, task.sources, run, self.sides)
        self.stream = Stream(mixture, lambda: self.clock.progress(self.updates) >= run.final_phase)
        self.once_loss, self.twice_loss, self.taught_loss = smoothed_loss, consistent_loss, taught_loss
        torch.manual_seed(run.seed)
        folder.mkdir(parents=True, exist_ok=True)
        if self.device.type == "cuda" and run.compile:
            self.compile()

    def compile(self) -> None:
        """Compile for a GPU before the clock starts: the first batches of each kind take many seconds."""
        torch._dynamo.config.recompile_limit = 64
        self.model.compile_parts()
        self.once_loss = torch.compile(smoothed_loss, dynamic=True)
        self.twice_loss = torch.compile(consistent_loss, dynamic=True)
        self.taught_loss = torch.compile(taught_loss, dynamic=True)
        if self.teachers is not None:
            self.teachers.compile()
        self.model.train()
        batches = self.stream.mixture.batches(self.stream.position.draw)
        for batch in sorted(batches, key=lambda b: len(b.pairs))[:: max(1, len(batches) // 8)]:
            (self.losses(self.task.store, batch)[0] / batch.pieces).backward()  # type: ignore[no-untyped-call]
        self.model.zero_grad(set_to_none=True)
        torch.manual_seed(self.run.seed)
        self.clock = Clock(self.run)

    def autocast(self) -> contextlib.AbstractContextManager[Any]:
        """bf16 on a GPU; on a CPU bf16 is slower than fp32 by orders of magnitude, so fp32 there."""
        if self.device.type == "cuda":
            return torch.autocast("cuda", torch.bfloat16)
        return contextlib.nullcontext()

    def losses(self, store: TokenStore, batch: Any) -> tuple[Tensor, Tensor]:
        """Return the smoothed and the plain loss of a batch, summed over its pieces."""
        *given, answer = store.gather(batch)
        run, training = self.run, self.model.training
        twice = training and run.consistency > 0
        if twice:
            *given, answer = (torch.cat([part, part]) for part in (*given, answer))
        with self.autocast():
            hidden = self.model(*given).flatten(0, 1)
            pieces = hidden, self.model.decoder.embedding.weight, answer.flatten(), run.label_smoothing
            if training and self.teachers is not None:
                return self.taught_loss(*pieces, self.teachers.opinion(*given), run.teaching)
            return self.twice_loss(*pieces, run.consistency) if twice else self.once_loss(*pieces)

    def train(self, report: ReportStep = lambda record: None) -> None:
        """Run to the end, writing the log and checkpoints on the way."""
        self.model.train()
        meter = Meter(self.device)
        for group in self.stream:
            progress = self.clock.progress(self.updates)
            if progress >= 1:
                break
            factor = rate_factor(progress, self.updates, self.schedule)
            pieces = sum(batch.pieces for batch in group)
            for batch in group:
                loss, plain = self.losses(self.task.store, batch)
                (loss / pieces).backward()  # type: ignore[no-untyped-call]
                meter.add(
                    plain.detach(),
                    batch.pieces,
                    len(batch.pairs) * (batch.source_length + batch.target_length),
                )
            norm = self.optimizer.step(factor)
            self.updates += 1
            if progress >= self.run.average_from and self.updates % 10 == 0:
                self.average.add(self.model)
            if self.updates % self.run.log_every == 0:
                place = {"update": self.updates, "progress": progress, "rate": factor, "norm": norm.item()}
                self.log(place | meter.read(), report)
            if self.updates % self.run.evaluate_every == 0:
                self.log(
                    {"update": self.updates, "progress": progress, "development": self.evaluate()}, report
                )
            if self.updates % self.run.checkpoint_every == 0:
                self.save()
        self.finish(report)

    def finish(self, report: ReportStep) -> None:
        """Keep the better of the averaged and the last weights."""
        candidates = {"last": self.evaluate()}
        if self.average.count:
            self.average.swap(self.model)
            candidates["average"] = self.evaluate()
        best = min(
            candidates,
            key=lambda name: float(np.mean(list(candidates[name].values()))) if candidates[name] else 0,
        )
        if self.average.count and best == "last":
            self.average.swap(self.model)
        torch.save(self.model.learned(), self.folder / "weights.pt")
        self.log({"update": self.updates, "progress": 1.0, "final": candidates, "kept": best}, report)

    @torch.no_grad()
    def evaluate(self) -> dict[str, float]:
        """Cross-entropy a piece on each development set."""
        self.model.eval()
        result = {}
        with torch.compiler.set_stance("force_eager"):
            for name, store in self.task.development.items():
                batches = store.cut(np.arange(store.first[-1]), self.run.batch_tokens, self.sides)
                total = sum(self.losses(store, batch)[1].item() for batch in batches)
                result[name] = total / sum(batch.pieces for batch in batches)
        self.model.train()
        return result

    def log(self, record: dict[str, Any], report: ReportStep) -> None:
        """Write a line of the log and tell whoever watches."""
        record = {"seconds": round(self.clock.seconds(), 1), **record}
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps(record) + "\n")
        report(record)

    def save(self) -> None:
        """Write a checkpoint; the last one stays until the new one is whole."""
        state = {
            "model": self.model.learned(),
            "optimizer": self.optimizer.state_dict(),
            "average": (self.average.count, self.average.means),
            "position": self.stream.position,
            "updates": self.updates,
            "seconds": self.clock.seconds(),
            "random": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state() if self.device.type == "cuda" else None,
        }
        half = self.folder / "checkpoint.half"
        torch.save(state, half)
        half.replace(self.folder / "checkpoint.pt")

    def resume(self) -> bool:
        """Go on from the folder's checkpoint, if there is one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return False
        with torch.serialization.safe_globals([Position, type(self.stream.position.draw)]):
            state = torch.load(path, map_location=self.device)
        self.model.load_learned(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average.count, self.average.means = state["average"]
        self.stream.position = state["position"]
        self.updates = state["updates"]
        self.clock = Clock(self.run, spent=state["seconds"])
        torch.set_rng_state(state["random"].cpu())
        if state["cuda"] is not None:
            torch.cuda.set_rng_state(state["cuda"].cpu())
        return True


class Meter:
    """Loss and throughput since the last reading; touches the host only when read."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.reset()

    def reset(self) -> None:
        """Reset the counts."""
        self.loss = torch.zeros((), device=self.device)
        self.pieces = self.tokens = 0
        self.since = time.monotonic()

    def add(self, loss: Tensor, pieces: int, tokens: int) -> None:
        """Count a batch."""
        self.loss += loss
        self.pieces += pieces
        self.tokens += tokens

    def read(self) -> dict[str, float]:
        """Return the mean loss per piece and padded pieces per second; reset the counts."""
        loss = self.loss.item() / self.pieces
        speed = self.tokens / (time.monotonic() - self.since)
        self.reset()
        return {"loss": loss, "tokens_per_second": round(speed)}


def read_log(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a run's log."""
    with (folder / "log.jsonl").open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def read_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights that a run ended with."""
    state: dict[str, Tensor] = torch.load(path, map_location="cpu", weights_only=True)
    return state
