import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { urlOf } from '../../session/urlOf.ts'
import { usePortal } from '../../context/portal.ts'
import { Identity } from '../../forms/identity/Identity.tsx'
import { LoginForm } from './LoginForm.tsx'

interface Props {
  readonly identified: Identification
  readonly onStartOver: () => void
}

/** Step two of an account that its partner authenticates: the partner's own pages. */
export function PartnerStep({ identified, onStartOver }: Props) {
  const { t } = useLingui()
  return (
    <>
      <h1>{t`Welcome back`}</h1>
      <Identity identified={identified} onStartOver={onStartOver} />
      <PartnerForm identified={identified} />
    </>
  )
}

/** The way to the pages of the partner that an answer names. */
export function PartnerForm({ identified }: Pick<Props, 'identified'>) {
  const { t } = useLingui()
  const { returnTo, leave } = usePortal()
  const { Id_User, AuthPartner, Username, Email } = identified
  const partner = AuthPartner ?? ''
  return (
    <LoginForm
      name="login-partner"
      submitLabel={<Trans>Connect with {partner} account</Trans>}
      onSubmit={async ({ api }) => {
        const url = await api('partnerStepLoginUrl', {
          query: { redirectUrl: returnTo.redirectUrl(), clientId: returnTo.clientId() },
          body: { Id_User, AuthPartner: partner, Username, Email },
        })
        await leave(urlOf(url))
      }}
    >
      <p>{t`You log in at ${partner}, then come right back.`}</p>
    </LoginForm>
  )
}
