// playouts.cc: how many actions a second OpenSpiel applies in games that are played at random.
//
//   playouts GAME      prints {"game":..,"steps_per_second":..,"lean_steps_per_second":..,..}
//
// Measured as `apparat bench` measures our games: the best of three runs of 0.7 s of processor time,
// whole games from the first state to the last, actions of chance counted. What a program that learns
// would be shown (tensors) is left out here as there.
//
// First with playouts as OpenSpiel's examples have them: SampleAction() for chance, a standard
// distribution over std::mt19937 for players. Then lean, which only these games allow and which is
// faster: every outcome of chance is as likely as the others, so it is drawn like an action, from a
// generator that costs next to nothing.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <random>

#include "open_spiel/spiel.h"

namespace {

constexpr int kRuns = 3;
constexpr double kSeconds = 0.7;
constexpr int kGamesPerLook = 8;  // how often the clock is read

// A generator that costs next to nothing: a counter that is mixed (SplitMix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  size_t Below(size_t n) {
    uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return ((x >> 32) * n) >> 32;
  }

 private:
  uint64_t state_;
};

double ProcessorSeconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

struct Own {
  std::mt19937 random;
  open_spiel::Action operator()(const open_spiel::State& state) {
    if (state.IsChanceNode()) return open_spiel::SampleAction(state.ChanceOutcomes(), random).first;
    const auto actions = state.LegalActions();
    std::uniform_int_distribution<size_t> any(0, actions.size() - 1);
    return actions[any(random)];
  }
};

struct Lean {
  Random random{1};
  open_spiel::Action operator()(const open_spiel::State& state) {
    if (state.IsChanceNode()) {
      const auto outcomes = state.ChanceOutcomes();
      return outcomes[random.Below(outcomes.size())].first;
    }
    const auto actions = state.LegalActions();
    return actions[random.Below(actions.size())];
  }
};

struct Tally {
  double best = 0;
  long games = 0, steps = 0;
};

// Plays one game, and returns how many actions it had.
template <typename Choose>
long Play(const open_spiel::Game& game, Choose* choose) {
  const std::unique_ptr<open_spiel::State> state = game.NewInitialState();
  long steps = 0;
  for (; !state->IsTerminal(); steps++) state->ApplyAction((*choose)(*state));
  return steps;
}

template <typename Choose>
Tally Measure(const open_spiel::Game& game, Choose choose) {
  Tally tally;
  for (int run = 0; run < kRuns; run++) {
    const double start = ProcessorSeconds();
    double spent = 0;
    long steps = 0;
    for (int i = 0; spent < kSeconds; i++, tally.games++) {
      steps += Play(game, &choose);
      if (i % kGamesPerLook == 0) spent = ProcessorSeconds() - start;
    }
    const double speed = static_cast<double>(steps) / (ProcessorSeconds() - start);
    if (speed > tally.best) tally.best = speed;
    tally.steps += steps;
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "playouts: name a game\n");
    return 2;
  }
  const auto game = open_spiel::LoadGame(argv[1]);
  const Tally own = Measure(*game, Own());
  const Tally lean = Measure(*game, Lean());
  std::printf("{\"game\":\"%s\",\"steps_per_second\":%.0f,\"lean_steps_per_second\":%.0f,"
              "\"games\":%ld,\"mean_length\":%.1f}\n",
              argv[1], own.best, lean.best, own.games,
              static_cast<double>(own.steps) / static_cast<double>(own.games));
  return 0;
}
