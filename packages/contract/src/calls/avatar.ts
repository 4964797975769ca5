import * as z from 'zod'
import { avatarBounds } from '../avatarBounds.ts'
import { identityProviderNames } from '../identityProviderNames.ts'
import { canonicalName } from './entities.ts'
import { generalBan, get, post } from './row.ts'
import { needed, nothing, text, tick, userId } from './values.ts'

/* Ours: the sources of a player's picture. The specification only shows it. */

const ofUser = z.object({ userId })
const open = { hasAvatarSection: true } as const
const changed = z.object({ AvatarUrl: z.string() })

/** The characters of a file in base64. */
const inBase64 = (bytes: number) => 4 * Math.ceil(bytes / 3)

export const avatarCalls = {
  listAvatars: get('profile/user/{userId}/avatars', 'player', {
    when: open,
    input: { path: ofUser },
    answer: z.object({
      /** The source of the present picture: '' is the letter, `other` came from elsewhere. */
      Source: z.enum(['', 'upload', 'gallery', 'linked', 'other']),
      TakesUploads: z.boolean(),
      Gallery: z.array(z.object({ Name: z.string(), AvatarUrl: z.string() })),
      Linked: z.array(
        z.object({ CanonicalName: canonicalName, Name: z.string(), AvatarUrl: z.string() }),
      ),
    }),
    refusals: [],
  }),
  uploadAvatar: post('profile/user/{userId}/avatar/upload', 'player', {
    when: open,
    ipBan: generalBan,
    // The file, its field's name, and nothing else.
    largeBody: { bytes: inBase64(avatarBounds.bytes) + 1024, refusal: 'ERROR_AVATAR_SIZE' },
    input: {
      path: ofUser,
      body: z.object({
        /** The file as base64. */
        Picture: needed(
          z
            .string('ERROR_AVATAR_TYPE')
            .max(inBase64(avatarBounds.bytes), 'ERROR_AVATAR_SIZE')
            .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'ERROR_AVATAR_TYPE')
            .default(''),
        ),
      }),
    },
    answer: changed,
    refusals: [
      'ERROR_AVATAR_TYPE',
      'ERROR_AVATAR_SIZE',
      'ERROR_AVATAR_DIMENSIONS',
      'ERROR_AVATAR_UNREADABLE',
    ],
  }),
  chooseAvatar: post('profile/user/{userId}/avatar/choose', 'player', {
    when: open,
    ipBan: generalBan,
    input: {
      path: ofUser,
      body: z.object({
        /** `gallery` or `linked`. */
        Source: text('ERROR_AVATAR_NOT_EXISTS'),
        /** A name of the gallery, or the canonical name of a linked account. */
        Name: text('ERROR_AVATAR_NOT_EXISTS'),
      }),
    },
    answer: changed,
    refusals: ['ERROR_AVATAR_NOT_EXISTS'],
  }),
  /** Draws the caller's card to share: the name, and the other parts that the caller ticks. */
  makePlayerCard: post('profile/user/{userId}/card', 'player', {
    when: { goesBeyondSpecification: true },
    input: {
      path: ofUser,
      body: z.object({
        Titles: tick(),
        /** Canonical names of linked accounts. */
        Links: z
          .array(text('ERROR_CARD_NOT_LINKED'), 'ERROR_CARD_NOT_LINKED')
          .max(identityProviderNames.length, 'ERROR_CARD_NOT_LINKED')
          .default([]),
      }),
    },
    answer: z.object({
      /** A PNG of 1200 by 630 pixels as base64. */
      Picture: z.string(),
    }),
    refusals: ['ERROR_CARD_NOT_LINKED', 'ERROR_UNAVAILABLE'],
  }),
  removeAvatar: post('profile/user/{userId}/avatar/remove', 'player', {
    when: open,
    input: { path: ofUser, body: nothing },
    answer: changed,
    refusals: [],
  }),
}
