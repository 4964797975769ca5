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
  sessionReuse: {
    subject: (studio: string) => `You were logged out of ${studio}`,
    greeting: (username: string) => `Hello ${username},`,
    body: (studio: string) =>
      `One of your sessions at ${studio} was used from two places at once, so we ended it everywhere. If you have not copied it yourself, somebody may have: log in again and change your password.`,
    action: 'Log in',
    closing: 'You receive this mail because the safety of your account is concerned.',
  },
} as const
