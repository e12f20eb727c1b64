import { shownPhoto } from '../menu-sections.js';
import { Allergens } from './allergens.js';
import { Dialog } from './dialog.js';
import { ItemForm, type ItemFormProps } from './item-form.js';
import { usePage } from './page-context.js';
import { Photo } from './photo.js';

export type ItemDialogProps = Omit<ItemFormProps, 'block' | 'lead'> & { readonly onClosed: () => void };

/** An item and the choices it asks for, over the page. */
export function ItemDialog({ onDone, onClosed, ...form }: ItemDialogProps) {
  const { contentLang } = usePage();
  const { name, description, allergens, photo: path } = form.item;
  const photo = shownPhoto(path);
  return (
    <Dialog kind="item" title={<span lang={contentLang}>{name}</span>} onClosed={onClosed}>
      {(close) => (
        <ItemForm
          {...form}
          block="sheet"
          lead={
            <>
              {photo !== null && (
                <Photo
                  class="sheet__photo"
                  photo={photo}
                  width={160}
                  height={160}
                  sizes="(min-width: 40rem) 36rem, 100vw"
                  loading="eager"
                />
              )}
              {description !== null && (
                <p class="sheet__words" lang={contentLang}>
                  {description}
                </p>
              )}
              <Allergens allergens={allergens} />
            </>
          }
          onDone={(line) => {
            onDone(line);
            close();
          }}
        />
      )}
    </Dialog>
  );
}
