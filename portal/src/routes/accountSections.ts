import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Rules } from '@gatehouse/contract/environments'
import { type Path, paths } from '@gatehouse/contract/routes'

interface AccountSection {
  readonly path: Path
  readonly label: MessageDescriptor
  /** Whether the side menu names it. */
  readonly isListed: (rules: Rules) => boolean
  /** Whether its route can be entered; otherwise it leads to My information. */
  readonly isOpen: (rules: Rules) => boolean
  /** Whether its entry opens the third-party consent tool in place of a page. */
  readonly opensConsentTool?: (rules: Rules) => boolean
}

const always = () => true

/** The sections of the account, in the order of the side menu. The menu and the routes read it. */
export const accountSections: readonly AccountSection[] = [
  { path: paths.account, label: msg`My information`, isListed: always, isOpen: always },
  {
    path: paths.linkAccount,
    label: msg`Connections`,
    isListed: (rules) => rules.hasConnectionsSection,
    isOpen: (rules) => rules.hasConnectionsSection,
  },
  {
    path: paths.newsletter,
    label: msg`Newsletter`,
    isListed: (rules) => rules.hasNewsletterSection,
    // Stated so by the specification: the route follows the other section's flag.
    isOpen: (rules) => rules.hasConnectionsSection,
  },
  {
    path: paths.cookies,
    label: msg`Cookies`,
    isListed: always,
    isOpen: (rules) => !rules.leavesCookiesToConsentTool,
    opensConsentTool: (rules) => rules.leavesCookiesToConsentTool,
  },
  { path: paths.blockedUsers, label: msg`Blocked Users`, isListed: always, isOpen: always },
  {
    path: paths.deletionRequest,
    label: msg`Deletion Request`,
    isListed: (rules) => rules.hasDeletionSection,
    isOpen: (rules) => rules.hasDeletionSection,
  },
]
