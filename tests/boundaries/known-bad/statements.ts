// Goes red when a statement hides what happens.
// Checked as packages/app/src/statements.ts
const fs = require('node:fs'); // red: style/noCommonJs

export function read(path: string, tries: Array<number>): string { // red: style/useConsistentArrayType
  const texts = []; // red: suspicious/noEvolvingTypes
  path = `${path}.txt`; // red: style/noParameterAssign
  if (tries.length === 0) throw 'nothing to try'; // red: style/useThrowOnlyError
  texts.push(fs.readFileSync(path, 'utf8'));
  return texts.join('');
}

export function name(kind: 'menu' | 'ticket'): string {
  switch (kind) { // red: nursery/useExhaustiveSwitchCases
    case 'menu':
      return 'Menu';
  }
  throw Error(kind); // red: style/useThrowNewError
}
