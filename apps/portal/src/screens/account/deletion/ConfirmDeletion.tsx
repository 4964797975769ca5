import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { LinkButton } from '../../../ui/LinkButton.tsx'

export function ConfirmDeletion() {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Your account has been successfully deleted.`}</h1>
      <p>{t`Thank you for the time you played with us.`}</p>
      <p>
        <LinkButton to={paths.home}>{t`Return to homepage`}</LinkButton>
      </p>
    </>
  )
}
