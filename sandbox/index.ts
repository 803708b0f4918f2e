const { runCli } = require('./runCli');
const { startSandbox } = require('./startSandbox');

if (require.main === module) void runCli(process.argv.slice(2));

module.exports = { startSandbox };
