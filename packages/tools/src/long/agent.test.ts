import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse } from 'yaml';
import { cli, GateFailed } from '../gate.ts';
import { membersOf } from '../members-of.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Step {
  readonly goal: string;
  readonly gives: Arguments;
  /** Values for arguments that an error names. */
  readonly corrects?: Arguments;
  /** A pattern that the result matches. */
  readonly shows: string;
  /** Patterns of values for later steps. */
  readonly remembers?: Readonly<Record<string, string>>;
}

interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Most calls of one step, with corrections. */
const mostCalls = 4;

// A scripted agent has the descriptions and errors of the tools, and no other knowledge: it chooses a tool by its
// description, and corrects arguments by the error.
prove('lets an agent complete ten tasks over the Model Context Protocol', { seconds: 300 }, async () => {
  const tasks: Step[][] = parse(readFileSync(join(import.meta.dirname, 'testing', 'agent-tasks.yaml'), 'utf8'));
  const client = new Client({ name: 'agent', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', 'inventory'],
    stderr: 'pipe',
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const memory = new Map([['$shop', join(root, 'packages/described/src/testing/shop.yaml')]]);
  const wrong: string[] = [];
  let calls = 0;
  for (const [index, steps] of tasks.entries()) {
    for (const step of steps) {
      const { tool, count, result } = await perform(client, tools, step, memory);
      calls += count;
      const isDone = new RegExp(step.shows).test(result);
      console.log(`${isDone ? 'ok ' : 'BAD'} ${index + 1} ${tool}, ${count} calls: ${step.goal}`);
      if (!isDone) wrong.push(`task ${index + 1}, ${tool}: ${result.slice(0, 300)}`);
    }
  }
  await client.close();
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${tasks.length} tasks with ${calls} calls of ${tools.length} tools`;
});

async function perform(client: Client, tools: readonly Tool[], step: Step, memory: Map<string, string>) {
  const tool = chooseTool(tools, step.goal);
  let given: Arguments = JSON.parse(JSON.stringify(step.gives), (_, value) => memory.get(value) ?? value);
  for (let count = 1; ; count += 1) {
    const { content, isError } = await client.callTool({ name: tool, arguments: given });
    const result = String(membersOf(Array.isArray(content) ? content[0] : {})['text']);
    const corrected = isError === true ? correct(given, result, step.corrects ?? {}) : undefined;
    if (corrected === undefined || count === mostCalls) {
      for (const [name, pattern] of Object.entries(step.remembers ?? {}))
        memory.set(`$${name}`, new RegExp(pattern).exec(result)?.[1] ?? '');
      return { tool, count, result };
    }
    given = corrected;
  }
}

/** The tool whose description has most words of a goal. A shorter description wins. */
function chooseTool(tools: readonly Tool[], goal: string): string {
  const words = goal.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const score = ({ description = '' }: Tool) => {
    const text = new Set(description.toLowerCase().match(/[a-z0-9]{3,}/g));
    return words.filter((word) => text.has(word)).length - text.size / 1000;
  };
  return [...tools].sort((one, other) => score(other) - score(one))[0]?.name ?? '';
}

/** Arguments that follow an error: its suggestion, a value for the member that it names, or without an unknown member. */
function correct(given: Arguments, error: string, corrects: Arguments): Arguments | undefined {
  const [, wrong, better] = /"([^"]+)".*Did you mean "([^"]+)"/.exec(error) ?? [];
  if (wrong !== undefined && better !== undefined)
    return JSON.parse(JSON.stringify(given).replaceAll(JSON.stringify(wrong), JSON.stringify(better)));
  const known = Object.entries(corrects).filter(([name, value]) => given[name] !== value);
  if (known.length > 0) return { ...given, ...Object.fromEntries(known) };
  const [, unknown] = /\/(\w+) is not documented/.exec(error) ?? [];
  if (unknown === undefined) return undefined;
  const { [unknown]: _dropped, ...rest } = given;
  return rest;
}
