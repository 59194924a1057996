import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { countJsonValues } from './check-size.js';
import { closeSchema } from './close-schema.js';
import { explainErrors } from './explain-errors.js';
import type { Finding } from './finding.js';
import { isCostly, listSchemaNodes } from './is-costly.js';
import { haveExactNumbers } from './numbers/exact-number.js';
import { addExactKeywords, addNumberKeywords, validateExactly } from './numbers/number-keywords.js';
import { containsExactNumber, stringifyJson } from './numbers/stringify-json.js';
import { isObject } from './objects.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';
import { SchemaRegistry } from './schema-registry.js';
import type { ValidationMode } from './schema-types.js';
import { copyWithSources } from './source-locations.js';
import { TooManyStepsError, ValidationSteps } from './validation-steps.js';

/** The largest 32-bit floating-point number. */
const maxFloat = 2 ** 128 - 2 ** 104;

/** Adds the errors of a value to `findings`. @param pointer pointer to the value */
export type CompiledCheck = (value: unknown, pointer: string, findings: Finding[]) => void;

/** Instance size from which only the first error is reported, so that no input causes a huge report. */
const largeInstance = 20_000;
const maxFindings = 100;
/** Maximum length of a string that is safe for patterns with few parts. */
const shortText = 16;

export const timeoutRuleSuffix = 'too-costly';

/** Which errors a validator reports: all, only the first one, those of one branch, or none. */
type Errors = 'all' | 'first' | 'branch' | 'none';
/** `exact-` is for values or schemas with numbers that a double cannot hold. */
type Which = Errors | `exact-${Errors}`;

/** A compiled schema. The version that explains errors is compiled on demand. */
interface Compiled {
  readonly prepared: JsonSchema;
  isCostly(): boolean;
  /** True if the schema contains numbers that a double cannot hold. Ajv cannot compile them. */
  readonly isExact: boolean;
  readonly validate: ValidateFunction | undefined;
  readonly others: Map<Which, ValidateFunction>;
}

interface Given {
  readonly value: unknown;
  readonly pointer: string;
  readonly findings: Finding[];
  readonly prefix: '' | 'exact-';
}

