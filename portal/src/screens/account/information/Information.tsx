import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { type Path, paths } from '@gatehouse/contract/routes'
import { type ReactNode, useId, useState } from 'react'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { accountWordings } from '../../../context/accountWording.ts'
import { useSession, useSettings, usePortal } from '../../../context/portal.ts'
import { useWording } from '../../../context/wording.ts'
import { LanguageSelect } from '../../../forms/fields/LanguageSelect.tsx'
import { Button } from '../../../ui/Button.tsx'
import { OutsideLink } from '../../../ui/OutsideLink.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import styles from './Information.module.css'
import { Overview } from './Overview.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import type { User } from '@gatehouse/contract/entities'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PictureChoices } from './PictureChoices.tsx'

const emailUpdate = {
  hidden: 'none',
  shown: 'none',
  'update-disabled': 'disabled',
  updatable: paths.updateEmail,
} as const

const passwordMask = '••••••••'

export function Information() {
  const { t } = useLingui()
  const { rules, configuration } = useSettings()
  const { usernameSection, emailSection, passwordSection, hasAvatarSection, offersLanguages } =
    rules
  const { user } = useSession()
  if (user === null) return null
  const partner = user.AuthPartner ?? configuration.PartnerName
  const isKeptHere = !isPartnerAccount(user, rules)
  return (
    <>
      <h1>{t`My information`}</h1>
      <div className={styles.columns}>
        <div className={styles.rows}>
          {hasAvatarSection && <Picture user={user} />}
          {usernameSection !== 'hidden' && (
            <Section
              name={t`Username`}
              updateName={t({ message: 'Change username', context: 'the name of a button' })}
              value={<Isolated of={user.Username} />}
              update={usernameSection === 'updatable' ? paths.updateUsername : 'none'}
            />
          )}
          {emailSection !== 'hidden' && (
            <Section
              name={t`Email`}
              updateName={t({ message: 'Change email', context: 'the name of a button' })}
              value={<Isolated dir="ltr" of={maskEmail(user.Email)} />}
              note={emailSection === 'update-disabled' && <PartnerEmailNote partner={partner} />}
              update={
                isKeptHere || emailSection !== 'updatable' ? emailUpdate[emailSection] : 'none'
              }
            />
          )}
          {passwordSection !== 'hidden' && isKeptHere && (
            <Section
              name={t`Password`}
              updateName={t({ message: 'Change password', context: 'the name of a button' })}
              value={
                <>
                  <span aria-hidden="true">{passwordMask}</span>
                  <span className="unseen">{t`hidden`}</span>
                </>
              }
              update={paths.resetPassword}
            />
          )}
          {offersLanguages && <LanguageSection />}
        </div>
        <Overview />
      </div>
    </>
  )
}

/** Where a partner's player changes the address. */
function PartnerEmailNote({ partner }: { readonly partner: string }) {
  const { configuration } = useSettings()
  return (
    <>
      <Trans>
        Your email lives in your {partner} account. Change it there, in your account settings.
      </Trans>
      {configuration.PartnerAccountUrl !== '' && (
        <>
          {' '}
          <OutsideLink href={configuration.PartnerAccountUrl}>
            <Trans>Open your {partner} account</Trans>
          </OutsideLink>
        </>
      )}
    </>
  )
}

/** In which language the portal speaks to the player, and mails are written. */
function LanguageSection() {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Language`}</h2>
      <p className={styles.hint}>{t`We use it here and in our mails.`}</p>
      <div className={styles.language}>
        <LanguageSelect labelledBy={id} />
      </div>
    </section>
  )
}

interface SectionProps {
  readonly name: string
  /** The whole name of its button, for a list of buttons; the specification's button has its word alone. */
  readonly updateName: string
  readonly value: ReactNode
  /** Where it is updated, or that it cannot be. */
  readonly update: Path | 'disabled' | 'none'
  /** Why it cannot be updated here, and where it can. */
  readonly note?: ReactNode
}

function Section({ name, updateName, value, update, note }: SectionProps) {
  const { rules } = useSettings()
  const word = useWording()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p>{value}</p>
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
      {update === 'disabled' ? (
        <Button look="secondary" disabled aria-describedby={note ? `${id}-note` : undefined}>
          {word(accountWordings.change)}
        </Button>
      ) : (
        update !== 'none' && (
          <LinkButton
            look="secondary"
            to={update}
            {...(rules.goesBeyondSpecification
              ? { 'aria-label': updateName }
              : { 'aria-describedby': id })}
          >
            {word(accountWordings.change)}
          </LinkButton>
        )
      )}
    </section>
  )
}

/** The player's picture, or the letter that stands for it, and the way to another one. */
function Picture({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const id = useId()
  const { session, say } = usePortal()
  const { configuration } = useSettings()
  const [isOpen, open] = useState(false)

  function change(avatarUrl: string) {
    open(false)
    session.showProfile({ AvatarUrl: avatarUrl })
    say(avatarUrl === '' ? t`Your picture is removed.` : t`Your picture is changed.`)
  }

  return (
    <>
      <section className={styles.section} aria-labelledby={id}>
        <h2 id={id}>{t`Picture`}</h2>
        <div className={styles.picture}>
          <Avatar image={mediaUrl(user.AvatarUrl, configuration.MediasUrl)} name={user.Username} />
        </div>
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => open(true)}
        >
          <Trans>Change</Trans>
        </Button>
      </section>
      {isOpen && (
        <Dialog title={<Trans>Choose your picture</Trans>} onCancel={() => open(false)}>
          <PictureChoices user={user} onChange={change} onCancel={() => open(false)} />
        </Dialog>
      )}
    </>
  )
}
