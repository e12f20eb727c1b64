import type { AnswerOf } from '../wire.js';
import { useGates } from './gates-texts.js';

/** How many are inside now, and what each gate has counted today. */
export function Occupancy({ occupancy }: { occupancy: AnswerOf<'accessControl.occupancy'> }) {
  const words = useGates();
  const { inside, entries, exits, gates } = occupancy;
  const figures = [
    [words.inside, inside],
    [words.entries, entries],
    [words.exits, exits],
  ] as const;
  return (
    <section aria-label={words.occupancy}>
      <dl class="figures">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="figure">{count}</dd>
          </div>
        ))}
      </dl>
      {gates.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{words.gate}</th>
              <th scope="col">{words.entries}</th>
              <th scope="col">{words.exits}</th>
            </tr>
          </thead>
          <tbody>
            {gates.map(({ gate, entries: came, exits: left }) => (
              <tr key={gate}>
                <th scope="row">{gate}</th>
                <td class="figure">{came}</td>
                <td class="figure">{left}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
