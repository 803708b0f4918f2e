import { createRequire } from 'node:module';
import { installN8n } from '../../tools/n8n/installN8n';

type Cell = string | number | boolean | null;

/** The part of n8n's own library for spreadsheets that is used here. */
interface Spreadsheets {
	utils: { aoa_to_sheet: (rows: Cell[][]) => object };
	write: (
		workbook: { SheetNames: string[]; Sheets: Record<string, object> },
		options: { type: 'buffer'; bookType: string },
	) => Buffer;
}

/**
 * @param name of the file, whose ending is its format
 * @param rows the first contains the column names
 */
export async function excelFile(name: string, rows: Cell[][]): Promise<File> {
	const { program } = await installN8n();
	const { utils, write }: Spreadsheets = createRequire(program)('@e965/xlsx');
	const workbook = { SheetNames: ['Contacts'], Sheets: { Contacts: utils.aoa_to_sheet(rows) } };
	const bookType = name.split('.').at(-1)?.toLowerCase() ?? '';
	return new File([Uint8Array.from(write(workbook, { type: 'buffer', bookType }))], name);
}
