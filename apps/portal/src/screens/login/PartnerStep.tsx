import { useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { urlOf } from '../../session/urlOf.ts'
import { usePortal } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import { wordings } from '../../context/wording.ts'
import { Identity } from '../../forms/identity/Identity.tsx'
import { WayIcon } from '@gatehouse/ui/WayIcon'
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

interface FormProps extends Pick<Props, 'identified'> {
  /** It stands beside the log-in of most players, whose button is the only full one. */
  readonly isBeside?: boolean
}

/** The way to the pages of the partner that an answer names. */
export function PartnerForm({ identified, isBeside = false }: FormProps) {
  const { t } = useLingui()
  const word = useWording()
  const { returnTo, leave } = usePortal()
  const { Id_User, AuthPartner, Username, Email } = identified
  const partner = AuthPartner ?? ''
  return (
    <LoginForm
      name="login-partner"
      submitLook={isBeside ? 'secondary' : 'primary'}
      submitLabel={
        <>
          {word(wordings.logInByPartner, { partner })} {isBeside && <WayIcon name="away" />}
        </>
      }
      onSubmit={async ({ api }) => {
        const url = await api('partnerStepLoginUrl', {
          query: { redirectUrl: returnTo.redirectUrl(), clientId: returnTo.clientId() },
          body: { Id_User, AuthPartner: partner, Username, Email },
        })
        await leave(urlOf(url))
      }}
    >
      <p>
        {isBeside
          ? t`Is it a ${partner} account? You log in at ${partner}, then come right back.`
          : t`You log in at ${partner}, then come right back.`}
      </p>
    </LoginForm>
  )
}
