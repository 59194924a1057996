import { danish } from './danish.js';
import { english } from './english.js';
import { finnish } from './finnish.js';
import { german } from './german.js';
import { norwegian } from './norwegian.js';
import { swedish } from './swedish.js';
import type { WarningTexts } from './warning-texts.js';

/**
 * Warnings by language tag (BCP 47), in lower case. Norwegian answers to its macrolanguage and both written forms
 * (rostering.gap.analyze-language).
 */
export const warningLanguages: ReadonlyMap<string, WarningTexts> = new Map([
  ['en', english],
  ['fi', finnish],
  ['no', norwegian],
  ['nb', norwegian],
  ['nn', norwegian],
  ['sv', swedish],
  ['da', danish],
  ['de', german],
]);
