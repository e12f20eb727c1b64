import { metricsText } from '@comptoir/core/kit/metrics.js';
import { expect } from 'chai';

describe('the text of metrics', () => {
  it('names each metric once and gives its samples', () => {
    const samples = [
      { labels: { app: 'a', queue: 'q' }, value: 1 },
      { labels: {}, value: 2.5 },
    ];
    expect(metricsText([{ name: 'depth', help: 'How deep.', type: 'gauge', samples }])).to.equal(
      '# HELP depth How deep.\n# TYPE depth gauge\ndepth{app="a",queue="q"} 1\ndepth 2.5\n',
    );
  });

  it('lets no label write a line of its own', () => {
    const text = metricsText([{ name: 'n', help: 'h', type: 'counter', samples: [{ labels: { app: 'a"}\n\\x' }, value: 0 }] }]);
    expect(text).to.equal('# HELP n h\n# TYPE n counter\nn{app="a\\"}\\n\\\\x"} 0\n');
  });
});
