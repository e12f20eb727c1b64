import { useId } from 'preact/hooks';
import { useGates } from './gates-texts.js';

/** Whether those who have left may come back: yes, no, or as the establishment has set. */
export function ReentryChoice({ reentry, onReentry }: { reentry: boolean | null; onReentry: (reentry: boolean | null) => void }) {
  const words = useGates();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{words.reentry}</label>
      <select
        id={id}
        name="reentry"
        value={String(reentry)}
        onChange={({ currentTarget: { value } }) => onReentry(value === 'null' ? null : value === 'true')}
      >
        <option value="null">{words.asEstablishment}</option>
        <option value="true">{words.mayReturn}</option>
        <option value="false">{words.mayNotReturn}</option>
      </select>
    </div>
  );
}
