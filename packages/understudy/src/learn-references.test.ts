import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

/** Records people with numbers, their projects, and the tasks of these. A review of a task changes its state. */
function record(): string {
  const entries: object[] = [];
  const send = (line: string, status: number, body?: object, sent?: object) => {
    const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 1000).toISOString();
    const copy = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    entries.push(harEntry(line.replace(' ', ' https://work.test'), copy, { startedDateTime, status, sent }));
  };
  for (const index of Array(8).keys()) {
    const person = { id: 101 + index * 3, name: `Person ${index}` };
    send('POST /people', 201, person, { name: person.name });
    send(`GET /people/${person.id}`, 200, person);
    const project = { id: `prj-${3000 + index * 17}`, title: `Project ${index}`, ownerId: person.id, tasks: 0 };
    send('POST /projects', 201, project, { title: project.title, ownerId: person.id });
    send('POST /projects', 400, { error: 'no such owner' }, { title: 'Nobody', ownerId: 999 });
    send(`GET /projects/${project.id}`, 200, project);
    const task = { id: `tsk-${5000 + index * 23}`, projectId: project.id, text: `Task ${index}`, state: 'todo' };
    project.tasks += 1;
    send(`POST /projects/${project.id}/tasks`, 201, task, { text: task.text });
    send(`GET /projects/${project.id}`, 200, project);
    send(`GET /tasks/${task.id}`, 200, task);
    if (index % 2 === 0) {
      task.state = 'doing';
      send(`POST /tasks/${task.id}/start`, 200, task);
      project.tasks -= 1;
      send(`DELETE /tasks/${task.id}`, 204);
      send(`GET /tasks/${task.id}`, 404, { error: 'no such task' });
      send(`GET /projects/${project.id}`, 200, project);
    } else {
      task.state = 'reviewed';
      send('POST /reviews', 201, { grade: 5 }, { taskId: task.id });
      send(`GET /tasks/${task.id}`, 200, task);
    }
  }
  return harOf(...entries);
}

it('learns references by small numeric ids, and infers no false state transition', async () => {
  const folder = await folderWith({ 'work.har': record() });
  const [har, learned] = ['work.har', 'learned'].map((name) => join(folder, name));
  const { out } = await runCli('learn', String(har), '--folder', String(learned), '--json');
  const { 'the whole recording': agreement } = JSON.parse(out).agreements;
  expect(agreement).toMatchObject({ status: agreement.exchanges, shape: agreement.exchanges });

  const file = join(String(learned), 'openapi.yaml');
  const { resources } = Object(await loadYaml(file))['x-understudy'];
  expect(resources).toBeUndefined();
  const evidence = await readFile(join(String(learned), 'evidence.md'), 'utf8');
  expect(evidence).not.toMatch(/ becomes /);

  const given = await start({ apis: [file] }, 'any');
  const { body: person } = await call(given, 'POST /people', { name: 'Mine' });
  const made = await call(given, 'POST /projects', { title: 'Mine', ownerId: person.id });
  expect([made.status, made.body.ownerId]).toEqual([201, person.id]);
}, 120_000);
