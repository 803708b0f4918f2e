export { stopSharedDemo as default } from './startSharedDemo';
