/** Example arguments by command. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  start: [
    'start ./openapi.yaml --seed demo:5 --watch',
    'start inventory --port 4020 --clock manual',
    'start recording:spring --port 4020',
  ],
  'state env': ['state env inventory >> .env'],
  explain: ['explain ./openapi.yaml'],
  'test run': [
    'test run --api identity',
    'test run --target http://127.0.0.1:4010',
    'test run --target stage --report html=report.html',
  ],
  'test plan': ['test plan --target stage --allow-effects create'],
  'test coverage': ['test coverage --json'],
  'test baseline': ['test baseline stage', 'test baseline stage --update --owner ada --expires 2027-01-31'],
  'doctor config': ['doctor config'],
  generate: ['generate types ./openapi.yaml --out src/api.ts', 'generate package ./openapi.yaml'],
  'generate types': ['generate types ./petstore.yaml --out src/generated/types.ts'],
  'generate client': ['generate client ./petstore.yaml --out src/generated/petstore.ts'],
  'generate package': [
    'generate package ./petstore.yaml',
    'generate package ./petstore.yaml --operations addPet,deletePet --folder ./acme-pets',
  ],
  'generate schema': ['generate schema config', 'generate schema --out schemas'],
  'generate completion': [
    'generate completion bash >> ~/.bashrc',
    'generate completion fish > ~/.config/fish/completions/understudy.fish',
  ],
  convert: ['convert import ./mappings --folder ./imported', 'convert export postman traffic.har'],
  'explain list': ['explain list claims --api inventory', 'explain list operations --json'],
  'check lint': ['check lint ./openapi.yaml ./scenarios'],
  state: ['state save before.json', 'state diff', 'state reset'],
  'state ls': ['state ls'],
  'state save': ['state save state.json --target http://127.0.0.1:4010/~copy'],
  'state load': ['state load state.json --target http://127.0.0.1:4010/~copy'],
  'state rm': ['state rm ada'],
  'state diff': ['state diff --from-snapshot before'],
  'state undo': ['state undo'],
  'state reset': ['state reset --target http://127.0.0.1:4010/~copy'],
  'state seed': ['state seed petstore ./pets.seed.yaml'],
  'state backup': ['state backup ./backup'],
  'state restore': ['state restore ./backup'],
  'state check': ['state check --data ./state'],
  'state trigger': [`state trigger petstore petCreated --with '{"name": "Rex"}'`],
  init: ['init', 'init --api ./openapi.yaml --tests vitest --ci github'],
  doctor: ['doctor', 'doctor --port 4020 --data ./state'],
};

/** Commands of other tools, and the equivalent Understudy arguments. */
export const otherNames: Readonly<Record<string, string>> = {
  mock: 'start <description>',
  stub: 'start <description>',
  dev: 'start <description> --watch',
  validate: 'check lint <description>',
  verify: 'test run --target <url>',
  record: 'proxy --target <url> --record <file>',
};
