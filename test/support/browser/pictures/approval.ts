import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PICTURES } from '../../pictures/pictures';
import { PICTURES_FOLDER } from '../../pictures/textsOfPictures';
import { askInN8n } from '../../askInN8n';
import type { Studio } from './Studio';
import { templateNamed } from './templates';

export async function takeApproval(studio: Studio) {
	const { demo } = studio;
	await askInN8n(demo, PICTURES['approval.png'].form);
	const inbox = await studio.newPage({ viewport: { width: 520, height: 800 } });
	await inbox.goto(`${demo.sandbox.origin}/mails/1`);
	const opened = inbox.context().waitForEvent('page');
	await inbox.frameLocator('iframe').getByRole('link', { name: 'Approve' }).click();
	const question = await opened;
	await question.setViewportSize({ width: 520, height: 420 });
	await question.getByRole('button', { name: 'Approve' }).waitFor();
	await studio.check('approval.png', [inbox, question]);
	const email = inbox.locator('article');
	const lowest = email.locator('iframe');
	await takeBoth(studio, [
		await studio.shot(
			{ left: email, top: email.locator('h2'), right: email, bottom: lowest },
			{ top: 16, bottom: 16 },
		),
		await studio.shot(question.locator('main')),
	]);
	await takeCanvas(studio);
}

async function takeBoth(studio: Studio, pictures: Buffer[]) {
	const page: Page = await studio.newPage({ viewport: { width: 920, height: 900 } });
	const images = pictures.map(
		(png) => `<img src="data:image/png;base64,${png.toString('base64')}">`,
	);
	await page.setContent(
		`<style>body { margin: 0; } main { display: flex; gap: 16px; padding: 16px; align-items: start; background: #f4f5f7; }
		img { width: 436px; border: 1px solid #80868f; border-radius: 8px; background: #fff; }</style><main>${images.join('')}</main>`,
	);
	await page.locator('main').screenshot({ path: join(PICTURES_FOLDER, 'approval.png') });
}

async function takeCanvas(studio: Studio) {
	const { workflow } = await templateNamed(studio, 'Newsletter with approval');
	const { editor } = studio;
	await editor.begin();
	await editor.page.setViewportSize({ width: 1020, height: 960 });
	await editor.openWorkflow(workflow);
	const [title, lowest] = [editor.note('Before you use it'), editor.note('6. Decide')];
	await studio.take(
		'approval-canvas.png',
		{ left: title, top: title, right: title, bottom: lowest },
		{ left: 12, top: 12, right: 12, bottom: 12 },
	);
}
