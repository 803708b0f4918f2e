import startSharedDemo from '../support/sharedDemo/startSharedDemo';
import { installBrowser } from '../../tools/programs/installBrowser';

/** Before the first test, once for all files. */
export default async function setup() {
	await installBrowser();
	await startSharedDemo();
}
