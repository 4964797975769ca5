import { maskEmail } from '@gatehouse/contract/display'
import { findEmailChange } from '../../database/accounts/emailChanges.ts'
import { findLinkOwner } from '../../database/accounts/mailLinks.ts'
import { findById } from '../../database/accounts/players.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { refuseUnknownLink } from './confirmationLink.ts'

/**
 * Answers the address that the link of a mail is about, masked, whether the link still works or not:
 * its reader has the mail. Changes nothing. Refuses unknown links.
 */
export const readMailLink = handler('readMailLink', async (context) => {
  const email = await addressOf(context)
  return email === undefined ? refuseUnknownLink(context) : { Email: maskEmail(email) }
})

async function addressOf({
  input: { body },
  deployment: { name },
  rules,
  services: { database, secrets },
}: AccountContext<'readMailLink'>): Promise<string | undefined> {
  const { kysely } = database
  if (body.Kind === 'confirmation') {
    const link = secrets.lookup('mail link', body.Uid)
    const id = await findLinkOwner(kysely, name, rules.registrationMailOpens, link)
    return id === null ? undefined : (await findById(kysely, name, id))?.email
  }
  if (body.Kind === 'undo') {
    const link = secrets.lookup('email undo', body.Uid)
    return (await findEmailChange(kysely, name, 'undo_hash', link))?.old_email
  }
  const link = secrets.lookup('email confirmation', body.Uid)
  return (await findEmailChange(kysely, name, 'confirm_hash', link))?.new_email
}
