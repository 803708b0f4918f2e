import { PICTURES } from '../../pictures/pictures';
import { askInN8n } from '../../askInN8n';
import type { Studio } from './Studio';
import { templateNamed } from './templates';

export async function takeApproval(studio: Studio) {
	const { demo } = studio;
	await askInN8n(demo, PICTURES['approval.png'].form);
	const inbox = await studio.newPage({ viewport: { width: 480, height: 900 } });
	await inbox.goto(`${demo.sandbox.origin}/mails/1`);
	const opened = inbox.context().waitForEvent('page');
	await inbox.frameLocator('iframe').getByRole('link', { name: 'Approve' }).click();
	const question = await opened;
	await question.setViewportSize({ width: 440, height: 400 });
	await question.getByRole('button', { name: 'Approve' }).waitFor();
	await studio.check('approval.png', [inbox, question]);
	const email = inbox.locator('article');
	const lowest = inbox.frameLocator('iframe').locator('body > *').last();
	await studio.takeBeside('approval.png', [
		await studio.shot(
			{ left: email, top: email.locator('h2'), right: email, bottom: lowest },
			{ top: 6, bottom: 16 },
		),
		await studio.shot(question.locator('main')),
	]);
	await takeCanvas(studio);
}

async function takeCanvas(studio: Studio) {
	const { workflow } = await templateNamed(studio, 'Newsletter with approval');
	const { editor } = studio;
	await editor.begin();
	await editor.page.setViewportSize({ width: 1100, height: 1000 });
	await editor.openWorkflow(workflow);
	const [title, lowest] = [editor.note('Before you use it'), editor.note('6. Decide')];
	await studio.take(
		'approval-canvas.png',
		{ left: title, top: title, right: title, bottom: lowest },
		{ left: 12, top: 12, right: 12, bottom: 12 },
	);
}
