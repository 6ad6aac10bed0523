// playouts.cc: how many actions a second OpenSpiel applies in games that are played at random.
//
//   playouts GAME      prints {"game":..,"steps_per_second":..,"games":..,"mean_length":..}
//
// Measured as `apparat bench` measures our games: the best of three runs of 0.7 s of processor time,
// whole games from the first state to the last, actions of chance counted. What a program that learns
// would be shown (tensors) is left out here as there. Every outcome of chance in these games is as
// likely as the others, so it is drawn like an action, which is faster than SampleAction().
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>

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

open_spiel::Action Choose(const open_spiel::State& state, Random* random) {
  if (state.IsChanceNode()) {
    const auto outcomes = state.ChanceOutcomes();
    return outcomes[random->Below(outcomes.size())].first;
  }
  const auto actions = state.LegalActions();
  return actions[random->Below(actions.size())];
}

// Plays one game, and returns how many actions it had.
long Play(const open_spiel::Game& game, Random* random) {
  const std::unique_ptr<open_spiel::State> state = game.NewInitialState();
  long steps = 0;
  for (; !state->IsTerminal(); steps++) state->ApplyAction(Choose(*state, random));
  return steps;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "playouts: name a game\n");
    return 2;
  }
  const auto game = open_spiel::LoadGame(argv[1]);
  double best = 0;
  long games = 0, all_steps = 0;
  for (int run = 0; run < kRuns; run++) {
    Random random(static_cast<uint64_t>(run));
    const double start = ProcessorSeconds();
    double spent = 0;
    long steps = 0;
    for (int i = 0; spent < kSeconds; i++, games++) {
      steps += Play(*game, &random);
      if (i % kGamesPerLook == 0) spent = ProcessorSeconds() - start;
    }
    const double speed = static_cast<double>(steps) / (ProcessorSeconds() - start);
    if (speed > best) best = speed;
    all_steps += steps;
  }
  std::printf("{\"game\":\"%s\",\"steps_per_second\":%.0f,\"games\":%ld,\"mean_length\":%.1f}\n",
              argv[1], best, games, static_cast<double>(all_steps) / static_cast<double>(games));
  return 0;
}
