import { responseRecord } from '../../../nodes/Mailroom/transport/responseData';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import type { ServiceResponse } from '../../../nodes/Mailroom/service';

// Answers without records: `fetchRecords`.
test.each([{}, { data: null }, { data: 'x' }, { data: [{}] }])(
	'fails without the record that it wants: %j',
	(answer) => {
		const reading = () => responseRecord(answer as ServiceResponse);
		expect(reading).toThrow(ServiceError);
		expect(reading).toThrow('without "data", so nothing can be returned');
	},
);
