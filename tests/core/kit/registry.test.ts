import { defineProcedure, type Router } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { expect } from 'chai';
import { z } from 'zod';

const ping = defineProcedure({
  type: 'query',
  access: { kind: 'public' },
  summary: 'Answers.',
  input: z.undefined(),
  output: z.literal('pong'),
  run: async () => 'pong' as const,
});

function counted(router: Router) {
  const built = { times: 0 };
  const factory = () => {
    built.times += 1;
    return router;
  };
  return { factory, built };
}

describe('a registry', () => {
  it('builds a router when one of its procedures is first asked for, once, and no other', () => {
    const [one, other] = [counted({ ping }), counted({ ping })];
    const registry = makeRegistry({ one: one.factory, other: other.factory });
    expect([one.built.times, other.built.times]).to.deep.equal([0, 0]);

    expect([registry.find('one.ping'), registry.find('one.ping')]).to.deep.equal([ping, ping]);

    expect([one.built.times, other.built.times]).to.deep.equal([1, 0]);
  });

  it('finds nothing under a path that names no procedure, whatever it looks like', () => {
    const registry = makeRegistry({ one: () => ({ ping }) });
    for (const path of [
      '',
      'one',
      'one.',
      '.ping',
      'one.pong',
      'two.ping',
      'one.ping.ping',
      'One.ping',
      'one.toString',
      'one.__proto__',
      'one.constructor',
      '__proto__.toString',
      'constructor.name',
      'toString.call',
    ]) {
      expect(registry.find(path), path).to.equal(null);
    }
  });

  it('lists every procedure by name', () => {
    const registry = makeRegistry({ b: () => ({ ping }), a: () => ({ second: ping, first: ping }) });

    expect(registry.all().map(([path]) => path)).to.deep.equal(['a.second', 'a.first', 'b.ping']);
  });
});
