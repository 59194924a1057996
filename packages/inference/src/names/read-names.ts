import { isObject, omitUndefined } from '@understudy/contract';
import {
  type DescriptionNames,
  type ErrorName,
  type NameMeaning,
  type NewName,
  normalizeName,
  type PageName,
  type PageValue,
  splitWords,
  toSingular,
} from '@understudy/model';
import { errorHolders, errorMembers, errorNumbers, otherErrorHolders, successFlags } from '../words/error-words.js';
import { nameMembers } from '../words/event-members.js';
import { fileFacts } from '../words/file-members.js';
import { caseHeaders, messageHeaders } from '../words/header-words.js';
import {
  apiOrigins,
  contentCounts,
  countMembers,
  credentials,
  instantEndings,
  originMembers,
  ownAddresses,
  ownKinds,
  positiveFlags,
  secrets,
} from '../words/new-record-words.js';
import {
  backward,
  linkMembers,
  listAddress,
  listHeaders,
  onward,
  pageAddresses,
  pageHolders,
  pageTokens,
  pageValues,
  totalHeaders,
} from '../words/page-words.js';
import { offValues, receiverMembers, receiverSettings } from '../words/receiver-words.js';
import {
  allValues,
  bareIds,
  callingMembers,
  identifyingMembers,
  instantKeys,
  labelMembers,
  replyMembers,
  uuidKeys,
} from '../words/record-names.js';
import { expandParameters, fieldParameters, wantedCounts } from '../words/request-words.js';
import { stateMembers } from '../words/state-members.js';
import { addressNames, blockTexts, streamMembers, streamPhases, streamTexts } from '../words/text-words.js';
import { stampNames } from '../words/timestamp-words.js';

/** Reads the meanings of all names in a description in advance, so requests only look them up. */
export function readNames(document: unknown): DescriptionNames {
  // An error has a message, whatever the names of its members. A filter or a member can have values that the
  // description omits.
  const names = new Set<string>(['error', 'message', ...allValues, ...offValues]);
  collect(document, names, new Set());
  const meanings = [...names].map((name) => [name, meaningOf(name)] as const);
  return new Map(meanings.filter(([, meaning]) => Object.keys(meaning).length > 0));
}

/**
 * Collects the names of members, parameters, headers and values: the keys of all objects, the values of `name` and
 * `const`, and the strings in lists.
 */
function collect(value: unknown, names: Set<string>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value) {
      // A value in a list, such as an enum.
      if (typeof item === 'string' && item.length < longest) names.add(item);
      else collect(item, names, seen);
    }
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    names.add(name);
    if ((name === 'name' || name === 'const') && typeof inner === 'string') names.add(inner);
    if (isObject(inner) || Array.isArray(inner)) collect(inner, names, seen);
  }
}

/** Maximum length of a name. */
const longest = 60;

const isAmong = (list: string, plain: string) => ` ${list} `.includes(` ${plain} `);
const yes = (holds: boolean) => (holds ? (true as const) : undefined);
const some = <Meaning extends object>(meaning: Meaning) => (Object.keys(meaning).length === 0 ? undefined : meaning);

function meaningOf(name: string): NameMeaning {
  const plain = normalizeName(name);
  const lower = name.toLowerCase();
  return omitUndefined({
    page: some(pageMeaningOf(plain)),
    added: some(newMeaningOf(name, plain)),
    error: some(errorMeaningOf(plain)),
    isAddress: yes(isAmong(linkMembers, plain)),
    isUrl: yes(addressNames.test(name)),
    isPath: yes(plain.endsWith('uri')),
    calls: positionIn(callingMembers, name),
    header: messageHeaders.test(lower) ? ('message' as const) : caseHeaders.test(lower) ? ('case' as const) : undefined,
    listHeader: listHeaderOf(plain),
    selects: isAmong(expandParameters, plain)
      ? ('references' as const)
      : isAmong(fieldParameters, plain)
        ? ('members' as const)
        : undefined,
    isStamp: yes(stampNames.test(plain)),
    isApi: yes(apiOrigins.test(name)),
    isWanted: yes(wantedCounts.test(name)),
    keyForm: uuidKeys.test(name) ? ('uuid' as const) : instantKeys.test(name) ? ('instant' as const) : undefined,
    isId: yes(bareIds.has(lower)),
    identifies: positionIn(identifyingMembers, name),
    holdsLabels: yes(labelMembers.has(name)),
    isReplyTo: yes(replyMembers.test(name)),
    meansAll: yes(allValues.has(name)),
    receiver: receiverFacts.find((each) => isAmong(receiverMembers[each], plain)),
    holdsReceiver: yes(name === receiverSettings),
    file: fileFactOf(plain),
    tellsEvent: yes(nameMembers.test(plain)),
    isOff: yes(offValues.has(name)),
    blockText: positionIn(blockTexts, name),
    streamText: positionIn(streamTexts, name),
    stream: streamFacts.find((each) => streamMembers[each].test(name)),
    phase: positionOf(streamPhases.findIndex((phase) => phase.test(name))),
  });
}

