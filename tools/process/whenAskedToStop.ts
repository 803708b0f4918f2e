const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Calls back when this program is asked to end: for each signal, and once if the npm that started it has ended.
 */
export function whenAskedToStop(stop: () => void) {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
	if (process.env.npm_lifecycle_event) watchParent(stop);
}

/** npm passes a signal only to the shell between it and this process, which ends without passing it on. */
function watchParent(stop: () => void) {
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		stop();
	}, PARENT_CHECK_INTERVAL_MS);
	watch.unref();
}
