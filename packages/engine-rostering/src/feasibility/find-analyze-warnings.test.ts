import { describe, expect, it } from 'vitest';
import { compileDefinition, createSmallDefinition, onlyEmployee, strictRule } from '../testing/small-definition.js';
import { findAnalyzeWarnings, type WarningTexts, warningLanguages } from './find-analyze-warnings.js';

const warningsOf = (definition: unknown, texts?: WarningTexts) =>
  findAnalyzeWarnings(compileDefinition(definition), texts);
const away = strictRule('employeeAvailability', {
  periods: { customDefinitions: [{ startDate: '2026-03-03', endDate: '2026-03-03' }] },
  ...onlyEmployee('b'),
});

describe('findAnalyzeWarnings', () => {
  it('returns the documented sample warning for any input', () => {
    const dummy = [
      {
        message: 'Employee {0} has no availability on {1}',
        entities: [
          { property: 'employeeId', value: 'E1' },
          { property: 'date', value: '2026-01-01' },
        ],
      },
    ];
    expect(warningsOf(createSmallDefinition())).toEqual(dummy);
    expect(warningsOf(createSmallDefinition({ constraints: away }))).toEqual(dummy);
  });

  it('reports the real causes with analyzeInput=true', () => {
    const configuration = { analyzeInput: true };
    expect(warningsOf(createSmallDefinition({ configuration }))).toEqual([]);
    expect(warningsOf(createSmallDefinition({ configuration, constraints: away }))).toEqual([
      {
        message: 'Employee {0} has no availability on {1}',
        entities: [
          { property: 'employeeId', value: 'b' },
          { property: 'date', value: '2026-03-03' },
        ],
      },
    ]);
  });

  it('returns the same entities in every language (rostering.headers.accept-language)', () => {
    const demands = [{ shiftDemands: [{ shiftId: 'day', min: 3, ideal: 3, max: 3 }] }];
    const definition = createSmallDefinition({ configuration: { analyzeInput: true }, constraints: away, demands });
    const languages = new Set(warningLanguages.values());
    const translations = [...languages].map((texts) => warningsOf(definition, texts));
    expect(languages.size).toBe(6);
    expect(new Set(translations.map((warnings) => JSON.stringify(warnings.map(({ entities }) => entities)))).size).toBe(
      1,
    );
    for (const index of translations[0]?.keys() ?? []) {
      expect(new Set(translations.map((warnings) => warnings[index]?.message)).size).toBe(6);
    }
    for (const texts of languages) {
      expect(texts.noAvailability).toMatch(/\{0\}.*\{1\}/);
      for (const text of [...Object.values(texts.checks), ...Object.values(texts.properties)]) {
        expect(text.trim()).not.toBe('');
        expect(text).not.toMatch(/[{}]/);
      }
    }
  });

  it('returns an entity for every placeholder, with a string value', () => {
    const demands = [{ shiftDemands: [{ shiftId: 'day', min: 3, ideal: 3, max: 3 }] }];
    const warnings = warningsOf(createSmallDefinition({ configuration: { analyzeInput: true }, demands }));
    expect(warnings.length).toBeGreaterThan(0);
    for (const { entities, message } of warnings) {
      const places = [...message.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]));
      expect(places).toEqual(entities.map((_, index) => index));
      expect(entities.every(({ value }) => typeof value === 'string')).toBe(true);
    }
  });
});
