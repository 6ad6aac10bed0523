"""Weights as a file: arrays of numpy, and the names of the columns and words that they belong to.

A program with a layout that has grown since reads old weights: columns are found by their names, those that are new weigh nothing,
and the network plays as before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .._engine import version
from ..errors import Error
from ..game import load
from ..learn import Encoding
from .network import Network
from .settings import Shape

FORMAT = 1


class WeightsError(Error, ValueError):
    """A file has no weights that can be read."""


def _told(encoding: Encoding) -> dict[str, Any]:
    return {
        "game": encoding.game.name,
        "rules": encoding.game.rules_version,
        "players": encoding.players,
        "parts": list(encoding.parts),
        "columns": [[column.name, column.low, column.high] for column in encoding.columns],
        "words": list(encoding.words),
    }


def write_weights(path: str | Path, network: Network, about: Mapping[str, Any] | None = None) -> None:
    """Writes the weights of a network; the file appears when it is whole. ``about`` is anything that JSON can say."""
    told = {"format": FORMAT, "version": version(), "shape": asdict(network.shape), "about": dict(about or {})}
    told |= _told(network.encoding)
    arrays = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    text = np.frombuffer(json.dumps(told).encode(), np.uint8)
    path = Path(path)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, told=text, **arrays)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def read_told(path: str | Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file of weights says about them, and its arrays."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        told: dict[str, Any] = json.loads(arrays.pop("told").tobytes())
    except (ValueError, KeyError, EOFError) as error:
        raise WeightsError(f"{path} has no weights: {error}") from None
    if told.get("format") != FORMAT:
        raise WeightsError(f"{path}: weights of the format {told.get('format')}; this program reads {FORMAT}")
    return told, arrays


def read_weights(path: str | Path, encoding: Encoding | None = None) -> Network:
    """Reads a network. It gets the layout that it was trained with as it is today, or ``encoding``, which may have more columns."""
    told, arrays = read_told(path)
    if encoding is None:
        encoding = Encoding(load(told["game"]), told["players"], told["parts"])
    if encoding.game.name != told["game"]:
        raise WeightsError(f"{path} has weights for {told['game']}, not for {encoding.game.name}")
    network = Network(encoding, Shape(**told["shape"]))
    weights = {name: torch.from_numpy(array) for name, array in arrays.items()}
    weights |= _columns(told, encoding, weights)
    weights["words.weight"] = _words(told, encoding, weights["words.weight"])
    network.load_state_dict(weights)
    return network


def _columns(told: dict[str, Any], encoding: Encoding, old: dict[str, Tensor]) -> dict[str, Tensor]:
    """The first layer for today's columns. What a column tells may have another range by now: its numbers count from another low
    and are divided by another span, so the weight is multiplied and the difference goes into the bias."""
    names = [name for name, _, _ in told["columns"]]
    weight, bias = old["read.weight"].double(), old["read.bias"].double()
    new = torch.zeros(len(weight), encoding.width, dtype=torch.float64)
    for n, column in enumerate(encoding.bind(names)):
        low, high = told["columns"][n][1:]
        span = max(high - low, 1)
        if column >= 0:
            today = encoding.columns[column]
            new[:, column] = weight[:, n] * (max(today.high - today.low, 1) / span)
            bias = bias + weight[:, n] * ((today.low - low) / span)
    return {"read.weight": new.float(), "read.bias": bias.float()}


def _words(told: dict[str, Any], encoding: Encoding, old: Tensor) -> Tensor:
    places = {name: n for n, name in enumerate(encoding.words)}
    new = torch.zeros(len(encoding.words), old.shape[1])
    for n, name in enumerate(told["words"]):
        if name in places:
            new[places[name]] = old[n]
    return new
