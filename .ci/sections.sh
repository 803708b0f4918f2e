# Sections of a run of all checks, for `.ci/run` and `.ci/nightly`: each has a name, a time limit and a verdict. A section that fails
# does not keep the next one from running; `finish` names those that failed. Names given as arguments run these sections alone.
set -uo pipefail
cd "$(dirname "$0")/.."
exec </dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
touch "$scratch/failed" "$scratch/ran"
wanted=("$@")

# Time limits, which the caller sets. A section that takes longer is stopped.
: "${max_seconds:?}" "${max_seconds_in_all:?}"

is_wanted() {
	[ ${#wanted[@]} -eq 0 ] || printf '%s\n' "${wanted[@]}" | grep -qxF "$1"
}

section() {
	is_wanted "$1" || return 0
	printf '%s\n' "$1" >>"$scratch/ran"
	local name=$1 start=$SECONDS verdict=passed left=$((max_seconds_in_all - SECONDS))
	shift
	# A subshell does not inherit the trap.
	trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
	printf '\n=== %s: %s\n' "$name" "$*"
	timeout --kill-after=30 $((left > max_seconds ? max_seconds : left > 0 ? left : 1)) "$@" &
	wait $!
	case $? in
		0) ;;
		124 | 137) verdict='FAILED (it hangs)' ;;
		*) verdict=FAILED ;;
	esac
	[ "$verdict" = passed ] || printf '%s\n' "$name" >>"$scratch/failed"
	printf '=== %s: %s after %d s\n' "$name" "$verdict" $((SECONDS - start))
	[ "$verdict" = passed ]
}

# Runs a section beside others, and prints its output when it ends.
beside() {
	local output verdict
	output=$(mktemp -p "$scratch")
	section "$@" >"$output" 2>&1
	verdict=$?
	cat "$output"
	return $verdict
}

side_by_side() {
	local lane lanes=()
	for lane in "$@"; do
		"$lane" &
		lanes+=($!)
	done
	wait "${lanes[@]}"
}

finish() {
	local name
	for name in "${wanted[@]}"; do
		grep -qxF "$name" "$scratch/ran" || printf 'There is no section "%s"\n' "$name" | tee -a "$scratch/failed"
	done
	if [ -s "$scratch/failed" ]; then
		printf '\n=== FAILED: %s, in %d s\n' "$(paste -sd, "$scratch/failed")" "$SECONDS"
		exit 1
	fi
	printf '\n=== All passed: %d s\n' "$SECONDS"
}
