import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { PICTURES_FOLDER } from '../../pictures/textsOfPictures';
import { STYLE, type Studio } from './Studio';
import { templateNamed } from './templates';

const NAME = 'form-to-inbox.gif';
const SIZE = { width: 960, height: 600 };

/** Fills in the form, submits it, and opens the welcome email. */
export async function takeFormToInbox(studio: Studio) {
	const { form } = await templateNamed(studio, 'Form to welcome email');
	const page = await studio.newPage({ viewport: SIZE, deviceScaleFactor: 1 });
	const frames: Array<{ data: Uint8ClampedArray<ArrayBuffer>; delay: number }> = [];
	const show = async (delay: number) => {
		const { data } = PNG.sync.read(
			await page.screenshot({ animations: 'disabled', caret: 'initial', style: STYLE }),
		);
		frames.push({ data: Uint8ClampedArray.from(data), delay });
	};

	await page.goto(form);
	const [name, email] = [page.getByLabel('Name'), page.getByLabel('Email')];
	await name.waitFor();
	await show(900);
	for (const text of ['A', 'Ada', 'Ada Exa', 'Ada Example']) {
		await name.fill(text);
		await show(250);
	}
	for (const text of ['ada', 'ada@exam', 'ada@example.com']) {
		await email.fill(text);
		await show(300);
	}
	await page.getByRole('button', { name: 'Sign up' }).hover();
	await show(700);
	await page.getByRole('button', { name: 'Sign up' }).click();
	await page.getByText('Thank you!').waitFor();
	await show(1400);
	await page.goto(studio.demo.sandbox.origin);
	await page.getByRole('link', { name: 'Welcome, Ada!' }).waitFor();
	await show(900);
	await page.getByRole('link', { name: 'Welcome, Ada!' }).click();
	await page.frameLocator('iframe').getByText('Hello Ada,').waitFor();
	await studio.check(NAME, [page]);
	await show(2200);
	// It is an ECMAScript module, and this file is none.
	const { encode } = await import('modern-gif');
	const gif = await encode({ ...SIZE, looped: false, maxColors: 255, frames });
	await writeFile(join(PICTURES_FOLDER, NAME), Buffer.from(gif));
}
