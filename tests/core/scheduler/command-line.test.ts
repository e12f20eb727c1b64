import { joinCommand, splitCommand } from '@comptoir/core/scheduler/command-line.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('a command as one line', () => {
  const SPLITS: readonly (readonly [string, readonly string[]])[] = [
    ['php artisan schedule:run', ['php', 'artisan', 'schedule:run']],
    ['  node\tjob.js  ', ['node', 'job.js']],
    [`sh -c 'echo $HOME | wc'`, ['sh', '-c', 'echo $HOME | wc']],
    ['echo "a \\"b\\" \\n" c\\ d', ['echo', 'a "b" \\n', 'c d']],
    [`run --name=''`, ['run', '--name=']],
    [`run '' ""`, ['run', '', '']],
    [`don\\'t "it's"x'y'z`, ["don't", "it'sxyz"]],
    ['ls *.txt ~ ?', ['ls', '*.txt', '~', '?']],
    ['', []],
  ];
  for (const [line, argv] of SPLITS) {
    it(`splits ${JSON.stringify(line)}`, () => {
      expect(splitCommand(line)).to.deep.equal({ argv });
    });
  }

  for (const line of ['a | b', 'a && b', 'a; b', 'a > file', 'a < file', 'a $(b)', 'a `b`', 'echo $HOME', '(a)']) {
    it(`refuses what only a shell would act on: ${line}`, () => {
      expect(splitCommand(line)).to.have.property('fault').that.includes('shell');
    });
  }

  for (const line of [`echo 'a`, 'echo "a', 'echo "a\\"', 'echo a\\']) {
    it(`refuses ${line}, which does not end`, () => {
      expect(splitCommand(line)).to.have.property('fault').that.includes('not closed');
    });
  }

  it('splits into the arguments that it was joined from', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (argv) => {
        expect(splitCommand(joinCommand(argv))).to.deep.equal({ argv });
      }),
    );
  });
});
