import { expect } from 'chai';
import Mocha from 'mocha';
import { requireProgram, skipReason } from './requires.js';

describe('what a test requires of its machine', () => {
  it('is found where programs are', function () {
    expect(requireProgram(this, 'sh')).to.match(/^\/.*\/sh$/);
    expect(requireProgram(this, 'frobnicator', 'sh')).to.match(/^\/.*\/sh$/);
  });

  it('is named when it is missing', () => {
    const test = new Mocha.Test('needs a frobnicator');
    const context = new Mocha.Context();
    context.runnable(test);
    expect(() => requireProgram(context, 'frobnicator', 'widgeteer')).to.throw();
    expect(skipReason(test)).to.equal('frobnicator or widgeteer is not installed');
  });
});
