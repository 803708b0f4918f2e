/**
 * Entry point of a measuring process: `node start.js`. It is JavaScript, so that the TypeScript loader can be removed before the
 * measurement.
 */
const { register } = require('tsx/cjs/api');

const unregister = register();
require('./useInstalledN8n.ts');
require('./runWork.ts');
unregister();
