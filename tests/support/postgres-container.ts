import { randomUUID } from 'node:crypto';
import { type ContainerRuntimeClient, GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';
import { fixedPort, type PostgresServer, SERVER_OPTIONS, serverUrl, Unavailable, untilReady } from './postgres-server.js';

const IMAGE = 'comptoir-test-postgres:15';
const OWNER_LABEL = 'comptoir.test.owner';

/**
 * PostgreSQL in a container. The image is built by .ci/postgres-image.sh and never pulled. A test run does not build it by itself:
 * that takes a minute, root and debootstrap, so a machine with Docker but without the image uses the next kind of server instead.
 */
export async function startContainer(): Promise<PostgresServer> {
  const runtime = await containerRuntime();
  await removeOrphans(runtime);
  const password = randomUUID();
  const port = await fixedPort();
  const started = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    // On the machine's own network: what a published port carries goes through a program of Docker's, at a tenth of all that the tests do.
    .withNetworkMode('host')
    .withCommand(['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', ...SERVER_OPTIONS])
    .withSharedMemorySize(256 * 1024 * 1024)
    .withLabels({ [OWNER_LABEL]: String(process.pid) })
    .withWaitStrategy(Wait.forLogMessage('ready to accept connections'))
    .start();
  const container = runtime.container.getById(started.getId());
  const url = serverUrl(port, password);
  await untilReady(url);

  return {
    url,
    pause: () => container.pause(),
    resume: () => container.unpause(),
    async stop() {
      // PostgreSQL takes SIGTERM, Docker's usual signal, for "wait until every client has left".
      await container.kill({ signal: 'SIGINT' });
      await container.wait();
    },
    async start() {
      await container.start();
      await untilReady(url);
    },
    dispose: () => container.remove({ force: true, v: true }),
  };
}

async function containerRuntime(): Promise<ContainerRuntimeClient> {
  // Testcontainers' own cleaner is an image from a registry; `dispose` and `removeOrphans` do its work here.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  const runtime = await getContainerRuntimeClient().catch(() => {
    throw new Unavailable('no Docker engine answers');
  });
  if (await runtime.image.exists(ImageName.fromString(IMAGE))) return runtime;
  throw new Unavailable(`the image ${IMAGE} is not there: .ci/postgres-image.sh builds it`);
}

/** Removes what runs that were killed have left behind. */
async function removeOrphans(runtime: ContainerRuntimeClient): Promise<void> {
  for (const { Id, Labels } of await runtime.container.list()) {
    const owner = Labels[OWNER_LABEL];
    if (owner && !isAlive(Number(owner))) await runtime.container.getById(Id).remove({ force: true, v: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
