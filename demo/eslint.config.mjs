export { default } from '../.ci/eslint.config.mjs';
