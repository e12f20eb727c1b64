import type { GatePass, OfflinePass, PassEntry, Passes, PassGate } from '../access/pass-gate.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import { instantAt } from '../sites/wall-time.js';
import type { Views } from '../stores.js';
import { type PassRefusal, passRefusal } from './pass.js';
import type { PassOnDay, PassStore } from './pass-store.js';

export interface PassesAtGatesDeps {
  readonly views: Pick<Views, 'passes'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

/** What a refusal is at a gate; null: entries with the pass are spent, which somebody who comes back does not mind. */
const FAULTS: Readonly<Record<PassRefusal, GatePass['fault']>> = {
  blocked: 'blocked',
  not_yet: 'too_early',
  expired: 'too_late',
  used_up: null,
  used_today: null,
};

/** The passes of an establishment, as its gates ask for them. */
export function makePassesAtGates(deps: PassesAtGatesDeps): Passes {
  return {
    inTransaction: ({ passes }) => gateOf(passes, deps),
    async offline(scope, { timezone, ...filter }) {
      const standing = await deps.views.passes.standing(scope, filter);
      return standing.map((found) => takenAlong(found, timezone, deps.crypto));
    },
  };
}

function gateOf(passes: PassStore, { clock, ids }: PassesAtGatesDeps): PassGate {
  return {
    lockByCode: async (scope, code, { day }) => atGate(await passes.lockByCode(scope, code, day), day),
    lockById: async (scope, passId, { day }) => atGate(await passes.lock(scope, passId, day), day),
    use: (scope, passId, entry) => passes.addUse(scope, useOf(scope, passId, entry)),
    async giveBack(scope, scanId) {
      await passes.takeBack(scope, scanId, { id: ids.uuid(), at: clock.now(), actor: actorName(scope.actor) });
    },
  };
}

function atGate(found: PassOnDay | null, day: string): GatePass | null {
  if (found === null) return null;
  const { pass, usedOnDay } = found;
  const refusal = passRefusal(pass, day, usedOnDay);
  const fault = refusal === null ? null : FAULTS[refusal];
  return { id: pass.id, label: pass.owner.name, fault, spent: refusal !== null && fault === null };
}

/** The use bears the id of its scan, so that annulling the scan finds it. */
function useOf({ actor }: Scope, passId: string, { scanId, ...entry }: PassEntry) {
  return { ...entry, id: scanId, passId, entries: 1, annuls: null, actor: actorName(actor) } as const;
}

function takenAlong({ pass, usedOnDay }: PassOnDay, timezone: string, crypto: Crypto): OfflinePass {
  const { id, code, owner, validFrom, validUntil, entries, used, oncePerDay, blockedAt } = pass;
  return {
    id,
    hash: crypto.sha256(code),
    label: owner.name,
    from: validFrom === null ? null : instantAt(validFrom, '00:00', timezone),
    until: validUntil === null ? null : instantAt(validUntil, '24:00', timezone),
    entriesLeft: entries === null ? null : Math.max(0, entries - used),
    oncePerDay,
    usedToday: usedOnDay > 0,
    blocked: blockedAt !== null,
  };
}
