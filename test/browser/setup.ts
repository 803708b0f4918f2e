import startSharedDemo from '../support/sharedDemo/startSharedDemo';
import { installBrowser } from './installBrowser';

/** Before the first test, once for all files. */
export default async function setup() {
	await installBrowser();
	await startSharedDemo();
}
