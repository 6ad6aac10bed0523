"""The network: it reads an observation and the words of each legal action, and says which it likes and how it stands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from ..learn import Encoding
from .settings import Shape

#: Up to so many indices, the vectors of all actions are computed once for many decisions.
SMALL = 20_000
NEVER = -1e9


@lru_cache(maxsize=8)
def words_of_indices(encoding: Encoding) -> NDArray[np.int32]:
    """The words of each index, row by row."""
    return np.array([encoding.words_of(index) for index in range(encoding.size)], np.int32)


class Layer(nn.Module):
    """One layer, added to what was there."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.linear = nn.LayerNorm(width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + functional.relu(self.linear(self.norm(x)))


class Network(nn.Module):
    """Reads an observation; what it then looks for is compared with each legal action, which is made of the words of its index. So
    it has no output for each index, of which there can be very many, and an action that it has never seen is like those it has."""

    def __init__(self, encoding: Encoding, shape: Shape) -> None:
        super().__init__()
        self.encoding, self.shape = encoding, shape
        spans = [max(column.high - column.low, 1) for column in encoding.columns]
        self.register_buffer("scale", 1 / torch.tensor(spans, dtype=torch.float32), persistent=False)
        self.register_buffer("index_words", torch.from_numpy(words_of_indices(encoding)), persistent=False)
        hidden, width = shape.hidden, shape.words
        self.read = nn.Linear(encoding.width, hidden)
        self.layers = nn.ModuleList(Layer(hidden) for _ in range(shape.layers - 1))
        self.norm = nn.LayerNorm(hidden)
        self.words = nn.Embedding(len(encoding.words), width, padding_idx=0)
        self.join, self.mix = nn.Linear(3 * width, width), nn.Linear(width, width)
        self.look, self.liking = nn.Linear(hidden, width), nn.Linear(width, 1)
        self.judge = nn.Linear(hidden, 1)
        with torch.no_grad():  # at first all actions are nearly as good, and all positions even
            for head in (self.look, self.liking, self.judge):
                head.weight.mul_(0.1)
                head.bias.zero_()

    scale: Tensor
    index_words: Tensor

    def actions(self, indices: Tensor) -> Tensor:
        """The vector of each of these indices, and how much it is liked everywhere."""
        joined = self.join(self.words(self.index_words[indices]).flatten(1))
        vector = joined + self.mix(functional.relu(joined))
        return torch.cat([vector, self.liking(vector)], 1)

    def all_actions(self) -> Tensor | None:
        """The vectors of all indices, if they are not too many: good until the network changes."""
        if self.encoding.size > SMALL:
            return None
        return self.actions(torch.arange(self.encoding.size, device=self.scale.device))

    def forward(
        self, seen: Tensor, legal: Tensor, count: Tensor, longest: int, actions: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """For each row of ``seen`` (bytes) the logits of its legal actions, and how the seat stands: its share of the victory less
        an even share. ``legal`` has the indices of all rows, one row after another, and ``count`` how many each has; ``longest`` is
        the greatest count. Rows are filled up with ``NEVER``."""
        device = seen.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            x = functional.relu(self.read(seen.to(torch.float32) * self.scale))
            for layer in self.layers:
                x = layer(x)
        x = self.norm(x.float())
        if actions is None:
            some, places = torch.unique(legal, return_inverse=True)
            vectors = self.actions(some).index_select(0, places)
        else:
            vectors = actions.index_select(0, legal)
        rows = torch.repeat_interleave(torch.arange(len(count), device=seen.device), count, output_size=len(legal))
        first = count.cumsum(0) - count
        looked = self.look(x).index_select(0, rows)
        fitting = (looked * vectors[:, :-1]).sum(1) / self.shape.words**0.5 + vectors[:, -1]
        logits = fitting.new_full((len(count), longest), NEVER)
        logits = logits.index_put((rows, torch.arange(len(legal), device=seen.device) - first.index_select(0, rows)), fitting)
        return logits, self.judge(x).squeeze(1)


def draw(logits: Tensor, generator: torch.Generator) -> Tensor:
    """A choice for each row, with the chances that the logits say."""
    noise = torch.rand(logits.shape, generator=generator, device=logits.device).clamp_(1e-9, 1 - 1e-7)
    return (logits - torch.log(-torch.log(noise))).argmax(1)


def flat_legal(legal: NDArray[np.int32], count: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """The legal indices of all rows, one row after another, and the greatest count."""
    longest = int(count.max())
    return legal[:, :longest][np.arange(longest) < count[:, None]], longest
