import { ContractError } from './contract-error.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import { type Check, type Mode, SchemaCompiler } from './schema-compiler.js';
import { locate } from './sources.js';

/** The compilers of one document, each created when it is first needed. */
export class Compilers {
  private readonly byMode = new Map<Mode, SchemaCompiler>();

  constructor(readonly document: OpenApiDocument) {}

  /** @throws ContractError (`description/invalid-schema`) naming the schema by its pointer */
  compile(mode: Mode, schema: JsonSchema, group: string, pointer: string): Check {
    try {
      let compiler = this.byMode.get(mode);
      if (compiler === undefined) {
        compiler = new SchemaCompiler(this.document, mode);
        this.byMode.set(mode, compiler);
      }
      return compiler.compile(schema, group);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The schema at ${pointer} cannot be compiled: ${reason}`;
      const place = locate(this.document, pointer);
      throw new ContractError([
        { ruleId: 'description/invalid-schema', severity: 'error', message, pointer, ...place },
      ]);
    }
  }
}
