import { makePlatformDocument } from '@comptoir/adapters-http/openapi/platform-document.js';
import { defineProcedure, type Router } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { secret } from '@comptoir/core/kit/secret.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import superjson, { type SuperJSONResult } from 'superjson';
import { z } from 'zod';
import { platformDocument } from './documents.js';
import { exampleIn, operationsOf } from './operations.js';

const registry = makeRegistry(ROUTERS);
const document = platformDocument();
const operations = operationsOf(document);
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id);

const base = { type: 'query', access: { kind: 'public' }, summary: 'A thing.', run: async () => ({ at: new Date(0) }) } as const;
const output = z.object({ at: z.date() });

function documentOf(things: Router) {
  return makePlatformDocument(makeRegistry({ things: () => things }), { publicUrl: 'https://p.test', version: '1' });
}

describe('the document of the platform', () => {
  it('has every procedure that outsiders may call, once, and no other', () => {
    const callable = registry.all().filter(([, { access }]) => access.kind !== 'internal');
    const described = Object.keys(document.paths).filter((path) => path.startsWith('/api/rpc/'));
    expect(described.sort()).to.deep.equal(callable.map(([path]) => `/api/rpc/${path}`).sort());
    const hidden = defineProcedure({ ...base, access: { kind: 'internal' }, input: z.void(), output });
    expect(documentOf({ hidden }).paths).not.to.have.property('/api/rpc/things.hidden');
  });

  it('has the marked procedures on the REST bridge too', () => {
    const marked = registry.all().filter(([, { rest }]) => rest === true);
    const described = Object.keys(document.paths).filter((path) => path.startsWith('/api/v1/'));
    expect(described.sort()).to.deep.equal(marked.map(([path]) => `/api/v1/${path.replace('.', '/')}`).sort());
  });

  it('is the same every time', () => {
    expect(JSON.stringify(platformDocument())).to.equal(JSON.stringify(document));
  });

  for (const [path, procedure] of registry.all()) {
    it(`shows calls of ${path} that its contract accepts`, () => {
      const operation = operationOf(path)?.operation;
      const [parameter] = (operation?.parameters ?? []).filter((candidate) => 'name' in candidate && candidate.name === 'input');
      const sent = exampleIn(operation?.requestBody ?? parameter ?? {});
      const input = sent === undefined ? undefined : superjson.deserialize(sent as SuperJSONResult);
      expect(procedure.input.safeParse(input).error, JSON.stringify(sent)).to.equal(undefined);

      const answer = exampleIn(operation?.responses['200']) as { result: { data: SuperJSONResult } };
      const parsed = procedure.output.safeParse(superjson.deserialize(answer.result.data));
      expect(parsed.error, JSON.stringify(answer)).to.equal(undefined);
    });
  }

  it('has an example for every body and every answer with one', () => {
    const without = operations.flatMap(({ operation }) => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].filter(
        (holder) => holder !== undefined && 'content' in holder,
      );
      return bodies
        .filter((holder) => exampleIn(holder) === undefined && !/"example|"format":"binary"/.test(JSON.stringify(holder)))
        .map(() => operation.operationId);
    });
    expect(without).to.deep.equal([]);
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expect(content?.['application/json']?.examples, name).to.be.an('object').that.is.not.empty;
    }
  });

  it('says with which code and status a procedure refuses', () => {
    const conflict = operationOf('orders.accept')?.operation.responses['409'] ?? {};
    const name = String(Object(conflict).$ref).replace('#/components/responses/', '');
    const refusal = document.components.responses[name];
    const value = refusal?.content?.['application/json']?.examples?.['invalid_transition']?.value;
    expect(value).to.have.nested.property('error.json.data.code', 'CONFLICT');
    expect(value).to.have.nested.property('error.json.data.error', 'invalid_transition');
  });

  it('names a record after its router and describes it once', () => {
    expect(document.components.schemas).to.have.property('Order');
    const answer = JSON.stringify(operationOf('orders.get')?.operation.responses['200']);
    expect(answer).to.include('#/components/schemas/Order');
    expect(answer).not.to.include('"taxBasisPoints":{');
  });

  it('marks dates, large numbers and secrets, and asks for no input where there is none', () => {
    const input = z.object({ since: z.date(), count: z.bigint(), password: secret(z.string()) });
    const { paths } = documentOf({
      one: defineProcedure({ ...base, type: 'mutation', input, output }),
      two: defineProcedure({ ...base, input: z.void(), output }),
    });
    const body = JSON.stringify(paths['/api/rpc/things.one']?.post?.requestBody);
    expect(body).to.include('"since":{"type":"string","format":"date-time","x-superjson":"Date"}');
    expect(body).to.include('"count":{"type":"string","pattern":"^-?\\\\d+$","x-superjson":"bigint"}');
    expect(body).to.include('"password":{"type":"string","format":"password"}');
    expect(body).to.include('"meta":{"values":{"since":["Date"],"count":["bigint"]},"v":1}');
    expect(paths['/api/rpc/things.two']?.get).not.to.have.property('parameters');
  });

  it('takes an idempotency key where the procedure does', () => {
    const mutation = { ...base, type: 'mutation', input: z.void(), output } as const;
    const { paths } = documentOf({ kept: defineProcedure(mutation), own: defineProcedure({ ...mutation, transaction: 'own' }) });
    expect(JSON.stringify(paths['/api/rpc/things.kept'])).to.include('parameters/Idempotency-Key');
    expect(JSON.stringify(paths['/api/rpc/things.own'])).not.to.include('Idempotency-Key');
  });
});
