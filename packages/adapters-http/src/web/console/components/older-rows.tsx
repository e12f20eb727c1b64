import { useConsole } from './console-context.js';

/** How many rows a list shows at first. */
export const FIRST_ROWS = 20;
/** What the platform gives of a list at once. */
const MOST_ROWS = 200;

interface OlderRowsProps {
  /** How many are asked for now. */
  readonly limit: number;
  /** Null: there are no others. */
  readonly nextCursor: string | null;
  readonly onLimit: (limit: number) => void;
}

/** Shows more of a list, up to what the platform gives at once. */
export function OlderRows({ limit, nextCursor, onLimit }: OlderRowsProps) {
  const { texts } = useConsole();
  if (nextCursor === null || limit >= MOST_ROWS) return null;
  return (
    <button type="button" class="text-button" onClick={() => onLimit(Math.min(limit + 2 * FIRST_ROWS, MOST_ROWS))}>
      {texts.older}
    </button>
  );
}
