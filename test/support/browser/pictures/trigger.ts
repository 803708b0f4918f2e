import { PICTURES } from '../../pictures/pictures';
import { TRIGGER, triggerWorkflow } from '../../triggerWorkflow';
import { formFrame } from './nodeForm';
import { BOUNCED, type Studio } from './Studio';

const EVERY_15_MINUTES = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };

export async function takeTrigger(studio: Studio) {
	const { demo, editor } = studio;
	const { store } = demo.sandbox;
	store.addContact({
		...{ email: 'ada@example.com', name: 'Ada Example' },
		subscribedToLists: ['newsletter'],
	});
	store.deleteContact(BOUNCED);
	const parameters = { ...PICTURES['trigger.png'].form, pollTimes: EVERY_15_MINUTES };
	const workflow = await demo.client.createWorkflow(triggerWorkflow(parameters, demo.credential));
	await editor.begin();
	await editor.page.setViewportSize({ width: 1520, height: 900 });
	await editor.openWorkflow(workflow);
	await editor.openNode(TRIGGER);
	await editor.execute();
	await editor.closeNotifications({ comes: true });
	await editor.output.getByText('JSON', { exact: true }).click();
	await editor.output.getByText('ada@example.com').first().waitFor();
	const frame = formFrame(editor.page, 'lists');
	await studio.take('trigger.png', { ...frame, bottom: editor.notice() }, { bottom: 16 });
}
