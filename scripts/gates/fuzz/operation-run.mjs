import { isDeepStrictEqual } from 'node:util';
import { Chance } from './chance.mjs';
import { RequestGenerator } from './generate-request.mjs';
import { judgeAnswer, refusalByContract } from './judge-answer.mjs';
import { sendRequest } from './send-request.mjs';
import { mutantsOf } from './snapshot-mutants.mjs';
import { spoilRequest } from './spoil-request.mjs';
import { openWorld, settle, stateOf } from './world.mjs';

const validPerOperation = 50;
const spoiledPerOperation = 200;
const leastPerOperation = 50;

/** Tries to make a request that fits the contract, before one that does not is taken. */
const draws = 20;

/** The requests to one operation, in a world of its own. */
export class OperationRun {
  failures = [];

  constructor(simulators, contract, operation, seed) {
    this.simulators = simulators;
    this.contract = contract;
    this.operation = operation;
    this.defectsSeen = simulators.defects.length;
    this.chance = new Chance(`${seed} ${operation.api} ${operation.operationId}`);
    this.counts = {
      api: operation.api,
      operation: operation.operationId,
      valid: 0,
      spoiled: 0,
      accepted: 0,
      refused: 0,
    };
  }

  async all(document, known) {
    const { simulators, operation, chance } = this;
    this.world = await openWorld(simulators, operation, known, (whole) => mutantsOf(whole, chance));
    const generator = new RequestGenerator(document, operation, this.world.familiar, chance);
    const valid = Array.from({ length: validPerOperation }, () => this.drawValid(generator));
    for (const [index, request] of valid.entries())
      await this.sendValid(request, operation.method !== 'GET' || index % 5 === 0);
    if (this.counts.accepted === 0) this.fail({ what: 'all' }, undefined, ['no generated request was accepted']);
    await settle(this.world.control);
    const spoiled = chance
      .sample(valid, 4)
      .flatMap((request) => [...spoilRequest(request, operation, generator.parameters)]);
    const quick = spoiled.filter(
      (request) => this.refusalOf(request) !== undefined || keeps(request, this.world.familiar.always),
    );
    await this.sendSpoiled(chance.sample(quick, spoiledPerOperation));
    for (let extra = this.counts.valid + this.counts.spoiled; extra < leastPerOperation; extra++) {
      await this.sendValid(this.drawValid(generator), true);
    }
    if (operation.api !== 'control') await this.sendPreferences(valid[0]);
    await settle(this.world.control);
    await this.world.close();
    this.failOnDefects('afterwards');
  }

  /** Defects that no request was answered with: of work that goes on, or of the probes for the state. */
  failOnDefects(what) {
    for (const { what: where, error } of this.newDefects()) {
      this.fail({ what }, undefined, [`a defect: ${where}: ${error instanceof Error ? error.message : error}`]);
    }
  }

  /** The defects that came up since this was last asked. */
  newDefects() {
    const defects = this.simulators.defects.slice(this.defectsSeen);
    this.defectsSeen += defects.length;
    return defects;
  }

  drawValid(generator) {
    let request = generator.generate();
    for (let draw = 1; draw < draws && this.refusalOf(request) !== undefined; draw++) request = generator.generate();
    return request;
  }

  /** One that fits the contract. When it is refused all the same, it must have changed nothing. */
  async sendValid(request, compare) {
    this.counts.valid++;
    const before = compare ? await this.state() : undefined;
    const answer = await this.send(request);
    if (answer === undefined) return;
    if (answer.status < 400) this.counts.accepted++;
    else {
      this.counts.refused++;
      if (compare) await this.expectState(before, [request]);
    }
  }

  /** First those that the contract refuses, with the state compared over them all; then the others. */
  async sendSpoiled(requests) {
    const refused = requests.filter((request) => this.refusalOf(request) !== undefined);
    const before = await this.state();
    for (const request of refused) await this.send(request);
    const after = await this.state();
    if (!isDeepStrictEqual(before, after)) await this.findCulprit(refused, before, after);
    for (const request of requests) if (!refused.includes(request)) await this.send(request);
    this.counts.spoiled += requests.length;
    this.counts.refused += refused.length;
  }

  /** Something of these has changed the state: sends them again, one by one, to name it. */
  async findCulprit(requests, before, after) {
    const earlier = this.failures.length;
    for (const request of requests) {
      const state = await this.state();
      await this.send(request);
      await this.expectState(state, [request]);
      if (this.failures.length > earlier) return;
    }
    this.fail({ what: 'all that were refused' }, undefined, [`together they changed ${differenceOf(before, after)}`]);
  }

  /** A documented error that is asked for is answered, whatever the request. */
  async sendPreferences(request) {
    for (const status of this.operation.statuses.filter((status) => Number(status) >= 400)) {
      const asking = {
        ...request,
        what: `Prefer: code=${status}`,
        headers: { ...request.headers, prefer: `code=${status}` },
      };
      const answer = await this.sendUnjudged(asking);
      const wrong = judgeAnswer(this.contract, this.operation, undefined, answer.path, answer, []);
      const others = wrong.filter((message) => message !== `${status} was answered`);
      if (String(answer.status) !== status) others.push(`${answer.status} was answered instead`);
      if (others.length > 0) this.fail(asking, answer, others);
    }
  }

  async send(request) {
    const { contract, operation } = this;
    try {
      const answer = await this.sendUnjudged(request);
      const refusal = this.refusalOf(request);
      const wrong = judgeAnswer(contract, operation, refusal, answer.path, answer, this.newDefects());
      if (wrong.length > 0) this.fail(request, answer, wrong);
      return answer;
    } catch (error) {
      this.fail(request, undefined, [error instanceof Error ? error.message : String(error)]);
      return undefined;
    }
  }

  async sendUnjudged(request) {
    const answer = await sendRequest(this.simulators, this.world.url, this.operation, request);
    return { ...answer, path: answer.address.pathname.slice(new URL(this.world.url).pathname.length) };
  }

  refusalOf(request) {
    const { operation, contract } = this;
    const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name) =>
      encodeURIComponent(request.path[name] ?? ''),
    );
    const { pathname } = new URL(path, 'http://host');
    const body = operation.method === 'GET' ? undefined : request.body;
    return refusalByContract(contract, operation, request, pathname, request.query, body);
  }

  async state() {
    this.failOnDefects('between requests');
    const state = await stateOf(this.simulators, this.world.control);
    this.failOnDefects('reading the state');
    return state;
  }

  async expectState(before, [request]) {
    const after = await this.state();
    if (isDeepStrictEqual(before, after)) return;
    this.fail(request, undefined, [`it was refused, and yet it changed ${differenceOf(before, after)}`]);
  }

  fail(request, answer, wrong) {
    this.failures.push({ operation: this.operation, request, answer, wrong });
  }
}

/** Whether a request still has what every request to the operation must have. */
function keeps({ query, value }, { query: wantedQuery = {}, body: wantedBody = {} } = {}) {
  const sent = Object.fromEntries(query);
  return (
    Object.entries(wantedQuery).every(([name, wanted]) => sent[name] === wanted) &&
    Object.entries(wantedBody).every(([name, wanted]) => value?.[name] === wanted)
  );
}

function differenceOf(before, after) {
  const changed = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return changed
    .map(
      (key) =>
        `${key}: ${JSON.stringify(before[key])?.slice(0, 300)} became ${JSON.stringify(after[key])?.slice(0, 300)}`,
    )
    .join('; ');
}
