import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/* Labels that the specification fixes, each beside ours: one table here, one for players' own rooms. */

/** A label as the specification has it, and ours for the deployments that go beyond it. */
export interface Wording {
  readonly fixed: MessageDescriptor
  readonly ours: MessageDescriptor
}

/** Words that are the same in every deployment, or two of them. */
export type Label = MessageDescriptor | Wording

export const wordings = {
  logInTitle: { fixed: msg`Login`, ours: msg`Log in` },
  logIn: { fixed: msg`Connect`, ours: msg`Log in` },
  logInByPartner: {
    fixed: msg({ message: 'Connect with {partner} account' }),
    ours: msg({ message: 'Log in with your {partner} account' }),
  },
  otherAccount: { fixed: msg`not your account`, ours: msg`Not you?` },
  // Where a deletion may wait, the account is not gone yet.
  deletionTitle: { fixed: msg`Account deleted`, ours: msg`Deletion of your account` },
  changeEmailTitle: { fixed: msg`Update email`, ours: msg`Change email` },
  changeUsernameTitle: { fixed: msg`Update username`, ours: msg`Change username` },
  changePasswordTitle: { fixed: msg`Update password`, ours: msg`Change password` },
} satisfies Readonly<Record<string, Wording>>

/** The words of a label in a deployment. */
export function wordingOf(label: Label, goesBeyondSpecification: boolean): MessageDescriptor {
  if (!('fixed' in label)) return label
  return goesBeyondSpecification ? label.ours : label.fixed
}
