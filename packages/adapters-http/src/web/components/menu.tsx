import type { CarteItem } from '@comptoir/core/carte/carte.js';
import type { MenuSection } from '../menu-sections.js';
import { Chapters } from './chapters.js';
import { MenuItem } from './menu-item.js';

export function Menu({ sections, onPick }: { sections: readonly MenuSection[]; onPick: ((item: CarteItem) => void) | null }) {
  return (
    <Chapters sections={sections} list="dishes">
      {(item) => <MenuItem key={item.id} item={item} onPick={onPick} />}
    </Chapters>
  );
}