const receiverFacts = ['address', 'events', 'secret', 'on'] as const;
const streamFacts = ['delta', 'message', 'role', 'end', 'reason'] as const;

/** A name or type alone does not indicate a file. */
function fileFactOf(plain: string): NameMeaning['file'] {
  if (plain === 'name' || plain === 'type') return plain === 'name' ? 'title' : undefined;
  const value = fileFacts.find(([form]) => form.test(plain))?.[1];
  return fileFactNames.find((each) => value === `upload.${each}`);
}

const fileFactNames = ['name', 'size', 'type', 'sha256'] as const;

function positionIn(names: readonly string[], name: string): number | undefined {
  return positionOf(names.indexOf(name));
}

function positionOf(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

function listHeaderOf(plain: string): NameMeaning['listHeader'] {
  if (plain === listHeaders.links) return 'links';
  if (totalHeaders.test(plain)) return 'total';
  return plain === listHeaders.pages ? 'pages' : undefined;
}

function pageMeaningOf(plain: string): PageName {
  const leads = isAmong(onward, plain)
    ? ('onward' as const)
    : isAmong(backward, plain)
      ? ('backward' as const)
      : undefined;
  const says = pageValueNames.find((value) => isAmong(pageValues[value], plain));
  const [inText, inLink] = [isAmong(pageAddresses.text, plain), isAmong(pageAddresses.link, plain)];
  const end = (['first', 'last'] as const).find((each) => plain.startsWith(each)) ?? ('own' as const);
  return omitUndefined({
    holds: yes(isAmong(pageHolders, plain)),
    leads,
    isToken: yes(pageTokens[leads ?? 'onward'].test(plain)),
    says,
    address: plain === listAddress ? ('list' as const) : inText || inLink ? end : undefined,
    inText: yes(inText),
    inLink: yes(inLink),
    isTotal: yes(plain.startsWith('total')),
  });
}

const pageValueNames = Object.keys(pageValues) as PageValue[];

function errorMeaningOf(plain: string): ErrorName {
  const says = errorNames.filter(
    (each) =>
      isAmong(errorMembers[each], plain) ||
      (each === 'place' && isAmong(errorMembers.place, toSingular(plain.replace(/^(?:invalid|wrong|bad)/, '')))),
  );
  return omitUndefined({
    says: says.length === 0 ? undefined : says,
    writes: plain.includes('pointer') ? ('pointer' as const) : undefined,
    holds: yes(errorHolders.test(plain) || isAmong(otherErrorHolders, plain)),
    isSuccess: yes(isAmong(successFlags, plain)),
    isNumber: yes(errorNumbers.test(plain)),
  });
}

const errorNames = ['message', 'code', 'status', 'place', 'item'] as const;

function newMeaningOf(name: string, plain: string): NewName {
  const words = splitWords(name.replace(/(?<=[a-z])(?=\d)/g, ' ')).join(' ');
  const instant = { bare: instantEndings.bare.test(words), formatted: instantEndings.formatted.test(words) };
  return omitUndefined({
    is: isAmong(ownAddresses, plain)
      ? ('address' as const)
      : isAmong(ownKinds.all, plain)
        ? ('kind' as const)
        : isAmong(originMembers, plain)
          ? ('origin' as const)
          : isStateMember(plain)
            ? ('state' as const)
            : contentCounts.test(plain)
              ? ('members' as const)
              : undefined,
    isAlways: yes(isAmong(ownKinds.always, plain)),
    isCount: yes(countMembers.test(plain)),
    isPositive: yes(positiveFlags.test(plain)),
    credential: credentials.test(plain) ? (secrets.test(name) ? ('secret' as const) : ('other' as const)) : undefined,
    instant: instant.bare || instant.formatted ? instant : undefined,
  });
}

/** True if the normalized name is that of a member with the state of its record. */
export function isStateMember(plain: string): boolean {
  const { endings, names } = stateMembers;
  return endings.some((ending) => plain.endsWith(ending)) || names.some((each) => each === plain);
}
