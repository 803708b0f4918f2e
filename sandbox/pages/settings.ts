import { brokenService } from './brokenService';
import { html } from './html';
import type { Service } from '../createService';

export const COMPANY_PATH = '/settings/company';
export const MAX_COMPANY_LENGTH = 200;

/** What the service's dashboard calls the settings of a project, and a switch that breaks the service. */
export function settings({ store, faults }: Service, { isSaved }: { isSaved: boolean }) {
	const { name, address } = store.company;
	return html`<h1>Settings</h1>
		<section aria-labelledby="company">
			<h2 id="company">Company</h2>
			<p>
				For the tags <code>companyName</code> and <code>companyAddress</code>, and for the end of
				emails to a list.
			</p>
			${isSaved && html`<p class="good" role="status">✓ The company is saved.</p>`}
			<form method="post" action="${COMPANY_PATH}#company" class="fields wide">
				<label>
					Name
					<input name="name" value="${name}" maxlength="${MAX_COMPANY_LENGTH}" required />
				</label>
				<label>
					Address
					<input name="address" value="${address}" maxlength="${MAX_COMPANY_LENGTH}" />
				</label>
				<button>Save</button>
			</form>
		</section>
		${brokenService(faults)}`;
}
