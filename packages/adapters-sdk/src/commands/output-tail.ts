/** The end of what a program writes, in a bounded space. */
export interface OutputTail {
  add(chunk: Buffer): void;
  /** As text; what was cut in half at the start is left out. */
  text(): string;
}

export function makeOutputTail(bytesMax: number): OutputTail {
  let kept: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      const all = Buffer.concat([kept, chunk.subarray(-bytesMax)]);
      kept = all.subarray(-bytesMax);
    },
    text: () => kept.subarray(firstWholeCharacter(kept)).toString('utf8'),
  };
}

/** UTF-8: bytes from 0x80 to 0xbf continue a character, at most three of them. */
function firstWholeCharacter(bytes: Buffer): number {
  const start = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return start === -1 ? 0 : start;
}
