interface Mailbox {
  /** Its own name, the same in every language. */
  readonly name: string
  readonly url: string
}

const gmail = { name: 'Gmail', url: 'https://mail.google.com/' }
const outlook = { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
const icloud = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail' }

/** Where players of each domain read their mail. */
const mailboxes: Readonly<Record<string, Mailbox>> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'outlook.com': outlook,
  'hotmail.com': outlook,
  'live.com': outlook,
  'icloud.com': icloud,
  'me.com': icloud,
  'yahoo.com': { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' },
  'proton.me': { name: 'Proton Mail', url: 'https://mail.proton.me/' },
  'web.de': { name: 'WEB.DE', url: 'https://web.de/' },
  'gmx.de': { name: 'GMX', url: 'https://www.gmx.net/' },
  'gmx.net': { name: 'GMX', url: 'https://www.gmx.net/' },
}

/** The page of a mailbox, as far as its domain says it. */
export function mailboxOf(address = ''): Mailbox | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return Object.hasOwn(mailboxes, domain) ? mailboxes[domain] : undefined
}
