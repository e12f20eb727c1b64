import { execFile } from 'node:child_process';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { systemCodeOf } from './site-files.js';

/** What nginx said when it was run for a moment. */
export interface NginxOutput {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Well below the lease that publishing holds; thousands of sites take a few seconds. */
const TIME_LIMIT_MS = 20_000;
/** The whole configuration of tens of thousands of sites. */
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024;

/** Runs nginx with the arguments and waits for its end. Throws `nginx_unavailable` when it cannot be run or does not end. */
export function runNginx(program: string, args: readonly string[]): Promise<NginxOutput> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: OUTPUT_MAX_BYTES }, (error, stdout, stderr) => {
      // A number is nginx's own exit code.
      if (error === null || typeof error.code === 'number') resolve({ ok: error === null, stdout, stderr });
      else reject(new DomainError('nginx_unavailable', { message: reasonOf(error), cause: error }));
    });
  });
}

function reasonOf(error: Error & { killed?: boolean | undefined }): string {
  if (error.killed === true) return `nginx did not answer within ${TIME_LIMIT_MS / 1000} s.`;
  const code = systemCodeOf(error);
  return code === 'ENOENT' ? 'nginx is not installed on this machine.' : `nginx cannot be run (${code}).`;
}
