import { types } from 'node:util';

declare const nativeGlobal: typeof globalThis;

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
