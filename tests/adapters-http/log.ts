import type { LogFields, Logger } from '@comptoir/core/kit/logger.js';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: LogFields;
  readonly message: string;
}

/** A logger that writes into `lines`. */
export function keepingLogger(lines: LogLine[], own: LogFields = {}): Logger {
  const write = (level: LogLine['level']) => (fields: LogFields, message: string) =>
    void lines.push({ level, fields: { ...own, ...fields }, message });
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => keepingLogger(lines, { ...own, ...fields }),
  };
}
