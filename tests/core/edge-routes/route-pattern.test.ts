import { isRouteFile } from '@comptoir/core/edge-routes/route-pattern.js';
import { expect } from 'chai';

describe('which files of a site are routes', () => {
  for (const file of ['routes/index.ts', 'routes/a.js', 'routes/a/[id]/[...rest].ts', 'routes/feed.xml.ts']) {
    it(`"${file}" is one`, () => expect(isRouteFile(file)).to.equal(true));
  }
  for (const file of [
    'routes/types.d.ts',
    'routes/_shared.ts',
    'routes/_lib/index.ts',
    'routes/.hidden.ts',
    'routes/page.tsx',
    'routes/readme.md',
    'public/a.js',
    'islands/a.ts',
    'routes.ts',
  ]) {
    it(`"${file}" is none`, () => expect(isRouteFile(file)).to.equal(false));
  }
});
