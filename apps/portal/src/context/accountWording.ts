import { msg } from '@lingui/core/macro'
import type { Wording } from './wording.ts'

/** The labels of wording.ts that only players see: their words come with the account's. */
export const accountWordings = {
  logOut: { fixed: msg`Logout`, ours: msg`Log out` },
  change: {
    fixed: msg`Update`,
    ours: msg({ message: 'Change', context: 'a name, an address or a password' }),
  },
  changeEmail: { fixed: msg`Update your email`, ours: msg`Change your email` },
  changeUsername: { fixed: msg`Update your username`, ours: msg`Change your username` },
  changePassword: { fixed: msg`Update your password`, ours: msg`Change your password` },
  memberSince: {
    fixed: msg({ message: 'registered since {since}' }),
    ours: msg({ message: 'Member since {since}' }),
  },
} satisfies Readonly<Record<string, Wording>>
