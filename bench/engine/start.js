/**
 * The first file of a process that measures: `node start.js <name of the task's file>`. JavaScript, so that the loader of
 * TypeScript is taken away again before anything is measured.
 */
const { register } = require('tsx/cjs/api');

const unregister = register();
require('./useInstalledN8n.ts');
require(`./${process.argv[2]}.ts`);
unregister();
