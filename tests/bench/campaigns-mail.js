/** What both sides of the subject `campaigns` send: a letter of a few kilobytes. */
const paragraph = '<p>Bonjour {{client.firstName|"cher client"}}, les galettes de saison sont arrivées : venez les goûter.</p>';

export const MAIL = {
  from: 'Comptoir <no-reply@till.example>',
  subject: 'Les nouvelles de la saison',
  html: `${paragraph.repeat(20)}<p><a href="{{unsubscribeUrl}}">Se désabonner</a></p>`,
  text: `${'Bonjour {{client.firstName|"cher client"}}, les galettes de saison sont arrivées.\n'.repeat(20)}{{unsubscribeUrl}}`,
};
