/**
 * The first file of a process that measures: `node start.js`. JavaScript, so that the loader of
 * TypeScript is taken away again before anything is measured.
 */
const { register } = require('tsx/cjs/api');

const unregister = register();
require('./useInstalledN8n.ts');
require('./runWork.ts');
unregister();
