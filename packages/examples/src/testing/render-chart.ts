import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** A parsed YAML document. */
export type Resource = ReturnType<typeof parse>;

/**
 * Renders a Helm chart with the part of Go's template language that ours uses: values, `if` and `with` blocks whose
 * lines have the same indentation, `quote`, `toYaml` and `nindent`.
 * @returns the resources in the order of their files
 */
export function renderChart(chart: URL, values: Resource): Resource[] {
  const read = (file: string) => readFileSync(new URL(file, chart), 'utf8');
  const scope = { Values: mergeValues(parse(read('values.yaml')), values), Release: { Name: 'team' } };
  const files = readdirSync(new URL('templates/', chart)).sort();
  const texts = files.map((file) => render(read(`templates/${file}`), scope));
  return texts.filter((text) => text.trim() !== '').map((text) => parse(text, { strict: true }));
}

function render(template: string, scope: Resource): string {
  const find = (path: string): Resource =>
    path
      .slice(1)
      .split('.')
      .reduce((value: Resource, name) => value?.[name], scope);
  const isEmpty = (value: Resource) => !value || value.length === 0;
  return template
    .replace(/^( *)\{\{- (if|with) (\S+) \}\}\n([\s\S]*?)^\1\{\{- end \}\}\n/gm, (_all, _indent, kind, path, block) => {
      if (isEmpty(find(path))) return '';
      return render(kind === 'with' ? block.replaceAll('toYaml .', `toYaml ${path}`) : block, scope);
    })
    .replace(/\n *\{\{- toYaml (\S+) \| nindent (\d+) \}\}/g, (_all, path, spaces) =>
      `\n${stringify(find(path)).trimEnd()}`.replaceAll('\n', `\n${' '.repeat(Number(spaces))}`),
    )
    .replace(/\{\{ (\.\S+) (\| quote )?\}\}/g, (_all, path, quote) =>
      quote === undefined ? String(find(path)) : JSON.stringify(find(path)),
    );
}

/** Merges objects as Helm merges values. */
function mergeValues(one: Resource, other: Resource): Resource {
  const isMap = (value: Resource) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const merged = Object.entries(other).map(([name, value]) => [
    name,
    isMap(value) ? mergeValues(one[name] ?? {}, value) : value,
  ]);
  return { ...one, ...Object.fromEntries(merged) };
}
