import type { DemoTopic } from './demo-help.js';

/** What people ask the shop. */
export const ATELIER_NORD_HELP: readonly DemoTopic[] = [
  {
    fr: 'Commander et retirer',
    en: 'Ordering and picking up',
    articles: [
      {
        fr: {
          title: 'Quand puis-je retirer ma commande ?',
          summary: 'Dès que la page de la commande dit qu’elle est prête : le plus souvent dans l’heure.',
          body: `La page de votre commande se met à jour toute seule.

1. **Reçue** : nous la préparons.
2. **Prête** : venez quand vous voulez pendant les heures d’ouverture.
3. **Retirée** : à bientôt.

Donnez simplement le numéro de la commande au comptoir.`,
        },
        en: {
          title: 'When can I pick up my order?',
          summary: 'As soon as the page of the order says that it is ready: mostly within the hour.',
          body: `The page of your order keeps itself up to date.

1. **Received**: we are preparing it.
2. **Ready**: come whenever you like during opening hours.
3. **Collected**: see you soon.

Just tell us the number of the order at the counter.`,
        },
      },
      {
        fr: {
          title: 'Comment puis-je payer ?',
          summary: 'Par carte en ligne, ou en boutique au retrait.',
          body: 'En boutique, nous prenons les cartes et les espèces. Une commande payée en ligne et annulée est **remboursée d’elle-même**.',
        },
        en: {
          title: 'How can I pay?',
          summary: 'By card online, or in store when you pick up.',
          body: 'In store we take cards and cash. An order that was paid online and is cancelled is **paid back by itself**.',
        },
      },
    ],
  },
  {
    fr: 'Retours et garantie',
    en: 'Returns and warranty',
    articles: [
      {
        fr: {
          title: 'Comment retourner un article ?',
          summary: 'Sous 14 jours, en boutique ou par la poste.',
          body: `Vous avez **14 jours** pour changer d’avis.

| Où | Coût | Délai |
| --- | --- | --- |
| En boutique | gratuit | immédiat |
| Par la poste | à votre charge | 5 à 7 jours |

> Les articles gravés à votre nom ne sont pas repris.`,
        },
        en: {
          title: 'How do I return an item?',
          summary: 'Within 14 days, in store or by post.',
          body: `You have **14 days** to change your mind.

| Where | Cost | Time |
| --- | --- | --- |
| In store | free | at once |
| By post | yours to pay | 5 to 7 days |

> Items engraved with your name are not taken back.`,
        },
      },
      {
        fr: {
          title: 'Mon article est arrivé cassé : que faire ?',
          summary: 'Gardez l’emballage et écrivez-nous avec une photo : nous le remplaçons.',
          body: 'Une photo de l’article et une de l’emballage suffisent. Nous répondons sous deux jours ouvrés.',
        },
      },
    ],
  },
];
