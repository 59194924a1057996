import { joinPointer } from '@understudy/contract';

/** Converts the path of a member such as `.user.ids[0]` or `["x-id"]` to an expression of Arazzo on the response body. */
export function toBodyExpression(path: string): string | undefined {
  const names = [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[(['"])([^'"\]]*)\3\]|([\s\S])/g)];
  if (names.some(([, , , , , other]) => other !== undefined)) return undefined;
  const pointer = names.reduce(
    (inner, [, name, index, , quoted]) => joinPointer(inner, name ?? index ?? quoted ?? ''),
    '',
  );
  return `$response.body${pointer === '' ? '' : `#${pointer}`}`;
}
