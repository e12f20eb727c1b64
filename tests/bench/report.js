const MEGABYTE = 1024 * 1024;

/** A number with as many digits as are worth reading. */
export function figure(value, digits = value < 10 ? 2 : value < 100 ? 1 : 0) {
  return value.toFixed(digits);
}

export function withSpread({ median, min, max }, digits) {
  return `${figure(median, digits)} (${figure(min, digits)}–${figure(max, digits)})`;
}

export function megabytes(bytes) {
  return figure(bytes / MEGABYTE, 1);
}

/** Rows of text under their headers: `names` columns of words, then numbers. */
export function table(headers, rows, names = 1) {
  const widths = headers.map((header, column) => Math.max(header.length, ...rows.map((row) => row[column].length)));
  const line = (cells) =>
    cells
      .map((cell, column) => (column < names ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  return [line(headers), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const COMPARED = ['case', 'what', 'pace ÷ this', 'CPU ÷ this', '/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'RSS MB'];

/** The table of a subject that `compare` has measured, case by case; with the statements of those that send any. */
export function comparedTable(cases) {
  const contestants = cases.flatMap(({ name, contestants: each }) => each.map((contestant) => ({ case: name, ...contestant })));
  const withStatements = contestants.some(({ statements }) => statements !== null);
  const rows = contestants.map((each) => [
    each.case,
    each.name,
    ...ratioCells(each.subjectOverThis),
    figure(each.perSecond, 0),
    figure(each.p50),
    figure(each.p99),
    figure(each.cpuMicros),
    megabytes(each.rss),
    ...(withStatements ? [each.statements === null ? '–' : figure(each.statements, 1)] : []),
  ]);
  return table(withStatements ? [...COMPARED, 'SQL each'] : COMPARED, rows, 2);
}

function ratioCells(subjectOverThis) {
  return subjectOverThis === null ? ['subject', 'subject'] : [withSpread(subjectOverThis.pace, 2), withSpread(subjectOverThis.cpu, 2)];
}
