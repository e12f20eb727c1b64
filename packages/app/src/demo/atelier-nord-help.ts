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
        en: {
          title: 'My item arrived broken: what now?',
          summary: 'Keep the packaging and write to us with a photo: we will replace it.',
          body: 'One photo of the item and one of the packaging will do. We answer within two working days.',
        },
      },
    ],
  },
  {
    fr: 'Livraison',
    en: 'Delivery',
    articles: [
      {
        fr: {
          title: 'Combien coûte la livraison ?',
          summary: 'À partir de 4,90 € en France, offerte dès 90 € d’achat.',
          body: `| Vers | Prix | Délai |
| --- | --- | --- |
| Point relais, en France | 4,90 € | 3 à 5 jours |
| À domicile, en France | à partir de 7,90 € | 2 à 3 jours |
| Ailleurs en Europe | 14,90 € | 3 à 8 jours |

Dès **90 €**, la livraison est pour nous.`,
        },
        en: {
          title: 'How much is delivery?',
          summary: 'From €4.90 within France, and free from €90.',
          body: `| To | Price | Time |
| --- | --- | --- |
| A pickup point in France | €4.90 | 3 to 5 days |
| Your home in France | from €7.90 | 2 to 3 days |
| Elsewhere in Europe | €14.90 | 3 to 8 days |

From **€90** on, delivery is on us.`,
        },
      },
      {
        fr: {
          title: 'Où en est mon colis ?',
          summary: 'Le lien de suivi est dans le message qui annonce son départ.',
          body: 'Le suivi se met à jour une fois par jour. Sans nouvelle depuis **cinq jours**, écrivez-nous : nous ouvrons une enquête.',
        },
        en: {
          title: 'Where is my parcel?',
          summary: 'The link to follow it is in the message that says it has left.',
          body: 'Tracking is updated once a day. If nothing has moved for **five days**, write to us: we will have it looked for.',
        },
      },
    ],
  },
  {
    fr: 'Produits et professionnels',
    en: 'Products and trade',
    articles: [
      {
        fr: {
          title: 'Comment entretenir le grès et la faïence ?',
          summary: 'Au lave-vaisselle pour le grès, à la main pour la faïence peinte.',
          body: `- **Grès émaillé** : lave-vaisselle et micro-ondes.
- **Faïence peinte** : à la main, sans éponge abrasive.
- **Bois huilé** : un chiffon humide, et une goutte d’huile de lin deux fois par an.`,
        },
        en: {
          title: 'How do I look after stoneware and faience?',
          summary: 'The dishwasher for stoneware, by hand for painted faience.',
          body: `- **Glazed stoneware**: dishwasher and microwave.
- **Painted faience**: by hand, with a soft sponge.
- **Oiled wood**: a damp cloth, and a drop of linseed oil twice a year.`,
        },
      },
      {
        fr: {
          title: 'Proposez-vous des conditions aux professionnels ?',
          summary: 'Oui : 8 % sur tout le catalogue, facture à 30 jours.',
          body: 'Hôtels, cafés, librairies et bureaux : envoyez-nous votre SIRET et votre numéro de TVA, nous ouvrons votre compte **sous deux jours**.',
        },
        en: {
          title: 'Do you have terms for businesses?',
          summary: 'Yes: 8% off the whole catalogue, invoiced at 30 days.',
          body: 'Hotels, cafés, bookshops and offices: send us your VAT number and we will open your account **within two days**.',
        },
      },
    ],
  },
];
