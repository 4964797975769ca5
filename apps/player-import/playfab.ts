import { reasonsOf } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import * as z from 'zod'
import type { Conversion } from './conversion.ts'
import { fieldsLeftOut, nameFrom } from './leftOut.ts'
import { serviceOf } from './serviceOf.ts'

const moment = z.string().transform((given) => new Date(given).toISOString())

/** Within TSV a list is JSON. */
const list = <Element extends z.ZodType>(element: Element) =>
  z
    .preprocess((given) => {
      if (typeof given !== 'string') return given ?? []
      try {
        return given === '' ? [] : JSON.parse(given)
      } catch {
        return given
      }
    }, z.array(element))
    .default([])

/** A profile of `GetPlayersInSegment`, or of an export of a segment. */
const profile = z.object({
  PlayerId: z.string(),
  DisplayName: z.string().nullish(),
  Created: moment.nullish(),
  BannedUntil: moment.nullish(),
  LinkedAccounts: list(
    z.object({
      Platform: z.string(),
      PlatformUserId: z.string(),
      Username: z.string().nullish(),
      Email: z.string().nullish(),
    }),
  ),
  ContactEmailAddresses: list(
    z.object({ EmailAddress: z.string(), VerificationStatus: z.string().nullish() }),
  ),
})

/** Fields about the title, and about where a player was. */
const ignored = ['TitleId', 'PublisherId', 'Origination', 'LastLogin']

/**
 * Converts a player's profile. PlayFab gives no password out: each player sets one by mail, at the contact
 * address, else at the one of the PlayFab account.
 */
export function convertPlayfabProfile(given: unknown, now: Date): Conversion {
  const read = profile.safeParse(given)
  if (!read.success) return { error: reasonsOf(read.error) }
  const { PlayerId, DisplayName, Created, BannedUntil, LinkedAccounts, ContactEmailAddresses } =
    read.data
  const own = LinkedAccounts.find(({ Platform }) => Platform === 'PlayFab')
  const [contact] = ContactEmailAddresses
  const isConfirmed = contact?.VerificationStatus === 'Confirmed'
  const linked = LinkedAccounts.filter((account) => account !== own).map((account) => ({
    ...account,
    service: serviceOf(account.Platform),
  }))
  const { named, leftOut } = nameFrom(own?.Username ?? DisplayName)
  const isBanned = BannedUntil ? new Date(BannedUntil) > now : false
  return {
    player: {
      sub: PlayerId,
      ...named,
      email: contact?.EmailAddress ?? own?.Email ?? '',
      ...(Created && { createdAt: Created }),
      ...(isConfirmed && { confirmedAt: Created ?? now.toISOString() }),
      ...(isBanned && { bannedAt: now.toISOString() }),
      links: linked.flatMap(({ service, PlatformUserId: id, Username: name }) =>
        service === null ? [] : [{ service, id, name: name ?? '' }],
      ),
      leftOut: [
        ...leftOut,
        ...(own === undefined ? [] : ['the password, which PlayFab gives to nobody']),
        ...(own?.Username && DisplayName && DisplayName !== own.Username
          ? ['the display name']
          : []),
        ...(contact && own?.Email && own.Email !== contact.EmailAddress
          ? ['the address of the PlayFab account']
          : []),
        ...(isBanned ? ['the end of the ban'] : []),
        ...(ContactEmailAddresses.length > 1 ? ['other contact addresses'] : []),
        ...linked.flatMap(({ service, Platform }) =>
          service === null ? [`links to ${Platform}`] : [],
        ),
        ...fieldsLeftOut(given, [...Object.keys(profile.shape), ...ignored]),
      ],
    },
  }
}
