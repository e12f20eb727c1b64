import type { Mail } from '../kit/mail.js';
import { type Letter, mailOf } from './mail-letter.js';
import { INVITE_DAYS, RESET_MINUTES, VERIFY_DAYS } from './one-time-token.js';
import type { Locale, TenantRole, User } from './user.js';

export type Reader = Pick<User, 'email' | 'name' | 'locale'>;

/** Proves that the address is the reader's. */
export function verifyMail(reader: Reader, url: string): Mail {
  return written(reader, {
    fr: {
      subject: 'Confirmez votre adresse',
      paragraphs: [
        `Bonjour ${reader.name},`,
        `Confirmez que cette adresse est la vôtre. Le lien est valable ${VERIFY_DAYS} jours.`,
        "Si vous n'avez pas créé de compte, ignorez ce message.",
      ],
      action: { label: 'Confirmer mon adresse', url },
    },
    en: {
      subject: 'Confirm your address',
      paragraphs: [
        `Hello ${reader.name},`,
        `Please confirm that this address is yours. The link works for ${VERIFY_DAYS} days.`,
        'If you did not create an account, ignore this message.',
      ],
      action: { label: 'Confirm my address', url },
    },
  });
}

/** Somebody registered with an address that has an account: only its owner learns of it. */
export function addressTakenMail(reader: Reader, url: string): Mail {
  return written(reader, {
    fr: {
      subject: 'Vous avez déjà un compte',
      paragraphs: [
        `Bonjour ${reader.name},`,
        'Quelqu’un, sans doute vous, a voulu créer un compte avec cette adresse. Vous en avez déjà un : connectez-vous, ou demandez un nouveau mot de passe depuis la page de connexion.',
        "Si ce n'était pas vous, il n'y a rien à faire.",
      ],
      action: { label: 'Se connecter', url },
    },
    en: {
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${reader.name},`,
        'Somebody, probably you, tried to create an account with this address. You have one already: sign in, or ask for a new password on the sign-in page.',
        'If it was not you, there is nothing to do.',
      ],
      action: { label: 'Sign in', url },
    },
  });
}

export function resetMail(reader: Reader, url: string): Mail {
  return written(reader, {
    fr: {
      subject: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        `Bonjour ${reader.name},`,
        `Vous pouvez choisir un nouveau mot de passe. Le lien est valable ${RESET_MINUTES} minutes et ne sert qu'une fois.`,
        "Si vous ne l'avez pas demandé, ignorez ce message : votre mot de passe ne change pas.",
      ],
      action: { label: 'Choisir un mot de passe', url },
    },
    en: {
      subject: 'Choose a new password',
      paragraphs: [
        `Hello ${reader.name},`,
        `You can choose a new password. The link works once, for ${RESET_MINUTES} minutes.`,
        'If you did not ask for it, ignore this message: your password stays as it is.',
      ],
      action: { label: 'Choose a password', url },
    },
  });
}

/** Tells the owner of an account that its password is another one now. */
export function passwordChangedMail(reader: Reader, url: string): Mail {
  return written(reader, {
    fr: {
      subject: 'Votre mot de passe a changé',
      paragraphs: [
        `Bonjour ${reader.name},`,
        'Le mot de passe de votre compte vient de changer et vos autres appareils ont été déconnectés.',
        "Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe depuis la page de connexion.",
      ],
      action: { label: 'Page de connexion', url },
    },
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        `Hello ${reader.name},`,
        'The password of your account was just changed and your other devices were signed out.',
        'If it was not you, ask for a new password on the sign-in page at once.',
      ],
      action: { label: 'Sign-in page', url },
    },
  });
}

/** What an invite is to, in the words of its mail. */
export interface InviteWords {
  readonly inviter: string;
  readonly tenantName: string;
  readonly siteName: string | null;
  readonly roles: readonly TenantRole[];
}

export function inviteMail(reader: Pick<Reader, 'email' | 'locale'>, invite: InviteWords, url: string): Mail {
  const place = invite.siteName === null ? invite.tenantName : `${invite.siteName} (${invite.tenantName})`;
  const rolesIn = (locale: Locale) => invite.roles.map((role) => ROLE_NAMES[locale][role]).join(', ');
  return written(reader, {
    fr: {
      subject: `${invite.inviter} vous invite chez ${place}`,
      paragraphs: [
        'Bonjour,',
        `${invite.inviter} vous invite à rejoindre ${place} (${rolesIn('fr')}). L'invitation est valable ${INVITE_DAYS} jours et ne sert qu'une fois.`,
      ],
      action: { label: "Accepter l'invitation", url },
    },
    en: {
      subject: `${invite.inviter} invites you to ${place}`,
      paragraphs: [
        'Hello,',
        `${invite.inviter} invites you to join ${place} (${rolesIn('en')}). The invite works once, for ${INVITE_DAYS} days.`,
      ],
      action: { label: 'Accept the invite', url },
    },
  });
}

const ROLE_NAMES: Readonly<Record<Locale, Readonly<Record<TenantRole, string>>>> = {
  fr: { owner: 'propriétaire', admin: 'administration', manager: 'direction', staff: 'équipe', viewer: 'consultation' },
  en: { owner: 'owner', admin: 'admin', manager: 'manager', staff: 'staff', viewer: 'viewer' },
};

export function written({ email, locale }: Pick<Reader, 'email' | 'locale'>, letters: Readonly<Record<Locale, Letter>>): Mail {
  return mailOf(email, letters[locale]);
}
