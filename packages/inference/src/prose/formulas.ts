import { operators } from '../words/operators.js';

/** Finds what a name in a formula stands for, as an expression. */
export type FindOperand = (phrase: string) => string | undefined;

const introduction =
  /^(?:(?:this|it|the (?:amount|value|total|price))? ?(?:equals?|is(?: the)?|=|equal to|computed as|calculated as|calculated from|result of|derived from|formula:) ?)+/i;
const end = /,? (?:rounded .*|in cents|in the smallest unit)$|[.:;]$/i;

/** Parses a formula such as "quantity × unitPrice × (1 − discountPercent / 100)" or "subtotal plus VAT". */
export function readFormula(text: string, find: FindOperand): string | undefined {
  let plain = text.replace(/[`"*]{1,2}(?=[A-Za-z])|(?<=[A-Za-z])`/g, ' ').trim();
  for (const pattern of [end, end, introduction]) plain = plain.replace(pattern, '').trim();
  const percent = /^(.+?) ?(?:%|percent) of (.+)$/i.exec(plain);
  if (percent !== null) {
    const [rate, base] = [operandOf(percent[1] ?? '', find), operandOf(percent[2] ?? '', find)];
    return rate === undefined || base === undefined ? undefined : `${base} * ${rate} / 100`;
  }
  for (const [pattern, operator] of operators) plain = plain.replace(pattern, operator);
  const tokens = plain
    .split(/(\s[*/+-]\s|[()]|(?<=\w)\s*[*/](?=\s*[\w(]))/)
    .map((token) => token.trim())
    .filter((token) => token !== '');
  if (tokens.length < 3 || tokens.length > 30) return undefined;
  const parts = tokens.map((token) => (/^[*/+()-]$/.test(token) ? token : operandOf(token, find)));
  if (parts.some((part) => part === undefined) || !isBalanced(parts)) return undefined;
  return parts.join(' ').replace(/\( /g, '(').replace(/ \)/g, ')');
}

function operandOf(phrase: string, find: FindOperand): string | undefined {
  const plain = phrase.trim();
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(plain) ? plain : find(plain);
}

/** True if operands and operators take turns, and brackets match. */
function isBalanced(parts: readonly (string | undefined)[]): boolean {
  let depth = 0;
  let expectsOperand = true;
  for (const part of parts) {
    if (part === '(') {
      if (!expectsOperand) return false;
      depth += 1;
    } else if (part === ')') {
      if (expectsOperand || depth === 0) return false;
      depth -= 1;
    } else if (/^[*/+-]$/.test(part ?? '')) {
      if (expectsOperand) return false;
      expectsOperand = true;
    } else {
      if (!expectsOperand) return false;
      expectsOperand = false;
    }
  }
  return depth === 0 && !expectsOperand;
}
