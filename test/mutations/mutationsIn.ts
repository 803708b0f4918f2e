import * as ts from 'typescript';

/** A small change to a file that a test should notice. */
export interface Mutation {
	file: string;
	/** Position in the text of the file. */
	start: number;
	end: number;
	/** The new text. */
	text: string;
}

const OPERATORS: Record<string, string> = {
	...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
	...{ '===': '!==', '!==': '===', '&&': '||', '||': '&&', '??': '&&' },
	...{ '+': '-', '-': '+', '*': '/', '/': '*' },
};

/** @returns all mutations of a source file, in the order of their places */
export function mutationsIn(file: string, source: string): Mutation[] {
	const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const found: Mutation[] = [];
	const add = (node: ts.Node, text: string) =>
		found.push({ file, start: node.getStart(root), end: node.getEnd(), text });
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node))
			return;
		mutate(node, add);
		ts.forEachChild(node, visit);
	};
	visit(root);
	return found;
}

function mutate(node: ts.Node, add: (node: ts.Node, text: string) => void) {
	if (ts.isBinaryExpression(node)) {
		const { operatorToken } = node;
		const other = OPERATORS[operatorToken.getText()];
		if (other && !isOnTexts(node)) add(operatorToken, other);
	} else if (ts.isNumericLiteral(node)) {
		add(node, String(Number(node.text.replaceAll('_', '')) + 1));
	} else if (node.kind === ts.SyntaxKind.TrueKeyword) {
		add(node, 'false');
	} else if (node.kind === ts.SyntaxKind.FalseKeyword) {
		add(node, 'true');
	} else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
		add(node, node.operand.getText());
	} else if (ts.isIfStatement(node)) {
		add(node.expression, `!(${node.expression.getText()})`);
	} else if (ts.isConditionalExpression(node)) {
		add(node.condition, `!(${node.condition.getText()})`);
	} else if (ts.isExpressionStatement(node) && !node.getText().startsWith('super(')) {
		add(node, ';');
	}
}

/** Minus has no meaning for texts. */
function isOnTexts({ left, right, operatorToken }: ts.BinaryExpression) {
	return (
		operatorToken.kind === ts.SyntaxKind.PlusToken &&
		[left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
	);
}
