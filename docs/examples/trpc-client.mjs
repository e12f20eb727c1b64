// @ts-check
// Calls the platform with the official client of tRPC, typed by the comments. Beside "npm start":
//
//   node docs/examples/trpc-client.mjs
//
// COMPTOIR_URL    where the platform is; http://127.0.0.1:3001 when it is not set
// COMPTOIR_TOKEN  a token ("npx comptoir tokens mint"); without one it signs in:
// COMPTOIR_EMAIL, COMPTOIR_PASSWORD   as whom; the account of the demonstration when they are not set

import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';

/** @typedef {import('@comptoir/adapters-http/rpc/app-router.js').AppRouter} AppRouter */

const {
  COMPTOIR_URL = 'http://127.0.0.1:3001',
  COMPTOIR_TOKEN,
  COMPTOIR_EMAIL = 'admin@demo.test',
  COMPTOIR_PASSWORD = 'demo-password-1',
} = process.env;

let requests = 0;
let token = COMPTOIR_TOKEN;

/** @type {import('@trpc/client').TRPCClient<AppRouter>} */
const client = createTRPCClient({
  links: [
    httpBatchLink({
      url: `${COMPTOIR_URL}/api/rpc`,
      transformer: superjson,
      // More than the server takes in one request are sent as several.
      maxItems: 20,
      // Asked for once per request.
      headers: () => {
        requests += 1;
        return token === undefined ? {} : { Authorization: `Bearer ${token}` };
      },
    }),
  ],
});

/**
 * What the server said no to; null for anything else, such as a server that is not there.
 * @param {unknown} error
 */
function refusalOf(error) {
  if (!(error instanceof TRPCClientError)) return null;
  /** @type {TRPCClientError<AppRouter>} */
  const { data } = error;
  return data ?? null;
}

async function signIn() {
  const signedIn = await client.auth.login.mutate({ email: COMPTOIR_EMAIL, password: COMPTOIR_PASSWORD });
  return signedIn.token;
}

async function show() {
  requests = 0;
  // Asked for at once, these travel in one request; each has an outcome of its own.
  const [current, users, sites, refusal] = await Promise.all([
    client.tenants.current.query(),
    client.users.list.query({ active: true }),
    client.site.list.query({ pageSize: 10 }),
    client.users.get.query({ id: 'nobody' }).then(() => null, refusalOf),
  ]);
  // ISO dates of the server are dates here.
  console.log(`${current.tenant.name}, since ${current.tenant.createdAt.toLocaleDateString('en', { dateStyle: 'long' })}`);
  console.log(`\nEstablishments (${sites.total})`);
  for (const { slug, name, address, timezone } of sites.items) console.log(`  ${slug}: ${name}, ${address.city} (${timezone})`);
  console.log(`\nUsers (${users.total})`);
  for (const { name, email, assignments } of users.items) {
    console.log(`  ${name} <${email}>: ${assignments.map(({ role }) => role).join(', ')}`);
  }
  if (refusal !== null) console.log(`\nRefused, as it should be: ${refusal.path} with ${refusal.error} (${refusal.httpStatus})`);
  console.log(`\n4 calls, ${requests} request`);
}

try {
  token ??= await signIn();
  await show();
} catch (error) {
  if (!(error instanceof TRPCClientError)) throw error;
  const refusal = refusalOf(error);
  console.error(refusal === null ? `No answer from ${COMPTOIR_URL}: ${error.message}` : `Refused: ${refusal.error}, ${error.message}`);
  process.exitCode = 1;
}
