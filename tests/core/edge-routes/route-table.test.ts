import { makeRouteTable, type RouteMatch, routePatterns } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { matchNaively } from './naive-match.js';

const tableOf = (files: readonly string[]) => makeRouteTable(files.map((file) => ({ file, methods: ['GET'] })));
const shown = (match: RouteMatch | null) => match && [match.route.file, match.params];
const find = (files: readonly string[], ...segments: string[]) => shown(tableOf(files).match(segments));

describe('a route table', () => {
  it('finds a file by its name, and index by the name of its folder', () => {
    const files = ['routes/index.ts', 'routes/about.js', 'routes/blog/index.ts', 'routes/feed.xml.ts'];
    expect(find(files)).to.deep.equal(['routes/index.ts', {}]);
    expect(find(files, 'about')).to.deep.equal(['routes/about.js', {}]);
    expect(find(files, 'blog')).to.deep.equal(['routes/blog/index.ts', {}]);
    expect(find(files, 'feed.xml')).to.deep.equal(['routes/feed.xml.ts', {}]);
    expect([find(files, 'index'), find(files, 'blog', 'index'), find(files, 'routes'), find(files, 'about', 'us')]).to.deep.equal(
      Array(4).fill(null),
    );
  });

  it('gives what stood in the place of brackets', () => {
    const files = ['routes/[lang]/posts/[slug].ts', 'routes/files/[...path].ts'];
    expect(find(files, 'fr', 'posts', 'a b')).to.deep.equal(['routes/[lang]/posts/[slug].ts', { lang: 'fr', slug: 'a b' }]);
    expect(find(files, 'files', 'a', 'b', 'c')).to.deep.equal(['routes/files/[...path].ts', { path: 'a/b/c' }]);
    expect(find(files, 'files'), 'a rest takes at least one part').to.equal(null);
  });

  it('prefers a name to a parameter and that to a rest, and goes back where the name leads nowhere', () => {
    const files = ['routes/[...all].ts', 'routes/[one]/b/y.ts', 'routes/a/[two]/x.ts', 'routes/a/b/[three].ts'];
    expect(find(files, 'a', 'b', 'x')?.[0]).to.equal('routes/a/b/[three].ts');
    expect(find(files, 'a', 'c', 'x')?.[0]).to.equal('routes/a/[two]/x.ts');
    expect(find(files, 'c', 'b', 'y')?.[0]).to.equal('routes/[one]/b/y.ts');
    expect(find(files, 'a', 'c', 'z')).to.deep.equal(['routes/[...all].ts', { all: 'a/c/z' }]);
  });

  it('keeps a parameter with the name of something every object has', () => {
    const found = tableOf(['routes/[__proto__].ts']).match(['x']);
    expect(Object.entries(found?.params ?? {})).to.deep.equal([['__proto__', 'x']]);
  });

  it('chooses as if it had compared every route, whatever the order of the files', () => {
    const part = fc.constantFrom('a', 'b', '[p]', '[q]');
    const end = fc.constantFrom('a', 'b', '[p]', 'index', '[...rest]');
    const file = fc.tuple(fc.array(part, { maxLength: 3 }), end).map(([parts, last]) => ['routes', ...parts, last].join('/').concat('.ts'));
    const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 12 }), path, (candidates, segments) => {
        const usable = withoutConflicts(candidates);
        const expected = matchNaively(usable, segments);
        expect(find(usable, ...segments)?.[0] ?? null).to.equal(expected);
        expect(find([...usable].reverse(), ...segments)?.[0] ?? null).to.equal(expected);
      }),
      { numRuns: 500 },
    );
  });

  function withoutConflicts(files: readonly string[]): string[] {
    const kept: string[] = [];
    for (const file of files) if (faultsOf([...kept, file]).length === 0) kept.push(file);
    return kept;
  }
});

describe('the files of a route table', () => {
  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    'routes/[...rest]/more.ts': ['routes/[...rest]/more.ts'],
    'routes/[id]/[id].ts': ['routes/[id]/[id].ts'],
    'routes/a[id].ts': ['routes/a[id].ts'],
    'routes/[].ts': ['routes/[].ts'],
    'routes/[a-b].ts': ['routes/[a-b].ts'],
  };
  for (const [file, paths] of Object.entries(REFUSED)) {
    it(`are refused when one is called "${file}"`, () => {
      expect(faultsOf(['routes/index.ts', file]).map(({ path }) => path)).to.deep.equal(paths);
    });
  }

  for (const [one, other] of [
    ['routes/a.ts', 'routes/a.js'],
    ['routes/a.ts', 'routes/a/index.ts'],
    ['routes/[id].ts', 'routes/[slug].ts'],
    ['routes/[...all].ts', 'routes/[...rest]/index.ts'],
  ] as const) {
    it(`are refused when "${one}" and "${other}" answer the same, and both are named`, () => {
      const [fault, ...more] = faultsOf([one, other]);
      expect(more).to.deep.equal([]);
      expect(`${fault?.path} ${fault?.message}`).to.include(one).and.include(other);
    });
  }

  it('may differ in the names of parameters where they answer different paths', () => {
    expect(faultsOf(['routes/[id]/x.ts', 'routes/[slug]/y.ts'])).to.deep.equal([]);
  });
});

function faultsOf(files: readonly string[]) {
  try {
    routePatterns(files);
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.code === 'site_broken') return error.issues;
    throw error;
  }
}
