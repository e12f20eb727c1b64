import { openDatabase } from '@comptoir/adapters-db/database.js';
import { ForeignKeyViolation, TransactionConflict, translated } from '@comptoir/adapters-db/kit/db-errors.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { refusalOf } from '../suites/suite.js';

const fault = (code: string) => Object.assign(new Error('relation "secret" of user "root"'), { code });

describe('faults of the database', () => {
  it('become the refusal they mean, and keep the original for the log only', () => {
    const { error } = translated(fault('23505'));
    expect(error).to.be.instanceOf(DomainError).with.property('code', 'duplicate');
    expect(String(error)).to.not.include('secret');
    expect(translated(fault('23503')).error).to.be.instanceOf(ForeignKeyViolation);
    expect(translated(fault('40P01')).error).to.be.instanceOf(TransactionConflict);
    expect(translated(fault('40001')).error).to.be.instanceOf(TransactionConflict);
  });

  it('mean that the store cannot be reached when the server is gone, stopping, full or silent', () => {
    const gone = ['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map(fault);
    const silent = [new Error('Query read timeout'), new Error('Connection terminated unexpectedly')];
    const several = new AggregateError([fault('ECONNREFUSED'), fault('ECONNREFUSED')]);
    for (const error of [...gone, ...silent, several]) {
      expect(translated(error)).to.deep.include({ breaksSession: true });
      expect(translated(error).error).to.have.property('code', 'store_unavailable');
    }
  });

  it('pass unchanged when they are bugs', () => {
    const bug = fault('42703');
    expect(translated(bug)).to.deep.equal({ error: bug, breaksSession: false });
  });

  it('say so at first use when nothing listens at the address', async () => {
    const database = await openDatabase(
      { kind: 'postgres', url: 'postgres://u:hidden@127.0.0.1:1/none' },
      { logger: silentLogger, processes: nodeProcesses },
    );
    try {
      const refusal = await refusalOf(database.ping());
      expect(refusal.code).to.equal('store_unavailable');
      expect(refusal.message).to.not.include('hidden');
    } finally {
      await database.close();
    }
  });
});
