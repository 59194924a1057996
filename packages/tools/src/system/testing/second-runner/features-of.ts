/** Keys whose values are data or the scenario's own names. Only expressions are read in them. */
const opaque = new Set(['payload', 'inputs', 'outputs', 'value', 'x-claims', 'info', 'description', 'summary']);

/** Keys whose values are keywords of the format. */
const words = new Set(['type', 'in', 'contentType', 'version', 'x-effects', 'x-requires']);

/** Keys whose values are the scenario's own names, without format features. */
const names = new Set(['stepId', 'workflowId', 'dependsOn', 'name', 'url', 'x-finally', 'x-api']);

/** Tokens in conditions, JSONPaths and expressions. */
const signs =
  /\$(?:\[|\.(?!\.)|[a-z]+(?:\.(?:body|header|query|path))?)|[=!<>]=|&&|\|\||[<>!?](?!=)|\.\.|\b(?:length|count|match|search|value)\(|\[\*\]|\[-?\d+\]|\bnull\b|\btrue\b|\bfalse\b/g;

/**
 * Returns the features that a runner must support to run a scenario: operations, keys and keywords of the format, and
 * tokens in conditions and expressions.
 *
 * @param scenario a parsed Arazzo document
 */
export function featuresOf(scenario: unknown): ReadonlySet<string> {
  const features = new Set<string>();
  collect(scenario, '', features);
  return features;
}

function collect(node: unknown, place: string, features: Set<string>): void {
  if (typeof node === 'string') {
    const key = place.slice(place.lastIndexOf('.') + 1);
    if (/^(?:operationId|operationPath)$/.test(key)) features.add(`operation ${node}`);
    else if (words.has(key)) features.add(`${place} ${node}`);
    else if (!names.has(key)) {
      for (const [sign] of node.matchAll(signs)) features.add(`${place} ${sign.replace(/\d+/, 'n')}`);
    }
  } else if (Array.isArray(node)) {
    for (const item of node) collect(item, `${place}[]`, features);
  } else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      const inside = `${place}.${/^\.components\.\w+$/.test(place) ? '*' : key}`;
      features.add(inside);
      if (opaque.has(key)) collectSigns(value, inside, features);
      else collect(value, inside, features);
    }
  }
}

/** Collects only the expressions in data, because the keys of data are the scenario's own. */
function collectSigns(value: unknown, place: string, features: Set<string>): void {
  if (place.endsWith('.description') || place.endsWith('.summary') || place.endsWith('.info')) return;
  for (const [text] of JSON.stringify(value ?? null).matchAll(/\{?\$[a-z]+(?:\.(?:body|header))?/g)) {
    features.add(`${place} ${text}`);
  }
}
