import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Button } from '@gatehouse/ui/Button'
import { usePortal } from '../../context/portal.ts'
import { ContactSupport } from '../../forms/submit/ContactSupport.tsx'
import outcome from '../../ui/Outcome.module.css'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** The ways on where a gaming account is linked to another player, who may be the same person. */
export function LinkedElsewhere() {
  const { page, returnTo, go } = usePortal()

  function changeAccount() {
    returnTo.arrive({ redirectUrl: paths.login })
    page.agreeTo(paths.logout)
    go(paths.logout)
  }

  return (
    <>
      <p>
        <Trans>
          If the other account is yours, log in with it, take the link away there, and come back.
        </Trans>
      </p>
      <div className={`acts ${outcome.ways}`}>
        <Button look="secondary" onClick={changeAccount}>
          <Trans>Log in with another account</Trans>
        </Button>
        <LinkButton href={paths.linkAccount} look="secondary">
          <Trans>Return to Connections</Trans>
        </LinkButton>
      </div>
      {/* Whose account it is stays unsaid: the support can find out. */}
      <ContactSupport />
    </>
  )
}

/** The refusal of a link that another player has. */
export function isLinkedElsewhere(code: string): boolean {
  return /^ERROR_USER_(?!EMAIL)\w+_EXIST$/.test(code)
}
