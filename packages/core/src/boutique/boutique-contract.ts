import { z } from 'zod';

/** The answer of `GET /api/boutique/catalog` (decisions §3), for documents and clients; the type is `ShopCatalog`. */

const price = z.number();

const itemRecord = z.object({
  id: z.string().meta({ examples: ['tasse-maree'] }),
  name: z.string(),
  description: z.string().nullable(),
  price: z.object({ min: price, max: price }).meta({ description: 'Over the variants, tax included.' }),
  photo: z.string().nullable(),
  remaining: z.int().nullable().meta({ description: 'How many can be ordered now; null where no stock is kept.' }),
  url: z.string().meta({ description: 'The page of the item, where it is ordered.' }),
});

export const shopCatalogSchema = z.object({
  open: z.boolean().meta({ description: 'False: no orders are taken now, and nothing is listed.' }),
  slug: z.string().meta({ examples: ['atelier-nord'] }),
  name: z.string(),
  currency: z.string().meta({ examples: ['EUR'] }),
  categories: z.array(
    z.object({
      id: z.string().nullable().meta({ description: 'Null: items of no category, which come last.' }),
      name: z.string().nullable(),
      items: z.array(itemRecord),
    }),
  ),
});
