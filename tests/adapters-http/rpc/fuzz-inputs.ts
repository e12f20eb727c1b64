import type { AnyProcedure } from '@comptoir/core/kit/procedure.js';
import superjson from 'superjson';
import { inputFor } from '../../support/inputs.js';
import type { Dice } from './dice.js';

/** Inputs nobody planned for, as JSON text: `{"json": …}` in all the ways in which it can be wrong, and in some in which it is right. */
export type MakeInput = (dice: Dice, procedure: AnyProcedure | null) => string;

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'constructor.prototype', '__proto__.polluted', 'toString'];
const TYPES = ['Date', 'bigint', 'undefined', 'number', 'set', 'map', 'URL', 'regexp', 'Error', 'toString', '__proto__'];
const TYPES_WITH_NAMES = ['class', 'symbol', 'custom', 'typed-array'];
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'é',
  '🥐',
  "'; drop table users; --",
  '../../etc/passwd',
  '{{7*7}}',
  '/(a+)+$/',
  'NaN',
  '-0',
  '1e999',
];
const ODD_NUMBERS = [0, -1, 1.5, 1e308, -1e308, 2 ** 53, 5e-324];

/** What the contract asks for, as a client would send it; sometimes with something odd at one of its fields. */
const sensible: MakeInput = (dice, procedure) => {
  if (procedure === null) return superjson.stringify(oddValue(dice, 2));
  const bend = dice.chance(0.5);
  return superjson.stringify(inputFor(procedure.input, () => (bend && dice.chance(0.3) ? oddValue(dice, 2) : undefined)));
};

function oddValue(dice: Dice, depth: number): unknown {
  const nested = () => (depth > 0 ? oddValue(dice, depth - 1) : null);
  return dice.one<() => unknown>([
    () => dice.one(ODD_TEXTS),
    () => dice.one(ODD_TEXTS).repeat(dice.below(2000)),
    () => dice.one(ODD_NUMBERS),
    () => dice.one([null, undefined, true, Number.NaN, 7n, new Date(0), new Date(8.64e15), new URL('x:y'), /(a+)+$/, new Error('x')]),
    () => dice.upTo(5, nested),
    () => Object.fromEntries(dice.upTo(5, () => [dice.one([...ODD_TEXTS, 'id', 'page', 'name', 'a.b', 'a\\b']), nested()])),
    () => new Map(dice.upTo(3, () => [nested(), nested()])),
    () => new Set(dice.upTo(3, nested)),
  ])();
}

/** A tree of notes that need not fit anything. */
function oddNotes(dice: Dice, depth: number): unknown {
  const type = () => (dice.chance(0.2) ? [dice.one(TYPES_WITH_NAMES), 'Uint8Array'] : dice.one(TYPES));
  const children = () => Object.fromEntries(dice.upTo(3, () => [oddPath(dice), depth > 0 ? oddNotes(dice, depth - 1) : [type()]]));
  return dice.one<() => unknown>([() => [type()], () => [type(), children()], children, () => dice.one(ODD_TEXTS), () => []])();
}

const oddPath = (dice: Dice) => dice.upTo(4, () => dice.one(['a', '0', '1', 'length', '', '\\', '\\.', ...PROTOTYPE_KEYS])).join('.');

const withNotes: MakeInput = (dice) => {
  const json = dice.one<unknown>([{ a: [1, { a: 'x' }] }, [['a', 1]], 'x', null, [[0, [1]]], { a: { a: {} } }]);
  const referentialEqualities = dice.chance(0.3) ? { [oddPath(dice)]: [oddPath(dice)] } : undefined;
  return JSON.stringify({ json, meta: { values: oddNotes(dice, 4), v: dice.below(2), referentialEqualities } });
};

const prototypeKeys: MakeInput = (dice) => {
  const key = dice.one(PROTOTYPE_KEYS);
  return dice.one([
    `{"json":{"${key}":{"isAdmin":true}}}`,
    `{"${key}":{"json":1},"json":{}}`,
    `{"json":{"id":"a","a":[{"${key}":1}]}}`,
    `{"json":{},"meta":{"values":{"${key}":["set"]},"v":1}}`,
    `{"json":{},"meta":{"values":{"a":["map",{"${key}":["undefined"]}]},"v":1}}`,
    `{"json":{"a":1},"meta":{"referentialEqualities":{"a":["${key}"]},"v":1}}`,
  ]);
};

const bigints: MakeInput = (dice) => {
  const digits = '9'.repeat(dice.one([1, 1024, 1025, 5000, 1_000_000]));
  return dice.one([`{"json":"${digits}","meta":{"values":["bigint"],"v":1}}`, `{"json":${digits}}`, `{"json":{"page":${digits}}}`]);
};

const deep: MakeInput = (dice) => {
  const levels = dice.one([10, 60, 64, 65, 1000, 50_000, 200_000]);
  const [open, close] = dice.one([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const nested = `${open.repeat(levels)}1${dice.chance(0.9) ? close.repeat(levels) : ''}`;
  return dice.one([`{"json":${nested}}`, `{"json":{},"meta":{"values":${nested},"v":1}}`, nested]);
};

const wide: MakeInput = (dice) => {
  const count = dice.one([100, 5000, 60_000]);
  return dice.one([
    `{"json":[${'1,'.repeat(count)}1]}`,
    `{"json":{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}}`,
    `{"json":"${'a.'.repeat(count)}"}`,
    `{"json":{"a":{}},"meta":{"values":{"${'a.'.repeat(count)}":["set"]},"v":1}}`,
    `{"json":"${'a'.repeat(count)}!","meta":{"values":["Date"],"v":1}}`,
  ]);
};

const noJson: MakeInput = (dice) =>
  dice.one(['', '{', '[]', 'null', '5', '"x"', '{"json":', '{"json":1}}', '\u0000', 'undefined', '{json:1}']);

const INPUTS: readonly MakeInput[] = [
  ...[sensible, sensible, sensible, sensible, sensible, sensible],
  ...[withNotes, withNotes, prototypeKeys, prototypeKeys, noJson],
];

/** Those that take a body, being too long for an address. */
const LONG_INPUTS: readonly MakeInput[] = [bigints, deep, wide];

export const shortInput: MakeInput = (dice, procedure) => dice.one(INPUTS)(dice, procedure);
export const longInput: MakeInput = (dice, procedure) => dice.one(LONG_INPUTS)(dice, procedure);
