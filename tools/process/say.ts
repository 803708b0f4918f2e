/** Tells the user what a program does meanwhile. Standard output is for its result. */
export function say(line: string) {
	process.stderr.write(`${line}\n`);
}
