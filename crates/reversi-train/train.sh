#!/usr/bin/env bash
# Trains the weights of the evaluation from nothing: the first generation plays with weights
# that are fitted to hand-set values, each other one with those of the one before. Arguments:
# the folder for games, samples and weights, of which files that are there are not made again,
# and the number of generations.
set -euo pipefail
folder=$(realpath -m "${1:-target/weights}")
generations=${2:-2}

cd "$(dirname "$0")"
cargo build --locked --release --package reversi-train
program=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
program=$program/release/reversi-train
mkdir -p "$folder"
cd "$folder"

# A file gets its name when it is complete.
step() { [[ -e $2 ]] || "$program" "$@"; }

step label 0.samples
step fit 0.rwts 0.samples
games=()
for ((new = 1; new <= generations; new++)); do
    # It continues an incomplete file by itself.
    "$program" generate "$new.games" --games 100000 --seed "$new" --weights "$((new - 1)).rwts"
    games+=("$new.games")
    step label "$new.samples" "${games[@]}"
    step fit "$new.rwts" "$new.samples"
done
