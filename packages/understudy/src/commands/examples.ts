/** Example arguments by command. A subcommand shows the examples that begin with its name. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  start: [
    'start https://petstore3.swagger.io/api/v3/openapi.json',
    'start ./openapi.yaml --seed demo:5 --watch',
    'start inventory --port 4020 --clock manual',
  ],
  work: ['work --data postgres://user:password@host/database --concurrency 4'],
  env: ['env inventory >> .env'],
  explain: ['explain ./openapi.yaml'],
  run: ['run --api identity', 'run --target http://127.0.0.1:4010', 'run --target stage --report html=report.html'],
  plan: ['plan --target stage --allow-effects create'],
  config: ['config check'],
  schema: ['schema config', 'schema --out schemas'],
  coverage: ['coverage --json'],
  list: ['list claims --api inventory', 'list operations --json'],
  lint: ['lint ./openapi.yaml ./scenarios'],
  baseline: ['baseline check stage', 'baseline update stage'],
  changes: ['changes --from-snapshot before'],
  trigger: [`trigger petstore petCreated --data '{"name": "Rex"}'`],
  seed: ['seed write petstore ./pets.seed.yaml'],
  snapshot: ['snapshot save state.json', 'snapshot load state.json --target http://127.0.0.1:4010/~copy'],
  data: [
    'data list --data ./state',
    'data export ada copy.json --data ./state',
    'data import copy.json --data ./state',
    'data delete ada --data ./state',
  ],
  completion: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/understudy.fish'],
  init: ['init', 'init --api ./openapi.yaml --tests vitest --ci github'],
  doctor: ['doctor', 'doctor --port 4020 --data ./state'],
  inspect: ['inspect forecast cold-brew --demo', 'inspect invoice invoice.xml'],
};

/** Commands of other tools, and the equivalent Understudy arguments. */
export const otherNames: Readonly<Record<string, string>> = {
  mock: 'start <description>',
  stub: 'start <description>',
  dev: 'start <description> --watch',
  plot: 'inspect forecast <dataset>',
  validate: 'lint <description>',
  verify: 'run --target <url>',
  record: 'proxy --target <url> --record <file>',
  generate: 'types <description>',
  convert: 'import <file>',
};
