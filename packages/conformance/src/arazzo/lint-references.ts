import { checkJsonPath, isObject, joinPointer, suggestName } from '@understudy/contract';
import { findExpressions } from '../expressions/interpolate.js';
import { type ConditionOperand, type ParsedCondition, parseCondition } from '../expressions/parse-condition.js';
import { isExpressionText, parseExpression, type RuntimeExpression } from '../expressions/parse-expression.js';
import type { LintProblem } from './check-structure.js';
import type { Criterion, FailureAction, ScenarioFile, SuccessAction, Workflow } from './model.js';
import { isReusable, parseComponentName, readDeclaredInputs, resolveReusables, resolveWorkflow } from './resolve.js';

/** Receives the parts of a workflow that can contain expressions. */
interface TextVisitor {
  text(text: string, pointer: string): void;
  criterion(criterion: Criterion, pointer: string): void;
  reference(reference: string, section: 'parameters' | 'successActions' | 'failureActions', pointer: string): void;
}

const sections = {
  parameters: 'parameters',
  onSuccess: 'successActions',
  successActions: 'successActions',
  onFailure: 'failureActions',
  failureActions: 'failureActions',
} as const;
/** Keys whose values contain no expressions: prose, names, schemas, and input for other rules. */
const skipped = new Set([
  ...['description', 'summary', 'inputs', 'workflowId', 'stepId', 'operationId', 'operationPath', 'dependsOn'],
  ...['name', 'in', 'type', 'x-claims', 'x-finally'],
]);

/**
 * Walks a workflow and calls the visitor for each string that can contain expressions, each criterion and each
 * reference.
 */
function visitStrings(value: unknown, pointer: string, visitor: TextVisitor): void {
  if (typeof value === 'string') visitor.text(value, pointer);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitStrings(item, `${pointer}/${index}`, visitor);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const at = joinPointer(pointer, key);
    // Inside a payload, a value and outputs, every key is data.
    if (key === 'payload' || key === 'value' || key === 'outputs') walkData(item, at, visitor);
    else if (key === 'successCriteria' || key === 'criteria') walkCriteria(item, at, visitor);
    else if (key in sections && Array.isArray(item)) walkReusables(item, key, at, visitor);
    else if (!skipped.has(key)) visitStrings(item, at, visitor);
  }
}

function walkReusables(items: unknown[], key: string, pointer: string, visitor: TextVisitor): void {
  const section = Object.entries(sections).find(([name]) => name === key)?.[1];
  for (const [index, item] of items.entries()) {
    const at = `${pointer}/${index}`;
    if (section !== undefined && isObject(item) && isReusable(item))
      visitor.reference(item.reference, section, `${at}/reference`);
    visitStrings(item, at, visitor);
  }
}

function walkCriteria(items: unknown, pointer: string, visitor: TextVisitor): void {
  for (const [index, item] of (Array.isArray(items) ? items : []).entries())
    if (isCriterion(item)) visitor.criterion(item, `${pointer}/${index}`);
}

function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof value.condition === 'string';
}

function walkData(value: unknown, pointer: string, visitor: TextVisitor): void {
  if (typeof value === 'string') visitor.text(value, pointer);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkData(item, `${pointer}/${index}`, visitor);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) walkData(item, joinPointer(pointer, key), visitor);
  }
}

/**
 * Checks everything a workflow refers to (steps, inputs, workflows and components) and the syntax of its conditions.
 */
