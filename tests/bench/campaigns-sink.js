/**
 * The mail server of the subject `campaigns`, in a process of its own: takes every mail and keeps none. `{ask: 'expect', count}` is
 * answered when so many more have come, with the seconds since the question.
 */
import { SMTPServer } from 'smtp-server';
import './probe.js';

let expected = null;

const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.resume().once('end', () => {
      done();
      arrived();
    });
  },
});
const listener = server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: listener.address().port })}\n`));

function arrived() {
  if (expected === null) return;
  expected.left -= 1;
  if (expected.left > 0) return;
  const seconds = (performance.now() - expected.since) / 1000;
  expected = null;
  process.send({ seconds });
}

process.on('message', ({ ask, count }) => {
  if (ask === 'expect') expected = { left: count, since: performance.now() };
});
