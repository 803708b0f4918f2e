import { faultName, type Fault, type Faults } from '../traffic/Faults';
import { html } from './html';
import { number } from './number';

export const BREAK_PATH = '/settings/break';
export const REPAIR_PATH = '/settings/repair';
export const MAX_REQUESTS = 1000;

/** Ways to break, by their name in the form. The label is the name in the list of requests, too. */
export const WAYS: Record<string, { label: string; fault: Partial<Fault> }> = {
	unavailable: { label: 'Error 503', fault: { status: 503 } },
	limited: { label: 'Error 429 (too many requests)', fault: { status: 429 } },
	silent: { label: 'No response', fault: { silent: true } },
	broken: { label: 'Done, but the connection breaks', fault: { drop: 'after' } },
};

/** Requests that break, by their name in the form. */
export const SCOPES: Record<string, { label: string; endpoint: string }> = {
	emails: { label: 'Emails', endpoint: 'POST /email/*' },
	all: { label: 'All requests', endpoint: '*' },
};

/** The switch that breaks the service for a while, so that a visitor sees what a workflow does then. */
export function brokenService(faults: Faults) {
	const waiting = faults.waiting.map(
		(fault) => html`<li>${scopeOf(fault)}: ${faultName(fault)}${leftOf(fault.times)}</li>`,
	);
	return html`<section aria-labelledby="broken">
		<h2 id="broken">Broken service</h2>
		<p>
			Let the next requests fail, to see what your workflow does. With <em>No response</em>, n8n
			waits five minutes, or as long as the node's Timeout says.
		</p>
		${
			waiting.length > 0 &&
			html`<form method="post" action="${REPAIR_PATH}#broken">
				<ul class="warn" role="status">
					${waiting}
				</ul>
				<button class="small outline secondary">Repair</button>
			</form>`
		}
		<form method="post" action="${BREAK_PATH}#broken" class="fields wide">
			<label
				>What happens
				<select name="way">
					${optionsOf(WAYS)}
				</select></label
			>
			<label
				>To
				<select name="scope">
					${optionsOf(SCOPES)}
				</select></label
			>
			<label>
				Number of requests
				<input name="times" type="number" min="1" max="${MAX_REQUESTS}" value="1" required />
			</label>
			<button>Break</button>
		</form>
	</section>`;
}

/** A line for other pages, while the service is broken. */
export function brokenNotice(faults: Faults) {
	return (
		faults.waiting.length > 0 &&
		html`<p class="warn" role="status">
			The service is broken for the next requests. <a href="/settings#broken">Repair</a>
		</p>`
	);
}

function scopeOf({ endpoint }: Fault) {
	const known = Object.values(SCOPES).find((scope) => scope.endpoint === endpoint);
	return known?.label ?? endpoint;
}

/** A fault with a duration has no number. */
function leftOf(times: number) {
	if (times === Infinity) return '';
	return times === 1 ? ', 1 request left' : `, ${number(times)} requests left`;
}

function optionsOf(choices: Record<string, { label: string }>) {
	return Object.entries(choices).map(
		([value, { label }]) => html`<option value="${value}">${label}</option>`,
	);
}
