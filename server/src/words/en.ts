/**
 * Everything that the server writes to people in mails, in English. A name in braces stands for a
 * value, which is put in as it is: other languages place it beside a noun that takes the grammar.
 * No sentence is put together from parts.
 */
export const words = {
  greeting: 'Hello {username},',
  /** The time and origin of an event; `browser` is one of the phrases below. */
  circumstances: 'This happened on {moment} UTC, from {browser}, IP address {ip}.',
  browsers: {
    /** Such as: Firefox on Windows. */
    named: '{browser} on {system}',
    unnamed: 'a browser on {system}',
    unknown: 'an unknown browser',
  },
  /** Introduces the plain address of a button, for mail programs without buttons. */
  buttonless: 'The button does nothing? Open this address:',
  /** Above the address of a button or link in the part without HTML. */
  textLink: '{label}:',
  /** Beside a link that does nothing by itself: what its page asks for in a browser that is not known. */
  linkNumber: 'Number for that page: {number}',
  mails: {
    confirmation: {
      subject: 'Confirm your {studio} account',
      body: 'Good to have you at {studio}. Confirm that this email address is yours, and you can log in and play.',
      action: 'Confirm my email address',
      closing:
        'The link works for 7 days. Not your doing? Then leave it: without your click, the account stays closed.',
    },
    registrationAttempt: {
      subject: 'You already have a {studio} account',
      body: 'Somebody just tried to create an account at {studio} with this email address, and you already have one. Was it you? Then log in as usual.',
      action: 'Log in',
      closing: 'Not you? There is nothing to do: your account is as it was.',
    },
    farewell: {
      subject: 'Your {studio} account was deleted',
      body: 'We deleted your account at {studio}, as you asked. Your profile, your linked accounts, your newsletters and your choices are gone, and nobody can bring them back. Thank you for the time you played with us.',
      closing:
        'You did not ask for this? Write to our support. This is our last mail about the account.',
    },
    mailing: {
      closing: 'You get this mail because you subscribed to {list} at {studio}.',
      unsubscribe: 'Unsubscribe',
    },
    sessionReuse: {
      subject: 'You were logged out of {studio}',
      body: 'One of your log-ins at {studio} was used from two places at once, so we ended it. Somebody may have copied it. Log in again and choose a new password.',
      action: 'Log in',
      closing: 'You get this mail because it is about the safety of your account.',
    },
    passwordRecovery: {
      subject: 'Reset your {studio} password',
      body: 'Forgot the password of your account at {studio}? Choose a new one.',
      action: 'Choose a new password',
      closing:
        'The link works once, for an hour. You did not ask for it? Then leave it: your password stays as it is.',
    },
    passwordChanged: {
      subject: 'Your {studio} password was changed',
      body: 'The password of your account at {studio} was just changed. We logged you out everywhere else.',
      action: 'It was not me: reset the password',
      closing: 'Was it you? Then you are all set.',
    },
    passwordRecovered: {
      subject: 'Your {studio} password was changed',
      body: 'The password of your account at {studio} was just changed with the link of a mail. We logged you out on every device.',
      /** The body for a player with services from these days; `services` is a list of names. */
      bodyLinked:
        'The password of your account at {studio} was just changed with the link of a mail. We logged you out on every device. Linked in the last 30 days: {services}. Unlink what is not yours.',
      action: 'It was not me: reset the password',
      closing: 'Was it you? Then you are all set.',
    },
    newLogIn: {
      subject: 'New log-in to your {studio} account',
      body: 'Somebody logged in to your account at {studio} with the right password, from a browser we had not seen before. At the same time, passwords of many players were being tried out.',
      action: 'It was not me: reset the password',
      closing: 'Was it you? Then you are all set.',
    },
    newBrowser: {
      subject: 'New sign-in to your {studio} account',
      body: 'Somebody signed in to your account at {studio} from a browser that we did not know.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    frozen: {
      subject: 'Your {studio} account is frozen',
      body: 'All sessions of your account at {studio} were ended, and nobody can sign in. When you are ready, follow the link to get back in.',
      action: 'Get back into my account',
      closing: 'The link works for 30 days, and nothing changes before you follow it.',
    },
    unfrozen: {
      subject: 'Your {studio} account is open again',
      body: 'Your account at {studio} was opened again with the link of a mail.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    supportActed: {
      subject: 'Our support did something to your {studio} account',
      body: 'Our support froze your account at {studio}: all its sessions were ended, and nobody can sign in. Another mail has the link to get back in.',
      action: 'Open Security',
      closing: 'You get this mail because it is about the safety of your account.',
    },
    usernameChanged: {
      subject: 'Your {studio} username was changed',
      body: 'The username of your account at {studio} was just changed. It was {oldName}, and nobody else gets that name for 30 days.',
      action: 'It was not me: reset the password',
      closing: 'Was it you? Then you are all set.',
    },
    appAdded: {
      subject: 'An authenticator app was added to your {studio} account',
      body: 'The authenticator app “{factor}” was added to your account at {studio}.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    appRemoved: {
      subject: 'An authenticator app was removed from your {studio} account',
      body: 'The authenticator app “{factor}” was removed from your account at {studio}.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    twoStepOn: {
      subject: 'Two-step verification is on for your {studio} account',
      body: 'From now on, we ask for a second step after the password of your account at {studio}. We logged you out everywhere else.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    twoStepOff: {
      subject: 'Two-step verification is off for your {studio} account',
      body: 'We no longer ask for a second step after the password of your account at {studio}.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    codesMade: {
      subject: 'New recovery codes for your {studio} account',
      body: 'New recovery codes were made for your account at {studio}. The old ones do not work any more.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    codeUsed: {
      subject: 'A recovery code of your {studio} account was used',
      body: 'Somebody used a recovery code of your account at {studio}. Codes that are left: {left}.',
      action: 'It was not me: secure my account',
      closing: 'Was it you? Then you are all set.',
    },
    secondStepFailed: {
      subject: 'Somebody knows the password of your {studio} account',
      body: 'The right password of your account at {studio} was entered, and then a wrong second step, five times. Nobody got in. Choose another password.',
      action: 'Choose a new password',
      closing: 'You get this mail because it is about the safety of your account.',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your {studio} account',
      body: 'The passkey “{factor}” was added to your account at {studio}.',
      action: 'It was not me: secure my account',
      closing: 'If it was you, there is nothing to do.',
    },
    passkeyRemoved: {
      subject: 'A passkey was removed from your {studio} account',
      body: 'The passkey “{factor}” was removed from your account at {studio}.',
      action: 'It was not me: secure my account',
      closing: 'If it was you, there is nothing to do.',
    },
    passkeySuspect: {
      subject: 'A passkey of your {studio} account may have been copied',
      body: 'The passkey “{factor}” was refused: it seems to exist twice. If you have not copied it yourself, remove it.',
      action: 'Open Security',
      closing: 'You get this mail because it is about the safety of your account.',
    },
    passwordRemoved: {
      subject: 'Your {studio} account has no password any more',
      body: 'You sign in with your passkeys from now on.',
      action: 'It was not me: secure my account',
      closing: 'If it was you, there is nothing to do.',
    },
    emailChangeConfirmation: {
      subject: 'Confirm your new email address at {studio}',
      body: 'You want to use this email address for your account at {studio}. Confirm that it is yours.',
      action: 'Confirm my new email address',
      closing:
        'The link works for 24 hours. You did not ask for it? Then leave it, and nothing changes.',
    },
    emailChangeAsked: {
      subject: 'Your email address at {studio} is about to change',
      body: 'Somebody asked to change the email address of your account at {studio} to {newEmail}. Not you? Keep this address: we log out everybody who is in your account, and the password stops working.',
      action: 'It was not me: keep this address',
      closing: 'The link works for 7 days. Was it you? Then there is nothing to do here.',
    },
    emailChanged: {
      subject: 'Your email address at {studio} was changed',
      body: 'The email address of your account at {studio} is now {newEmail}.',
      action: 'It was not me: take this address back',
      closing:
        'The link works for 7 days after somebody asked for the change. Was it you? Then you are all set.',
    },
    emailWelcomed: {
      subject: 'Your new email address at {studio}',
      body: 'This is now the email address of your account at {studio}. Log in with it, or with your username.',
      action: 'Log in',
      closing: 'Not your account? Reset its password and tell our support.',
    },
    emailRestored: {
      subject: 'Your email address at {studio} stays as it was',
      body: 'Your account at {studio} keeps its email address. We logged out everybody who was in it, and its password no longer works: choose a new one now.',
      action: 'Choose a new password',
      closing: 'The link works for an hour. After that, ask for a new one on the log-in page.',
    },
    emailWithdrawn: {
      subject: 'A change of email address at {studio} was undone',
      body: 'This email address no longer belongs to an account at {studio}. The change to it was undone from the address before.',
      action: 'Log in',
      closing: 'You get this mail because it is about the safety of an account.',
    },
    emailClaimed: {
      subject: 'You already have a {studio} account',
      body: 'Somebody tried to use this email address for another account at {studio}, and it is already yours.',
      action: 'Log in',
      closing: 'Not you? There is nothing to do: your account is as it was.',
    },
  },
}

/** The words of a language: those of English, each in its place. */
export type Words = typeof words
