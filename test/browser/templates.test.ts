import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';
import { eventually } from './eventually';
import { useEditor } from './useEditor';

type Example = { name: string; nodes: Array<{ name: string; type: string }> };

const EXAMPLES = join(repositoryFolder, 'examples');
const LAPTOP = { width: 1440, height: 900 };
/** At which the text of notes has 9 pixels. */
const LEAST_ZOOM = 0.65;

const examples: Example[] = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')));

const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';

const { keep, openEditor } = useEditor();

/** How large n8n shows a workflow that it has just opened, all of which it makes fit. Runs in the browser. */
function zoomOf(pane: HTMLElement | SVGElement): number {
	return new DOMMatrix(getComputedStyle(pane).transform).a;
}

/** The beginnings of notes that are longer than they are high. Runs in the browser. */
function cutOffNotes(pane: HTMLElement | SVGElement): string[] {
	return [...pane.querySelectorAll('[data-test-id=sticky]')].flatMap((note) => {
		const { bottom } = note.getBoundingClientRect();
		const texts = [...note.querySelectorAll('p, li')].map((text) => text.getBoundingClientRect());
		return texts.some((text) => text.bottom > bottom) ? [note.textContent ?? ''] : [];
	});
}

test.each(examples)(
	'$name opens complete, readable and with nothing to complain about',
	async ({ name, nodes }) => {
		const editor = await openEditor();
		await editor.page.setViewportSize(LAPTOP);
		await editor.findWorkflow(name);
		for (const node of nodes) if (!isNote(node)) await editor.node(node.name).waitFor();
		const pane = editor.page.locator('.vue-flow__transformationpane');
		await eventually(async () =>
			expect(await pane.evaluate(zoomOf)).toBeGreaterThanOrEqual(LEAST_ZOOM),
		);
		// Away from the notes, which show their tools below the mouse.
		await editor.page.mouse.move(0, 0);
		await keep(editor.page, `example ${name}`);
		expect(await pane.evaluate(cutOffNotes)).toEqual([]);
		expect(await pane.locator('[data-test-id=sticky]').count()).toBe(nodes.filter(isNote).length);
		expect(await editor.page.getByTestId('node-issues').count()).toBe(0);
	},
);