export function lintReferences(file: ScenarioFile): LintProblem[] {
  return file.document.workflows.flatMap((workflow, index) => {
    const pointer = `/workflows/${index}`;
    const problems = lintActions(file, workflow, pointer);
    const report = (rule: string, message: string, at: string): void => {
      problems.push({ rule, message: `Workflow ${workflow.workflowId}: ${message}`, pointer: at });
    };
    // A workflow can have thousands of expressions.
    const inputs = Object.keys(readDeclaredInputs(workflow, file).properties);
    visitStrings(workflow, pointer, {
      text: (text, at) => {
        for (const expression of findExpressions(text)) checkText(expression, at);
        const message = `"${text}" contains an expression without braces, which is not evaluated; write {$…}.`;
        if (unbraced(text)) report('arazzo/unbraced-expression', message, at);
      },
      criterion: (criterion, at) => {
        const problem = checkCriterionSyntax(criterion);
        if (problem !== undefined)
          report('arazzo/condition', `cannot parse the condition "${criterion.condition}": ${problem}.`, at);
        for (const expression of expressionsOf(criterion)) checkExpression(expression, at);
        if (criterion.context !== undefined) checkText(criterion.context, `${at}/context`);
      },
      reference: (reference, section, at) => {
        const name = parseComponentName(reference, section);
        const known = Object.keys(file.document.components?.[section] ?? {});
        if (name !== undefined && known.includes(name)) return;
        report('arazzo/unknown-component', `there is no ${reference}.${suggestName(name ?? reference, known)}`, at);
      },
    });
    return problems;

    function checkText(text: string, at: string): void {
      const parsed = parseExpression(text);
      if ('problem' in parsed) report('arazzo/expression', `${parsed.problem}.`, at);
      else if ('expression' in parsed) checkExpression(parsed.expression, at);
    }

    function checkExpression(expression: RuntimeExpression, at: string): void {
      const problem =
        expression.kind === 'inputs'
          ? missing(expression.name, inputs, `$inputs.${expression.name} is not a declared input.`)
          : unresolvable(expression, workflow, file);
      if (problem !== undefined) report('arazzo/unresolvable', problem, at);
    }
  });
}

function unresolvable(expression: RuntimeExpression, workflow: Workflow, file: ScenarioFile): string | undefined {
  switch (expression.kind) {
    case 'steps': {
      const { stepId, name } = expression;
      const step = workflow.steps.find((candidate) => candidate.stepId === stepId);
      const ids = workflow.steps.map((other) => other.stepId);
      if (step === undefined) return `$steps.${stepId} does not exist.${suggestName(stepId, ids)}`;
      const called = step.workflowId === undefined ? undefined : resolveWorkflow(step.workflowId, file);
      const inherited = called !== undefined && 'workflow' in called ? called.workflow.outputs : undefined;
      return missing(name, Object.keys(step.outputs ?? inherited ?? {}), `the step ${stepId} has no output ${name}.`);
    }
    case 'workflows': {
      const { workflowId, name, field } = expression;
      const resolved = resolveWorkflow(workflowId, file);
      if ('problem' in resolved) return `$workflows.${workflowId}: ${resolved.problem}`;
      const { outputs = {} } = resolved.workflow;
      const known = Object.keys(
        field === 'outputs' ? outputs : readDeclaredInputs(resolved.workflow, resolved.file).properties,
      );
      return missing(name, known, `the workflow ${workflowId} has no ${field} ${name}.`);
    }
    case 'sourceDescriptions': {
      const known = file.document.sourceDescriptions.map((source) => source.name);
      if (known.includes(expression.source)) return undefined;
      return `unknown source description ${expression.source}.${suggestName(expression.source, known)}`;
    }
    default:
      return undefined;
  }
}

/** Returns `message` and a suggestion if `name` is unknown. Names can contain dots, which also separate members. */
function missing(name: string, known: string[], message: string): string | undefined {
  if (known.some((candidate) => name === candidate || name.startsWith(`${candidate}.`))) return undefined;
  return message + suggestName(name, known);
}

