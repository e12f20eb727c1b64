import { type HostTask, makeHostTasks, type TaskInput } from '@comptoir/app/host-tasks.js';
import { expect } from 'chai';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { NOON } from '../../suites/builders.js';

const CALL = { dueAt: NOON, payload: { days: 3 }, timeoutMs: 5000 };

describe('tasks of the host', () => {
  function tasksWith(report: HostTask) {
    const log: LogLine[] = [];
    return { tasks: makeHostTasks({ report }, keepingLogger(log)), log };
  }

  it('are named, and get what their schedule was registered with', async () => {
    const given: TaskInput[] = [];
    const { tasks } = tasksWith(async (input) => given.push(input));
    expect(tasks.names).to.deep.equal(['report']);
    expect(await tasks.run('report', CALL)).to.deep.equal({ kind: 'done' });
    expect(given[0]).to.deep.include({ dueAt: NOON, payload: { days: 3 } });
  });

  it('are told to end at their time limit, and are not waited for', async () => {
    const heard: boolean[] = [];
    const { tasks } = tasksWith(({ signal }) => {
      signal.addEventListener('abort', () => heard.push(true));
      return new Promise(() => undefined);
    });
    expect(await tasks.run('report', { ...CALL, timeoutMs: 20 })).to.deep.equal({ kind: 'timed-out' });
    expect(heard).to.deep.equal([true]);
  });

  it('fail without telling the app what an error of the host says', async () => {
    const { tasks, log } = tasksWith(async () => {
      throw new Error('password=secret');
    });
    const outcome = await tasks.run('report', CALL);
    expect(outcome.kind).to.equal('failed');
    expect(JSON.stringify(outcome)).not.to.include('secret');
    expect(log.map(({ level }) => level)).to.deep.equal(['error']);
  });

  it('fail when they throw at once, or are there no more', async () => {
    const { tasks } = tasksWith(() => {
      throw new TypeError('broken');
    });
    expect(await tasks.run('report', CALL)).to.have.property('kind', 'failed');
    expect(await tasks.run('toString', CALL)).to.have.property('kind', 'failed');
  });

  it('are all told to end when the host stops', async () => {
    const { tasks } = tasksWith(() => new Promise(() => undefined));
    const running = tasks.run('report', CALL);
    tasks.endAll();
    expect(await running).to.have.property('kind', 'failed');
  });
});
