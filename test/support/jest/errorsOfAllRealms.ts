import { types } from 'node:util';

declare const nativeGlobal: typeof globalThis;

// Each jest file runs in its own realm, whose `Error` differs from that of Node's sockets and resolver.
// n8n checks `error instanceof Error`, which must give the same result as in production.
for (const RealmError of [Error, nativeGlobal.Error]) {
	if (Object.hasOwn(RealmError, Symbol.hasInstance)) continue;
	Object.defineProperty(RealmError, Symbol.hasInstance, {
		value(value: unknown) {
			if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
			return this === RealmError && types.isNativeError(value);
		},
	});
}