function unbraced(text: string): boolean {
  if (isExpressionText(text) && !/\s/.test(text)) return false;
  const outside = text.replaceAll(/\{\$[^{}]*\}/g, '');
  return outside
    .split(/[\s"'/,:;=&]+/)
    .some((word) => /^\$(inputs|steps|workflows)\./.test(word) && isExpressionText(word));
}

function expressionsOf(criterion: Criterion): RuntimeExpression[] {
  if (criterion.type !== undefined && criterion.type !== 'simple') return [];
  const parsed = parseCondition(criterion.condition);
  return 'condition' in parsed ? inCondition(parsed.condition) : [];
}

function inCondition(condition: ParsedCondition): RuntimeExpression[] {
  const ofOperand = (operand: ConditionOperand): RuntimeExpression[] =>
    'expression' in operand ? [operand.expression] : [];
  switch (condition.kind) {
    case 'not':
      return inCondition(condition.operand);
    case 'value':
      return ofOperand(condition.operand);
    case 'comparison':
      return [...ofOperand(condition.left), ...ofOperand(condition.right)];
    default:
      return [...inCondition(condition.left), ...inCondition(condition.right)];
  }
}

/** Returns the syntax error of a criterion, if any. */
function checkCriterionSyntax(criterion: Criterion): string | undefined {
  const type = typeof criterion.type === 'object' ? criterion.type.type : (criterion.type ?? 'simple');
  if (type === 'simple') {
    const parsed = parseCondition(criterion.condition);
    return 'problem' in parsed ? parsed.problem : undefined;
  }
  if (criterion.context === undefined) return `a ${type} criterion needs a context, as in "context: $response.body"`;
  if (type === 'xpath') return 'criteria of type xpath are not supported; use simple, regex or jsonpath';
  try {
    if (type === 'regex') new RegExp(criterion.condition);
    else checkJsonPath(criterion.condition);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  }
}

function lintActions(file: ScenarioFile, workflow: Workflow, pointer: string): LintProblem[] {
  const problems: LintProblem[] = [];
  const checkWorkflow = (name: string | undefined, at: string): void => {
    if (name === undefined) return;
    const resolved = resolveWorkflow(name, file);
    if ('problem' in resolved)
      problems.push({ rule: 'arazzo/unknown-workflow', message: resolved.problem, pointer: at, actual: name });
  };
  const stepIds = workflow.steps.map((step) => step.stepId);
  const checkAction = (action: SuccessAction | FailureAction, at: string): void => {
    checkWorkflow(action.workflowId, at);
    const { stepId } = action;
    if (stepId !== undefined && !stepIds.includes(stepId)) {
      const message = `The action ${action.name} goes to the unknown step "${stepId}" of ${workflow.workflowId}.${suggestName(stepId, stepIds)}`;
      problems.push({ rule: 'arazzo/unknown-step', message, pointer: at, actual: stepId });
    }
    const targets = [action.workflowId, stepId].filter((target) => target !== undefined).length;
    if (action.type === 'goto' && targets !== 1) {
      const message = `The goto action ${action.name} must have either a stepId or a workflowId.`;
      problems.push({ rule: 'arazzo/goto-target', message, pointer: at });
    }
    if (action.type === 'retry' && action.retryLimit === undefined) {
      const message = `The action ${action.name} has no retryLimit, so it retries only once; add a retryLimit.`;
      problems.push({ rule: 'scenario/no-retry-limit', severity: 'warning', message, pointer: at });
    }
  };
  for (const [index, name] of (workflow.dependsOn ?? []).entries())
    checkWorkflow(name, `${pointer}/dependsOn/${index}`);
  checkWorkflow(workflow['x-finally'], `${pointer}/x-finally`);
  for (const action of resolveReusables(workflow.successActions, 'successActions', file))
    checkAction(action, `${pointer}/successActions`);
  for (const action of resolveReusables(workflow.failureActions, 'failureActions', file))
    checkAction(action, `${pointer}/failureActions`);
  for (const [index, step] of workflow.steps.entries()) {
    const at = `${pointer}/steps/${index}`;
    checkWorkflow(step.workflowId, `${at}/workflowId`);
    for (const action of resolveReusables(step.onSuccess, 'successActions', file))
      checkAction(action, `${at}/onSuccess`);
    for (const action of resolveReusables(step.onFailure, 'failureActions', file))
      checkAction(action, `${at}/onFailure`);
  }
  return problems;
}
