import { InvalidArchiveError, readHar } from '@understudy/conformance';
import { createLearnedFiles } from '../learn/create-learned-files.js';
import { learnRecording } from '../learn/learn-recording.js';
import { RecordingCleaner, refuseOriginals } from '../learn/recording-cleaner.js';
import { UsageError } from '../usage-error.js';
import { createArgumentsSchema, type McpTool, ToolError } from './tool.js';

/** Maximum number of entries, so that the tool responds within seconds. */
const mostEntries = 500;

export const learnTool: McpTool = {
  name: 'learn_api',
  description:
    'Learns an API from an HTTP archive (HAR 1.2) of recorded requests. Returns the texts of its files: description with behavior, seed, scenarios that pass, and evidence. Secrets and personal data are replaced first. Write the files to a folder, and pass openapi.yaml to start_description.',
  input: createArgumentsSchema(
    {
      har: { type: 'string', minLength: 2, maxLength: 5_000_000, description: 'The text of the archive.' },
      title: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,40}$', default: 'learned', description: 'Name of the API.' },
      keep: {
        type: 'array',
        maxItems: 50,
        items: { type: 'string' },
        default: [],
        description: 'Members whose personal data or amounts stay as they are.',
      },
    },
    ['har'],
  ),
  readOnly: true,
  output: { files: 'object', agreements: 'object', notes: 'array' },
  run: async ({ har, title, keep }) => {
    const name = String(title);
    const members = [keep].flat().map(String);
    try {
      const { entries } = readHar(String(har));
      if (entries.length > mostEntries)
        throw new ToolError(
          `learn_api: the archive has ${entries.length} entries; the limit is ${mostEntries}. Use "understudy learn" instead.`,
        );
      const cleaner = new RecordingCleaner({ keep: members });
      const clean = cleaner.clean(entries);
      const result = await learnRecording(clean, { title: name, keep: members, checks: {} });
      const { files, notes } = await createLearnedFiles(name, result, { entries: clean, url: '../openapi.yaml' });
      refuseOriginals(cleaner, files);
      return { files: Object.fromEntries(files), agreements: result.agreements, notes };
    } catch (error) {
      if (error instanceof UsageError || error instanceof InvalidArchiveError)
        throw new ToolError(`learn_api: ${error.message}`);
      throw error;
    }
  },
};