/** Compiles the schemas of a document on first use. */
export class SchemaCompiler {
  private readonly shelf: SchemaRegistry;
  /** Only determines whether a value is valid, as most values are. Its generated code is a third of the size. */
  private fast: Ajv2020;
  private readonly others = new Map<Which, Ajv2020>();
  /** Compiled schemas by their JSON. Most are references that many operations share. */
  private readonly compiled = new Map<string, Compiled>();
  private readonly bySchema = new WeakMap<object, Compiled>();
  /** Values whose validation timed out and would do so again. */
  private readonly late = new WeakSet<object>();
  private readonly steps = new ValidationSteps();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly mode: ValidationMode,
    private readonly timeoutMs?: number,
  ) {
    this.shelf = new SchemaRegistry(document, mode);
    this.fast = this.createAjv({ messages: false });
  }

  /** Returns the Ajv instance that reports these errors, or handles exact numbers. */
  private other(which: Which): Ajv2020 {
    const errors = which.replace('exact-', '');
    const told = errors === 'none' ? { messages: false } : { allErrors: errors !== 'first', verbose: true };
    const ajv = this.others.get(which) ?? this.createAjv(told, which !== errors);
    this.others.set(which, ajv);
    return ajv;
  }

  /** @param group prefix of the rule ids: `schema/`, `request/body-` @throws Error of Ajv for an invalid schema */
  compile(schema: JsonSchema, group: string): CompiledCheck {
    const compiled = this.compiledOf(schema);
    const { timeoutMs } = this;
    const isBounded = timeoutMs !== undefined && compiled.isCostly();
    const check: CompiledCheck = (value, pointer, findings) => {
      const isQuick = !isBounded || (typeof value !== 'object' && String(value).length <= shortText);
      const isExact = compiled.isExact || (haveExactNumbers() && containsExactNumber(value));
      // Most values are valid.
      if (isQuick && !isExact && compiled.validate?.(value)) return;
      const given = { value, pointer, findings, prefix: isExact ? ('exact-' as const) : ('' as const) };
      const isDone = isQuick
        ? this.judge(compiled, group, given, (work) => work())
        : !(typeof value === 'object' && value !== null && this.late.has(value)) &&
          this.judge(compiled, group, given, (work) => runWithTimeout(work, timeoutMs, this.forgetBranches));
      if (isDone) return;
      if (typeof value === 'object' && value !== null) this.late.add(value);
      const message = `${pointer} was not judged: by its schema that takes longer than ${timeoutMs} ms.`;
      findings.push({ ruleId: `${group}${timeoutRuleSuffix}`, severity: 'error', message, pointer });
    };
    return (value, pointer, findings) => {
      this.steps.begin(value);
      try {
        check(value, pointer, findings);
      } catch (error) {
        if (!(error instanceof TooManyStepsError)) throw error;
        const message = `${pointer} was not judged: by its schema, which refers to itself, that takes too many steps. Send something smaller or simpler.`;
        findings.push({ ruleId: `${group}${timeoutRuleSuffix}`, severity: 'error', message, pointer });
      }
    };
  }

  /** @returns false after a timeout */
  private judge(
    compiled: Compiled,
    group: string,
    { value, pointer, findings, prefix }: Given,
    within: <T>(work: () => T) => T | typeof timeoutMarker,
  ): boolean {
    const validate = prefix === '' ? compiled.validate : undefined;
    const errors = within(() => listErrors(validate ?? this.otherOf(compiled, `${prefix}none`), value, prefix));
    if (errors === timeoutMarker || errors === undefined) return errors === undefined;
    const which = countJsonValues(value, largeInstance) < largeInstance ? 'all' : 'first';
    const explain = this.otherOf(compiled, `${prefix}${which}`);
    const explained = within(() =>
      explainErrors(listErrors(explain, value, prefix) ?? errors, {
        pointer,
        group,
        resolve: (reference) => this.shelf.resolve(reference),
        branchErrors: (branch, part) => this.branchErrors(branch, part),
      }),
    );
    if (explained === timeoutMarker) return false;
    findings.push(...explained.slice(0, maxFindings));
    if (explained.length > maxFindings) {
      const message = `${explained.length - maxFindings} more disagreements are not listed.`;
      findings.push({ ruleId: `${group}more`, severity: 'info', message, pointer });
    }
    return true;
  }

  private otherOf({ prepared, others }: Compiled, which: Which): ValidateFunction {
    const validate = others.get(which) ?? this.other(which).compile(prepared);
    others.set(which, validate);
    return validate;
  }

  private compiledOf(schema: JsonSchema): Compiled {
    if (typeof schema === 'boolean') return this.compiledAs(schema);
    const known = this.bySchema.get(schema) ?? this.compiledAs(schema);
    this.bySchema.set(schema, known);
    return known;
  }

  private compiledAs(schema: JsonSchema): Compiled {
    const text = stringifyJson(schema);
    const known = this.compiled.get(text);
    if (known !== undefined) return known;
    const prepared = this.prepare(schema);
    const resolve = (reference: string) => this.shelf.resolve(reference);
    const isExact = haveExactNumbers() && listSchemaNodes(prepared, resolve).some(containsExactNumber);
    const compiled: Compiled = {
      prepared,
      isCostly: () => isCostly(prepared, resolve),
      isExact,
      validate: isExact ? undefined : this.compileFast(prepared),
      others: new Map(),
    };
    this.compiled.set(text, compiled);
    return compiled;
  }

  /** Compiles a schema. An invalid schema breaks the schemas compiled with it, so they are removed. */
  private compileFast(prepared: JsonSchema): ValidateFunction {
    try {
      return this.fast.compile(prepared);
    } catch (error) {
      this.shelf.forget(this.fast);
      this.fast = this.createAjv({ messages: false });
      throw error;
    }
  }

  private branchErrors(branch: unknown, value: unknown): ErrorObject[] {
    if (branch === true) return [];
    const prefix = haveExactNumbers() && (containsExactNumber(value) || containsExactNumber(branch)) ? 'exact-' : '';
    const validate = this.other(`${prefix}branch`).compile(isObject(branch) ? branch : false);
    return listErrors(validate, value, prefix) ?? [];
  }

  /** Called after a timeout, which breaks a schema whose compilation it interrupted. */
  private readonly forgetBranches = (): void => {
    for (const which of ['branch', 'exact-branch'] as const) {
      const ajv = this.others.get(which);
      if (ajv !== undefined) this.shelf.forget(ajv);
      this.others.delete(which);
    }
  };

  private createAjv(told: Pick<Options, 'allErrors' | 'messages' | 'verbose'>, isExact = false): Ajv2020 {
    const ajv = new Ajv2020({
      ...told,
      // V8 optimizes the code anyway, and Ajv's optimization takes half of the compile time.
      code: { optimize: false },
      strict: false,
      // `JSON.parse` reads `1e999` as infinity.
      strictNumbers: true,
      // `checkDescription` validates schemas once, so this is not needed at run time.
      validateSchema: false,
      meta: false,
      logger: false,
      useDefaults: this.mode === 'request',
    });
    formats.default(ajv);
    ajv.addFormat('float', { type: 'number', validate: (value) => Math.abs(value) <= maxFloat });
    addNumberKeywords(ajv);
    if (isExact) addExactKeywords(ajv);
    this.steps.addTo(ajv);
    this.shelf.fill(ajv);
    return ajv;
  }

  private prepare(schema: JsonSchema): JsonSchema {
    if (typeof schema === 'boolean') return schema;
    const copy = copyWithSources(schema);
    if (this.mode === 'response') closeSchema(this.document, copy);
    return this.shelf.adopt(copy);
  }
}

/** Returns the errors of a value, or undefined for a valid one. */
function listErrors(validate: ValidateFunction, value: unknown, prefix: Given['prefix']): ErrorObject[] | undefined {
  if (prefix !== '') return validateExactly(validate, value);
  return validate(value) ? undefined : (validate.errors ?? []);
}
