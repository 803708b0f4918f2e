import { join } from 'node:path';
import { ToolError } from './ToolError';
import { runCommand } from './runCommand';
import { findProgram } from './findProgram';
import { say } from './say';

/**
 * Installs Debian packages if this process runs as root on Debian.
 *
 * @param options.neededFor the start of the error that says what to install
 * @param options.folder where apt's log goes
 * @throws ToolError
 */
export async function installPackages(
	names: string[],
	{ neededFor, folder }: { neededFor: string; folder: string },
) {
	const install = ['install', '-y', '--no-install-recommends', ...names];
	if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
		throw new ToolError(`${neededFor}; on Debian: sudo apt-get ${install.join(' ')}`);
	}
	say(`Installing ${names.join(' and ')} ...`);
	const logFile = join(folder, 'apt.log');
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	// Another program may be installing packages on a new machine.
	const patience = ['-o', 'DPkg::Lock::Timeout=120'];
	for (const args of [['update'], [...patience, ...install]]) {
		const { ok, output } = await runCommand('apt-get', args, { cwd: folder, env, logFile });
		if (ok) continue;
		const reason = output.split('\n').find((line) => line.startsWith('E: '));
		throw new ToolError(`apt-get ${args.join(' ')} failed: ${reason ?? 'it does not say why'}`);
	}
}
