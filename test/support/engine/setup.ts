import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { types } from 'node:util';

declare const nativeGlobal: typeof globalThis;

import { onlyLoopback } from './onlyLoopback';

// n8n keeps its instance settings in a folder and reads these once, when it is loaded.
process.env.N8N_USER_FOLDER = join(
	tmpdir(),
	`n8n-nodes-mailroom-engine-${process.env.JEST_WORKER_ID ?? '0'}`,
);
process.env.N8N_ENCRYPTION_KEY = 'engine tests';
process.env.N8N_LOG_LEVEL = 'silent';

// A jest file runs in a realm of its own, whose `Error` is not that of Node's sockets and resolver.
// n8n asks `error instanceof Error`, and the answer has to be the one it gets in production.
for (const RealmError of [Error, nativeGlobal.Error]) {
	if (Object.hasOwn(RealmError, Symbol.hasInstance)) continue;
	Object.defineProperty(RealmError, Symbol.hasInstance, {
		value(value: unknown) {
			if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
			return this === RealmError && types.isNativeError(value);
		},
	});
}

onlyLoopback();
