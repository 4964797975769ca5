/** The words of every mail, in English; another language is another table of this shape. */
export const words = {
  confirmation: {
    subject: (studio: string) => `Confirm your ${studio} account`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `An account at ${studio} was created with this email address. Please confirm that it is yours.`,
    action: 'Confirm my email address',
    closing: 'The link is valid for 7 days. If you did not create an account, ignore this mail.',
  },
  registrationAttempt: {
    subject: (studio: string) => `You already have a ${studio} account`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `Somebody tried to create an account at ${studio} with this email address, but you already have one. If it was you, log in as usual.`,
    action: 'Log in',
    closing: 'If it was not you, ignore this mail: nothing was changed.',
  },
  farewell: {
    subject: (studio: string) => `Your ${studio} account was deleted`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `Your account at ${studio} was deleted as you asked. Your username and this email address are free again, and your sessions, connections, newsletters and choices are gone. They cannot be brought back.`,
    closing:
      'If it was not you who deleted the account, get in touch with our support. We have already forgotten your data; this is the last mail about your account.',
  },
  mailing: {
    greeting: (username: string) => `Hello ${username},`,
    closing: (list: string, studio: string) =>
      `You receive this mail because you subscribed to ${list} at ${studio}.`,
    unsubscribe: 'Unsubscribe',
  },
  sessionReuse: {
    subject: (studio: string) => `You were logged out of ${studio}`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `One of your sessions at ${studio} was used from two places at once, so we ended it everywhere. If you have not copied it yourself, somebody may have: log in again and change your password.`,
    action: 'Log in',
    closing: 'You receive this mail because the safety of your account is concerned.',
  },
  passwordRecovery: {
    subject: (studio: string) => `Reset your ${studio} password`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `Somebody asked to reset the password of your account at ${studio}. If it was you, choose a new password.`,
    action: 'Choose a new password',
    closing:
      'The link is valid for one hour and works once. If you did not ask for it, ignore this mail: your password stays as it is.',
  },
  passwordChanged: {
    subject: (studio: string) => `Your ${studio} password was changed`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `The password of your account at ${studio} was changed, and your other sessions were ended.`,
    action: 'It was not me: reset the password',
    closing: 'If it was you, there is nothing to do.',
  },
  passwordRecovered: {
    subject: (studio: string) => `Your ${studio} password was changed`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string, linkedLately: string) =>
      `The password of your account at ${studio} was changed by the link of a mail, and every session was ended.${
        linkedLately === ''
          ? ''
          : ` Linked to it in the last 30 days: ${linkedLately}. Unlink what is not yours.`
      }`,
    action: 'It was not me: reset the password',
    closing: 'If it was you, there is nothing to do.',
  },
  newLogIn: {
    subject: (studio: string) => `New log-in to your ${studio} account`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `Somebody logged in to your account at ${studio} with the right password, from a browser that we did not know, while passwords of many players were being tried out.`,
    action: 'It was not me: reset the password',
    closing: 'If it was you, there is nothing to do.',
  },
  usernameChanged: {
    subject: (studio: string) => `Your ${studio} username was changed`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string, oldName: string) =>
      `The username of your account at ${studio} was changed. It was ${oldName} before; nobody else can take that name for 30 days.`,
    action: 'It was not me: reset the password',
    closing: 'If it was you, there is nothing to do.',
  },
  emailChangeConfirmation: {
    subject: (studio: string) => `Confirm your new email address at ${studio}`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `You asked to use this email address for your account at ${studio}. Please confirm that it is yours.`,
    action: 'Confirm my new email address',
    closing: 'The link is valid for 24 hours. If you did not ask for it, ignore this mail.',
  },
  emailChangeAsked: {
    subject: (studio: string) => `Your email address at ${studio} is about to change`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string, newEmail: string) =>
      `Somebody asked to change the email address of your account at ${studio} to ${newEmail}. If it was not you, keep this address: that also ends every session and the password of your account.`,
    action: 'It was not me: keep this address',
    closing: 'The link is valid for 7 days. If it was you, there is nothing to do here.',
  },
  emailChanged: {
    subject: (studio: string) => `Your email address at ${studio} was changed`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string, newEmail: string) =>
      `The email address of your account at ${studio} was changed to ${newEmail}.`,
    action: 'It was not me: take this address back',
    closing:
      'The link works for 7 days after the change was asked for. If it was you, there is nothing to do.',
  },
  emailWelcomed: {
    subject: (studio: string) => `Your new email address at ${studio}`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `This is now the email address of your account at ${studio}. You log in with it, or with your username.`,
    action: 'Log in',
    closing: 'If this account is none of yours, reset its password and tell our support.',
  },
  emailRestored: {
    subject: (studio: string) => `Your email address at ${studio} stays as it was`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `The change of your email address at ${studio} was undone, and every session of your account was ended. Whoever asked for the change may know your password, so it no longer works: choose a new one.`,
    action: 'Choose a new password',
    closing: 'The link is valid for one hour. After that, ask for a new one on the log-in page.',
  },
  emailWithdrawn: {
    subject: (studio: string) => `A change of email address at ${studio} was undone`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `This email address does not belong to an account at ${studio} any more: the change to it was undone from the address before it.`,
    action: 'Log in',
    closing: 'You receive this mail because the safety of an account is concerned.',
  },
  emailClaimed: {
    subject: (studio: string) => `You already have a ${studio} account`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `Somebody tried to use this email address for another account at ${studio}, but it is yours.`,
    action: 'Log in',
    closing: 'If it was not you, ignore this mail: nothing was changed.',
  },
} as const

/** Introduces the plain address of a button, for mail programs without buttons. */
export const buttonless = 'If the button does nothing, open this address:'

/** The time and origin of an event, as far as the connection and the browser show them. */
export function circumstances(at: Date, browser: string, ip: string): string {
  const moment = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return `This happened on ${moment} UTC, from ${browser}, IP address ${ip}.`
}
