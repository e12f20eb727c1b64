import { attendanceQuery } from '@comptoir/core/access/access-contract.js';
import { daysIn } from '@comptoir/core/access/attendance.js';
import { presentAttendance } from '@comptoir/core/access/present-access.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { requireFeature } from '@comptoir/core/sites/require-feature.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import { counting } from './access-changes.js';
import type { KeyedGate } from './keyed-gate.js';

/** How many came: what was scanned, and what people count. */
export function addAttendanceRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { access, clock }: Pick<Services, 'access' | 'clock'>,
): void {
  router.get(
    '/api/v1/attendance',
    gate.open('read', async function sendAttendance(ctx, { scope, site }) {
      requireFeature(site, 'attendance');
      const days = daysIn(parse(attendanceQuery, { ...ctx.query }), site.timezone, clock.now());
      ctx.body = presentAttendance(await access.attendance(scope, days));
    }),
  );

  router.post(
    '/api/v1/attendance',
    gate.open('write', async function countPeople(ctx, call) {
      requireFeature(call.site, 'attendance');
      const answer = await gate.post(ctx, call, counting(call), await readJson(ctx));
      ctx.status = 201;
      ctx.body = answer;
    }),
  );
}
