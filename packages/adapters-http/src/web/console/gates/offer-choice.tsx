import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';
import { useGates } from './gates-texts.js';

interface OfferChoiceProps {
  readonly offers: AnswerOf<'ticketing.listOffers'>['items'];
  readonly offerIds: readonly string[];
  readonly onOfferIds: (offerIds: readonly string[]) => void;
}

/** The offers a gate lets in; with none of them ticked, all. */
export function OfferChoice({ offers, offerIds, onOfferIds }: OfferChoiceProps) {
  const { language } = useConsole();
  const words = useGates();
  if (offers.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend class="choices__title">{words.offers}</legend>
      <p class="choices__rule">{words.offersHint}</p>
      {offers.map(({ id, title }) => (
        <label key={id} class="choice">
          <input
            type="checkbox"
            checked={offerIds.includes(id)}
            onChange={({ currentTarget }) => onOfferIds(currentTarget.checked ? [...offerIds, id] : offerIds.filter((one) => one !== id))}
          />
          <span class="choice__name">{title[language] ?? title.fr ?? title.en}</span>
        </label>
      ))}
    </fieldset>
  );
}
