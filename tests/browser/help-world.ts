import type { NewArticle, NewCategory } from '@comptoir/core/helpdesk-kb/kb-contract.js';
import { newArticle, newCategory } from '@comptoir/core/helpdesk-kb/kb-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { z } from 'zod';
import type { PageHost } from './page-host.js';

export const HELP = '/aide/atelier-test';

const RETURNS = `Vous avez **14 jours** pour changer d’avis ([conditions](/boutique/atelier-test)).

## Comment faire

1. Écrivez-nous avec le numéro de la commande.
2. Emballez l’article dans son carton d’origine.
3. Déposez-le en boutique, ou envoyez-le à l’adresse que nous vous donnons.

> Les articles gravés ne sont pas repris.

## Ce que cela coûte

| Où | Coût | Délai |
| --- | --- | --- |
| En boutique | gratuit | immédiat |
| Par la poste | 4,90 € | 5 à 7 jours |

Plus de détails sur https://www.example.test/retours.
`;

/** Opens a shop with a help desk: two topics, a draft, an article in two languages and one in no category. */
export async function openHelp(host: PageHost): Promise<Scope> {
  const scope = await host.open({
    slug: 'atelier-test',
    trade: 'shop',
    name: 'Atelier Test',
    phone: '+33 2 98 00 00 00',
    website: 'https://atelier.example',
  });
  const { helpdeskKb } = host.services;
  const category = (input: z.input<typeof newCategory>) => helpdeskKb.createCategory(scope, newCategory.parse(input) satisfies NewCategory);
  const article = (input: z.input<typeof newArticle>) => helpdeskKb.createArticle(scope, newArticle.parse(input) satisfies NewArticle);
  const published = (input: z.input<typeof newArticle>) => article({ status: 'published', ...input });
  const delivery = await category({
    translations: {
      fr: { name: 'Livraison', description: 'Délais, prix et suivi des colis.' },
      en: { name: 'Delivery', description: 'Times, prices and tracking.' },
    },
  });
  const returns = await category({ position: 1, translations: { fr: { name: 'Retours et remboursements' } } });
  await published({
    categoryId: returns.id,
    tags: ['échange'],
    translations: {
      fr: { title: 'Comment retourner un article ?', summary: 'Sous 14 jours, en boutique ou par la poste.', body: RETURNS },
      en: { title: 'How do I return an item?', summary: 'Within 14 days, in store or by post.', body: 'You have **14 days**.' },
    },
  });
  for (let number = 1; number <= 8; number += 1) {
    await published({
      categoryId: delivery.id,
      position: number,
      translations: {
        fr: { title: `Délai de livraison en zone ${number}`, summary: `Comptez ${number + 1} jours ouvrés.`, body: `Zone ${number}.` },
      },
    });
  }
  await published({ translations: { fr: { title: 'Horaires des fêtes', body: 'Fermé le 25 décembre.' } } });
  await article({ translations: { fr: { title: 'Brouillon secret', body: 'Pas encore.' } } });
  return scope;
}
