export const addresses = (count: number) =>
	Array.from({ length: count }, (_, index) => `person${index}@example.com`);
