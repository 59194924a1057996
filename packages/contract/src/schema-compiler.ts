import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { closeSchema } from './close-schema.js';
import { explainErrors } from './explain-errors.js';
import type { Finding } from './finding.js';
import { isObject } from './is-object.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import type { Mode } from './relax-required.js';
import { SchemaShelf } from './schema-shelf.js';
import { copyTree } from './sources.js';

/** Adds what is wrong with a value to `findings`; `pointer` is where the value stands. */
export type Check = (value: unknown, pointer: string, findings: Finding[]) => void;

/** Beyond this many values only the first error of an instance is looked for, so that no input makes a huge report. */
const largeInstance = 20_000;
const mostFindings = 100;

/** Compiles the schemas of one document, for one mode, on first use: of the document it reads what they refer to. */
export class SchemaCompiler {
  private readonly shelf: SchemaShelf;
  private readonly fast: Ajv2020;
  private thoroughAjv: Ajv2020 | undefined;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly mode: Mode,
  ) {
    this.shelf = new SchemaShelf(document, mode);
    this.fast = this.createAjv(false);
  }

  private get thorough(): Ajv2020 {
    this.thoroughAjv ??= this.createAjv(true);
    return this.thoroughAjv;
  }

  /**
   * @param group begins the rule ids: `schema/`, `request/body-`
   * @throws Error of Ajv when the schema cannot be compiled
   */
  compile(schema: JsonSchema, group: string): Check {
    const prepared = this.prepare(schema);
    const validate = this.fast.compile(prepared);
    let explain: ValidateFunction | undefined;
    return (value, pointer, findings) => {
      if (validate(value)) {
        return;
      }
      let errors = validate.errors ?? [];
      if (countValues(value, largeInstance) < largeInstance) {
        explain ??= this.thorough.compile(prepared);
        explain(value);
        errors = explain.errors ?? errors;
      }
      const explained = explainErrors(errors, {
        pointer,
        group,
        resolve: (reference) => this.shelf.resolve(reference),
        branchErrors: this.branchErrors,
      });
      findings.push(...explained.slice(0, mostFindings));
      if (explained.length > mostFindings) {
        const message = `${explained.length - mostFindings} more disagreements are not listed.`;
        findings.push({ ruleId: `${group}more`, severity: 'info', message, pointer });
      }
    };
  }

  /** The errors of one alternative of a `oneOf` or `anyOf`, taken from a schema this compiler has prepared. */
  private readonly branchErrors = (branch: unknown, value: unknown): ErrorObject[] => {
    if (branch === true) {
      return [];
    }
    const validate = this.thorough.compile(isObject(branch) ? branch : false);
    validate(value);
    return validate.errors ?? [];
  };

  private createAjv(allErrors: boolean): Ajv2020 {
    const ajv = new Ajv2020({
      allErrors,
      verbose: true,
      strict: false,
      // JSON has no infinite numbers, but `1e999` is read as one.
      strictNumbers: true,
      // Checked once by checkDescription, not at run time.
      validateSchema: false,
      meta: false,
      logger: false,
      useDefaults: this.mode === 'request',
    });
    formats.default(ajv);
    this.shelf.fill(ajv);
    return ajv;
  }

  private prepare(schema: JsonSchema): JsonSchema {
    if (typeof schema === 'boolean') {
      return schema;
    }
    const copy = copyTree(schema);
    if (this.mode === 'response') {
      closeSchema(this.document, copy);
    }
    return this.shelf.adopt(copy);
  }
}

function countValues(value: unknown, limit: number): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && count < limit) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'object' && next !== null) {
      const children: unknown[] = Object.values(next);
      if (count + open.length + children.length >= limit) {
        return limit;
      }
      open.push(...children);
    }
  }
  return count;
}
