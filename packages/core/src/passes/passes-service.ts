import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { parse } from '../kit/validate.js';
import { edited, newlyVersioned, patched } from '../kit/versioned.js';
import { requireFeature } from '../sites/require-feature.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { Stores, Views } from '../stores.js';
import { ticketCode } from '../ticketing/ticket.js';
import { type Pass, passRefusal } from './pass.js';
import { type PassInput, type PassPatch, passFields, type UseInput } from './pass-contract.js';

/** Passes of an establishment. Every call throws `feature_disabled` where it has none. */
export interface PassesService {
  create(scope: Scope, input: PassInput): Promise<Pass>;
  /** Throws `unknown_pass`, `stale`, `invalid_request` (what it would become). */
  update(scope: Scope, id: string, patch: PassPatch, seen: number | undefined): Promise<Pass>;
  /**
   * Lets the owner in once: counted under the lock of the pass, so that however many ask at once, no entry too many is given. Throws
   * `unknown_pass`, `invalid_request` (an instant to come), `pass_refused` with the `reason`.
   */
  use(scope: Scope, id: string, use: UseInput): Promise<Pass>;
  /** Until it is unblocked it lets nobody in; again: the reason is the new one. Throws `unknown_pass`. */
  block(scope: Scope, id: string, reason: string): Promise<Pass>;
  /** Throws `unknown_pass`. */
  unblock(scope: Scope, id: string): Promise<Pass>;
}

export interface PassesDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

export function makePassesService({ unitOfWork, clock, crypto, ids }: PassesDeps): PassesService {
  /** One transaction, in an establishment that has passes. */
  const write = <Result>(scope: Scope, work: (stores: Stores, timezone: string) => Promise<Result>) =>
    unitOfWork(scope, async ({ views }, stores) => work(stores, await timezoneOf(views, scope)));

  const change = (scope: Scope, id: string, decide: (pass: Pass) => Pass) =>
    write(scope, ({ passes }) => passes.change(scope, id, decide).catch(asUnknownPass));

  return {
    create: (scope, input) =>
      write(scope, ({ passes }) =>
        passes.create(scope, {
          ...input,
          ...newlyVersioned(ids.uuid(), clock.now()),
          code: ticketCode(crypto.randomBytes),
          used: 0,
          blockedAt: null,
          blockedReason: null,
        }),
      ),

    update: (scope, id, patch, seen) =>
      change(scope, id, (pass) => edited(pass, parse(passFields, patched(settableOf(pass), patch)), seen, clock.now())),

    use: (scope, id, { at = clock.now(), gate }) =>
      write(scope, async ({ passes }, timezone) => {
        if (at > clock.now()) throw inFuture();
        const day = wallTimeAt(at, timezone).date;
        const locked = await passes.lock(scope, id, day);
        if (locked === null) throw new DomainError('unknown_pass');
        const reason = passRefusal(locked.pass, day, locked.usedOnDay);
        if (reason !== null) throw new DomainError('pass_refused', { facts: { reason } });
        const use = { id: ids.uuid(), passId: id, at, day, gate, entries: 1, annuls: null, actor: actorName(scope.actor) } as const;
        await passes.addUse(scope, use);
        return { ...locked.pass, used: locked.pass.used + 1 };
      }),

    block: (scope, id, reason) =>
      change(scope, id, (pass) =>
        edited(pass, { blockedAt: pass.blockedAt ?? clock.now(), blockedReason: reason }, undefined, clock.now()),
      ),

    unblock: (scope, id) =>
      change(scope, id, (pass) =>
        pass.blockedAt === null ? pass : edited(pass, { blockedAt: null, blockedReason: null }, undefined, clock.now()),
      ),
  };
}

async function timezoneOf({ sites }: Pick<Views, 'sites'>, scope: Scope): Promise<string> {
  const site = await sites.get(scope);
  if (site === null) throw new DomainError('unknown_shop');
  requireFeature(site, 'passes');
  return site.timezone;
}

function settableOf({ kind, name, owner, validFrom, validUntil, entries, oncePerDay }: Pass): PassInput {
  return { kind, name, owner, validFrom, validUntil, entries, oncePerDay };
}

function asUnknownPass(error: unknown): never {
  throw error instanceof DomainError && error.code === 'unknown_record' ? new DomainError('unknown_pass') : error;
}

function inFuture(): DomainError {
  const message = 'Nobody has come in yet at that time.';
  return new DomainError('invalid_request', { message, issues: [{ path: 'at', message }] });
}
