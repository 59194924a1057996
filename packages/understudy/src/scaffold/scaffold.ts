import type { ApiContract, Operation } from '@understudy/contract';
import type { ExplainedOperation } from '@understudy/described';
import type { OperationDraft } from '@understudy/proving';

export interface ScaffoldInput {
  /** Name of the API; the package name adds `-api`. */
  readonly name: string;
  readonly title: string;
  readonly contract: ApiContract;
  readonly explained: readonly ExplainedOperation[];
  readonly chosen: readonly Operation[];
  readonly drafts: readonly OperationDraft[];
  /** The Understudy version that the package depends on, or its location. */
  readonly version: string;
}

export type FilesByPath = Readonly<Record<string, string>>;

/** Formats a description for a comment or table cell: on one line, without comment terminators and tags. */
export function toPlainLine(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N} .,:;!?()'"%&+={}_~$/-]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Converts a name to camel case: `list pets` and `list-pets` become `listPets`. */
export function toCamelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'operation', ...others] = words;
  const joined = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
  return /^[A-Za-z]/.test(joined) && !reserved.has(joined)
    ? joined
    : `do${joined.charAt(0).toUpperCase()}${joined.slice(1)}`;
}

/** Reserved words of JavaScript. */
const reserved = new Set(
  'delete new default function class import export return switch case void in of if else for while do this null true false var let const enum try catch throw typeof with yield await static super package public private protected interface implements'.split(
    ' ',
  ),
);
