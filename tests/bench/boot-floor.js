/** The floor of the subject `boot`: `node -e 0` that stays to be asked what it cost. The program carries the same probe. */
import './probe.js';

process.stdout.write('{}\n');
process.channel.ref();
