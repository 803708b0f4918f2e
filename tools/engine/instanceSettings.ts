import { createRequire } from 'node:module';
import { InstanceSettings } from 'n8n-core';

/** The settings that n8n's engine runs with, such as the secret of its links. The engine has a container of its own. */
export function instanceSettings(): InstanceSettings {
	const requireInCore = createRequire(require.resolve('n8n-core'));
	const { Container } = requireInCore('@n8n/di') as typeof import('@n8n/di');
	return Container.get(InstanceSettings);
}
