import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';
import { useEditor } from '../support/browser/useEditor';
import type { WorkflowInput } from '../../tools/n8n/N8nClient';

const FOLDER = join(repositoryFolder, 'examples');
const templates = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file): WorkflowInput => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

const { demo, openEditor } = useEditor();

test.each(templates)('$name opens with all texts in view', async (template) => {
	const { id } = await demo().client.createWorkflow({ ...template, name: `View ${template.name}` });
	const editor = await openEditor();
	await editor.openWorkflow({ id });
	const canvas = editor.page.locator('.vue-flow__transformationpane');
	await editor.page.waitForFunction(hasSettled, undefined, { polling: 500 });

	expect(await canvas.evaluate(hiddenTexts)).toEqual([]);
});

/** Whether n8n has moved the workflow to its place. Runs in the browser. */
function hasSettled() {
	const canvas = document.querySelector<HTMLElement>('.vue-flow__transformationpane');
	const place = canvas?.style.transform ?? '';
	const isSettled = place !== '' && canvas?.dataset.lastPlace === place;
	if (canvas) canvas.dataset.lastPlace = place;
	return isSettled;
}

/** Texts that leave their note, or that n8n's buttons cover. Runs in the browser. */
function hiddenTexts(canvas: HTMLElement | SVGElement): string[] {
	const button = document.querySelector('[data-test-id=execute-workflow-button]');
	if (!button) throw new Error('The editor has no button that executes the workflow');
	const { top } = button.getBoundingClientRect();
	const texts: Node[] = [];
	const walker = document.createTreeWalker(canvas, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) texts.push(walker.currentNode);

	const isHidden = (text: Node) => {
		const range = document.createRange();
		range.selectNodeContents(text);
		const { right, bottom, width } = range.getBoundingClientRect();
		const note = text.parentElement?.closest('[data-test-id=sticky]')?.getBoundingClientRect();
		const edge = note ?? { right: innerWidth, bottom: top };
		return width > 0 && (right > edge.right || bottom > Math.min(edge.bottom, top));
	};
	return texts.filter(isHidden).map(({ nodeValue }) => String(nodeValue));
}
