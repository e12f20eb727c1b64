import type { Acting, OrganisationView, PlaceView } from '../manage-view.js';
import { useManage } from './manage-context.js';

export interface PlaceChoiceProps {
  readonly organisations: readonly OrganisationView[];
  readonly acting: Acting | null;
  readonly busyWith: string | null;
  readonly onChoose: (acting: Acting, name: string) => void;
}

/** The organisations and establishments somebody may act for; one of them at a time. */
export function PlaceChoice({ organisations, acting, busyWith, onChoose }: PlaceChoiceProps) {
  const { texts } = useManage();
  return (
    <section class="home__part" aria-labelledby="places-title">
      <h2 id="places-title">{texts.places}</h2>
      {organisations.length === 0 && <p class="manage__words">{texts.noPlaces}</p>}
      {organisations.map(({ tenantId, name, standing, places }) => (
        <div key={tenantId} class="organisation">
          <h3 class="organisation__name">{name}</h3>
          {standing !== 'active' && <p class="field__hint">{texts.standings[standing]}</p>}
          {standing === 'active' && places.length === 0 && <p class="field__hint">{texts.noRole}</p>}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
          <ul role="list">
            {places.map((place) => (
              <li key={place.siteId}>
                <Place
                  place={place}
                  isCurrent={acting?.tenantId === tenantId && acting.siteId === place.siteId}
                  isBusy={busyWith !== null}
                  onChoose={() => onChoose({ tenantId, siteId: place.siteId }, place.name ?? name)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface PlaceProps {
  readonly place: PlaceView;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function Place({ place, isCurrent, isBusy, onChoose }: PlaceProps) {
  const { texts } = useManage();
  return (
    <button
      type="button"
      class="place"
      aria-pressed={isCurrent}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isCurrent) onChoose();
      }}
    >
      <span class="place__name">{place.name ?? texts.everywhere}</span>
      <span class="place__roles">{place.roles.map((role) => texts.roles[role]).join(', ')}</span>
      <span class="place__mark" aria-hidden="true">
        {isCurrent ? texts.current : texts.choose}
      </span>
    </button>
  );
}
