import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { onlyLoopback } from './onlyLoopback';

// n8n keeps its instance settings in a folder and reads these once, when it is loaded.
process.env.N8N_USER_FOLDER = join(
	tmpdir(),
	`n8n-nodes-mailroom-engine-${process.env.JEST_WORKER_ID ?? '0'}`,
);
process.env.N8N_ENCRYPTION_KEY = 'engine tests';
process.env.N8N_LOG_LEVEL = 'silent';

onlyLoopback();
