import { runCli } from './runCli';

export { startSandbox } from './startSandbox';

if (require.main === module) void runCli(process.argv.slice(2));
