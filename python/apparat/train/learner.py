"""Learning: what the network makes of the decisions that were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from ..errors import Error
from .network import Network
from .rollout import Experience
from .settings import Run


class Learner:
    """A network that learns."""

    def __init__(self, run: Run, network: Network) -> None:
        self.run, self.network = run, network
        self.device = network.scale.device
        self.optimizer = torch.optim.Adam(network.parameters(), lr=run.learning.rate, eps=1e-5)
        self.generator = torch.Generator().manual_seed(run.seed)

    def learn(self, experience: Experience, update: int, imitate: bool) -> dict[str, float]:
        """Learns from decisions; returns figures that tell how it went."""
        settings = self.run.learning
        progress = update / self.run.updates
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * max(0.05, 1 - progress)
        entropy_worth = settings.entropy * max(0.1, 1 - progress)
        gain = experience.advantage
        if len(gain) < 2:
            raise Error("no decision can be learnt from: more steps or more games are needed")
        even_gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        sums = torch.zeros(5, device=self.device)
        batches = 0
        for _ in range(settings.epochs):
            order = torch.randperm(len(experience), generator=self.generator).to(self.device)
            for rows in order.tensor_split(max(1, round(len(order) / settings.batch))):
                sums += self._batch(experience, even_gain, rows, imitate, entropy_worth)
                batches += 1
        told = (sums / max(batches, 1)).tolist()
        if not all(-1e9 < figure < 1e9 for figure in told):
            raise Error(f"the network has lost itself at update {update}: {told}; a lower learning rate may help")
        target = experience.advantage + experience.value
        explained = 1 - (experience.advantage.var() / target.var().clamp(min=1e-8)).item()
        names = ("policy_loss", "value_loss", "entropy", "change", "clipped")
        return dict(zip(names, told, strict=True)) | {"explained": explained, "learnt_from": float(len(experience))}

    def _batch(self, experience: Experience, even_gain: Tensor, rows: Tensor, imitate: bool, entropy_worth: float) -> Tensor:
        settings = self.run.learning
        count = experience.count[rows]
        logits, value = self.network(experience.seen[rows], _legal(experience, rows, count), count, int(count.max()))
        logs = logits.log_softmax(1)
        chance = logs.gather(1, experience.choice[rows][:, None])[:, 0]
        before, gain = experience.chance[rows], even_gain[rows]
        ratio = (chance - before).exp()
        if imitate:
            policy_loss = -chance.mean()
        else:
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
        target = experience.advantage[rows] + experience.value[rows]
        value_loss = (value - target).square().mean()
        entropy = -(logs.exp() * logs).sum(1).mean()
        loss = policy_loss + settings.value * value_loss
        if not imitate:
            loss = loss - entropy_worth * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        with torch.no_grad():
            change = (before - chance).mean()
            clipped = ((ratio - 1).abs() > settings.clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy, change, clipped]).detach()

    def state(self) -> dict[str, Any]:
        """All that the next update depends on, apart from the experience."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "generator": self.generator.get_state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.generator.set_state(state["generator"])


def _legal(experience: Experience, rows: Tensor, count: Tensor) -> Tensor:
    """The legal indices of some rows, one row after another."""
    total = int(count.sum())
    shift = experience.start[rows] - (count.cumsum(0) - count)
    places = torch.repeat_interleave(shift, count, output_size=total) + torch.arange(total, device=count.device)
    return experience.legal[places]
