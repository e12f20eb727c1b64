/**
 * The floor of the subject `campaigns`: nodemailer's pool with as many connections as the product uses, sending the same mails in a loop
 * from a list in memory. It asks nobody whether they still agree, and when it dies, nobody knows who has got one.
 */
import { createTransport } from 'nodemailer';
import { MAIL } from './campaigns-mail.js';
import './probe.js';

const [, , port] = process.argv;
const CONNECTIONS = 2;
const transport = createTransport({
  host: '127.0.0.1',
  port: Number(port),
  secure: false,
  ignoreTLS: true,
  pool: true,
  maxConnections: CONNECTIONS,
});
let addresses = [];

async function sendAll() {
  const rest = addresses.values();
  const sendNext = async () => {
    for (const to of rest) await transport.sendMail(mailTo(to));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
}

function mailTo(to) {
  const link = `https://till.example/newsletter/link/unsubscribe?t=${'x'.repeat(300)}`;
  const fill = (text) => text.replaceAll('{{client.firstName|"cher client"}}', 'Ada').replaceAll('{{unsubscribeUrl}}', link);
  return {
    from: MAIL.from,
    to,
    subject: MAIL.subject,
    text: fill(MAIL.text),
    html: fill(MAIL.html),
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

process.on('message', ({ ask, count }) => {
  if (ask === 'fill') addresses = Array.from({ length: count }, (_, index) => `client-${index}@example.test`);
  if (ask === 'start') void sendAll();
  if (ask === 'fill' || ask === 'start') process.send({});
});
process.channel.ref();
process.stdout.write('{}\n');
