/** Knowledge of a run that sends with a Send Once Key. */
export class KeyedRun {
	/** Names of entries that this run has left in doubt, and must not send again. */
	readonly doubts = new Set<string>();
	/** Set once it has waited in vain for an entry that was open elsewhere. It then takes others as in doubt at once. */
	hasWaitedForProcess = false;
	/** Set once it has waited for a minute for an entry of another run. It then doesn't wait for entries that another run has had that long. */
	hasWaitedForRun = false;
}
