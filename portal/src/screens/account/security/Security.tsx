import { Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import '../../../i18n/moreWords.ts'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'

/** The sections of the screen, in their order. */
const sections: readonly (readonly [name: string, section: ComponentType])[] = [
  ['passkeys', Passkeys],
  ['password', Password],
]

/** Who is in the account, by what, and what was done to it. */
export function Security() {
  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>Security</Trans>
      </h1>
      {sections.map(([name, Section]) => (
        <Section key={name} />
      ))}
    </>
  )
}
