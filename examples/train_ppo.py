"""Train an agent for two-player Azul by PPO and self-play, on the vector environment and one CPU.

    pip install '.[envs,train]'
    python examples/train_ppo.py --out agent.pt

One network plays both seats. It learns the margin of points, round by round; the advantage of a
seat is what the other seat loses. Now and then the moves that the network likes best play against
`level3`. The file that is written holds the weights, the JSON beside it the curve. To play with an
agent, or to measure it: `examples/engines.py`.

The network treats all sources alike: each display and the centre goes through the same weights, so
that what is learned about one holds for all.
"""

import argparse
import json
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

from azulejos.envs import VectorEnv

PLAYERS, SOURCES, COLOURS, LINES = 2, 6, 5, 6
OFFER = SOURCES * COLOURS  # the first numbers of an observation: tiles by source and colour
# The actions of a two-player game, by source (the displays 0 to 4, the centre 9), colour and line.
ACTIONS = torch.tensor(
    [60 * c + 6 * d + r for d in (0, 1, 2, 3, 4, 9) for c in range(COLOURS) for r in range(LINES)]
)
SCALE = 0.1  # of rewards: a lead of ten points is worth 1


class Agent(nn.Module):
    """Policy and value of the seat that decides."""

    def __init__(self, highs: np.ndarray, width: int = 256, inner: int = 64):
        super().__init__()
        self.register_buffer("scale", 1 / torch.from_numpy(np.minimum(highs, 20)).float())
        self.register_buffer("is_centre", (torch.arange(SOURCES) == SOURCES - 1).float()[:, None])
        self.source = nn.Linear(COLOURS + 1, inner)
        self.body = nn.Sequential(
            nn.Linear(len(highs) - OFFER + inner, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.value = nn.Linear(width, 1)
        self.to_source = nn.Linear(width, 2 * inner)
        self.from_source = nn.Linear(inner, 2 * inner)
        self.move = nn.Linear(2 * inner, COLOURS * LINES)
        for layer in (self.value, self.move):
            nn.init.orthogonal_(layer.weight, 0.1)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of ACTIONS, and values, of a batch of observations."""
        x = observations.float() * self.scale
        offer = 5 * x[:, :OFFER].view(-1, SOURCES, COLOURS)
        centre = self.is_centre.expand(len(x), SOURCES, 1)
        sources = torch.relu(self.source(torch.cat([offer, centre], 2)))
        body = self.body(torch.cat([x[:, OFFER:], sources.sum(1)], 1))
        moves = torch.relu(self.from_source(sources) + self.to_source(body)[:, None])
        logits = self.move(moves).flatten(1).masked_fill(masks == 0, -1e9)
        return logits, self.value(body).squeeze(1)


class Rollout:
    """Steps of all games: what was seen, done and gained."""

    def __init__(self, env: VectorEnv, steps: int):
        n, size = env.observations.shape
        self.observations = torch.zeros((steps, n, size), dtype=torch.uint8)
        self.masks = torch.zeros((steps, n, len(ACTIONS)), dtype=torch.int8)
        self.actions = torch.zeros((steps, n), dtype=torch.int64)
        self.chances, self.values, self.rewards = torch.zeros((3, steps, n))
        self.ends = torch.zeros((steps, n))
        self.seats = torch.zeros((steps + 1, n), dtype=torch.int8)

    def collect(self, env: VectorEnv, agent: Agent) -> Tensor:
        """Play; return the values of the observations after the last step."""
        seen, masks = torch.from_numpy(env.observations), torch.from_numpy(env.masks)
        games = np.arange(env.num_envs)
        for t in range(len(self.actions)):
            mask = masks[:, ACTIONS]
            with torch.no_grad():
                logits, self.values[t] = agent(seen, mask)
            logs = torch.log_softmax(logits, 1)
            noise = -torch.empty_like(logs).exponential_().log()
            actions = (logs + noise).argmax(1)  # a sample, by Gumbel's trick
            self.observations[t], self.masks[t], self.actions[t] = seen, mask, actions
            self.chances[t] = logs.gather(1, actions[:, None]).squeeze(1)
            self.seats[t] = torch.from_numpy(env.seats)
            _, rewards, ends, _, _ = env.step(ACTIONS[actions].numpy())
            self.rewards[t] = SCALE * torch.from_numpy(rewards[games, self.seats[t].numpy()])
            self.ends[t] = torch.from_numpy(ends)
        self.seats[-1] = torch.from_numpy(env.seats)
        with torch.no_grad():
            return agent(seen, masks[:, ACTIONS])[1]

    def advantages(self, last: Tensor, decay: float) -> Tensor:
        """Generalised advantages; what the other seat gains counts as lost."""
        result, advantage, after = torch.zeros_like(self.values), torch.zeros_like(last), last
        for t in reversed(range(len(self.values))):
            side = torch.where(self.seats[t] == self.seats[t + 1], 1.0, -1.0) * (1 - self.ends[t])
            error = self.rewards[t] + side * after - self.values[t]
            advantage = error + decay * side * advantage
            result[t], after = advantage, self.values[t]
        return result


def update(
    agent: Agent,
    optimiser: torch.optim.Optimizer,
    data: Rollout,
    gains: Tensor,
    plan: argparse.Namespace,
) -> dict[str, float]:
    """Some epochs of PPO on a rollout; return the last losses."""
    flat = [
        part.flatten(0, 1) for part in (data.observations, data.masks, data.actions, data.chances)
    ]
    gains, targets = gains.flatten(), (gains + data.values).flatten()
    clip, told = 0.2, {}
    for _ in range(plan.epochs):
        for rows in torch.randperm(len(gains)).split(plan.minibatch):
            seen, mask, actions, chances = (part[rows] for part in flat)
            logits, values = agent(seen, mask)
            logs = torch.log_softmax(logits, 1)
            chosen = logs.gather(1, actions[:, None]).squeeze(1)
            ratio = (chosen - chances).exp()
            gain = gains[rows]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
            value = 0.5 * (values - targets[rows]).square().mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            loss = policy + plan.value_weight * value - plan.entropy * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()
        told = {"value_loss": value.item(), "entropy": entropy.item()}
    return told


def choose(agent: Agent, observed: dict[str, np.ndarray]) -> int:
    """The action that the agent likes best."""
    seen = torch.from_numpy(observed["observation"])[None]
    mask = torch.from_numpy(observed["action_mask"])[None, ACTIONS]
    with torch.no_grad():
        return int(ACTIONS[agent(seen, mask)[0].argmax()])


def measure(agent: Agent, opponent: str, games: int, seed: int) -> float:
    """The share of the win of the agent's best moves against a named player."""
    env, share = gymnasium.make("azulejos/Azul-v0", players=PLAYERS, opponent=opponent), 0.0
    for game in range(games):
        observed, _ = env.reset(seed=seed + game)
        is_over = False
        while not is_over:
            observed, reward, is_over, _, _ = env.step(choose(agent, observed))
            share += float(reward)
    return share / games


def train(plan: argparse.Namespace) -> list[dict[str, float]]:
    """Train until the time is over; return the curve."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    env = VectorEnv("azul", plan.games, players=PLAYERS, reward="margin", when="round")
    env.reset(seed=plan.seed)
    agent, data = Agent(env.variant.highs), Rollout(env, plan.steps)
    optimiser = torch.optim.Adam(agent.parameters(), lr=plan.rate, eps=1e-5)
    curve: list[dict[str, float]] = []
    used, measured, steps = 0.0, -np.inf, 0
    while used < 60 * plan.minutes:
        start = time.process_time()
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * max(0.05, 1 - used / (60 * plan.minutes))
        gains = data.advantages(data.collect(env, agent), plan.decay)
        told = update(agent, optimiser, data, gains, plan)
        used += time.process_time() - start
        steps += data.actions.numel()
        if used - measured >= 60 * plan.every or used >= 60 * plan.minutes:
            measured = used
            shares = {name: measure(agent, name, plan.matches, 10**6) for name in plan.opponents}
            row = {"cpu_minutes": round(used / 60, 2), "steps": steps, "matches": plan.matches}
            curve.append({**row, **shares, **told})
            print(json.dumps(curve[-1]), flush=True)
            torch.save(agent.state_dict(), plan.out)
            plan.out.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n")
    return curve


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--minutes", type=float, default=20, help="CPU minutes of training, without matches")
    add("--every", type=float, default=2, help="CPU minutes between matches")
    add("--matches", type=int, default=200, help="games of a match")
    add("--opponents", nargs="*", default=["level3"], help="named players to play against")
    add("--games", type=int, default=1024, help="games in lockstep")
    add("--steps", type=int, default=32, help="steps of each game between updates")
    add("--minibatch", type=int, default=4096)
    add("--epochs", type=int, default=2)
    add("--rate", type=float, default=1e-3, help="learning rate at the beginning")
    add("--decay", type=float, default=0.95, help="of advantages (lambda)")
    add("--entropy", type=float, default=0.01, help="weight of the entropy")
    add("--value-weight", type=float, default=0.5)
    add("--threads", type=int, default=1)
    add("--seed", type=int, default=1)
    add("--out", type=Path, default=Path("agent.pt"))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    train(parse())
