import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { type Path, paths } from '@gatehouse/contract/routes'
import { type ReactNode, useId, useState } from 'react'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { accountWordings } from '../../../context/accountWording.ts'
import { useNotify } from '../../../context/Place.tsx'
import { useSession, useSettings, usePortal } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { useQuery } from '../../../router/router.ts'
import { LanguageSelect } from '../../../forms/fields/LanguageSelect.tsx'
import { Button } from '@gatehouse/ui/Button'
import { OutsideLink } from '../../../ui/OutsideLink.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import styles from './Information.module.css'
import { Overview } from './Overview.tsx'
import { LastNotification } from '../../../ui/StatusMessage.tsx'
import { Isolated, lettersOf } from '../../../ui/Isolated.tsx'
import type { User } from '@gatehouse/contract/entities'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'

// Few visits need them.
const PictureChoices = lazyOptional(
  async () => (await import('./PictureChoices.tsx')).PictureChoices,
)
const WaitingEmail = lazyOptional(async () => (await import('./WaitingEmail.tsx')).WaitingEmail)

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
              value={<InOneLine of={user.Username} />}
              update={usernameSection === 'updatable' ? paths.updateUsername : 'none'}
            />
          )}
          {emailSection !== 'hidden' && (
            <Section
              name={t`Email`}
              value={<InOneLine dir="ltr" of={maskEmail(user.Email)} />}
              note={emailSection === 'update-disabled' && <PartnerEmailNote partner={partner} />}
              update={
                isKeptHere || emailSection !== 'updatable' ? emailUpdate[emailSection] : 'none'
              }
            />
          )}
          {emailSection === 'updatable' && isKeptHere && rules.goesBeyondSpecification && (
            <WaitingEmail />
          )}
          {passwordSection !== 'hidden' && isKeptHere && (
            <Section
              name={t`Password`}
              value={
                <>
                  <span aria-hidden="true">{passwordMask}</span>
                  <span className="unseen">{t`hidden`}</span>
                </>
              }
              update={paths.resetPassword}
            />
          )}
          {rules.registerAsksIdentity && emailSection === 'hidden' && <RegisteredNote />}
          {offersLanguages && <LanguageSection />}
        </div>
        <Overview />
      </div>
    </>
  )
}

/** A name or an address whose letters share the width of its row. */
function InOneLine({ of: name, dir }: { readonly of: string; readonly dir?: 'ltr' }) {
  return (
    <Isolated className={styles.line} style={lettersOf(name)} of={name} {...(dir && { dir })} />
  )
}

/** Says where that is which the registration asked for, and the sections do not show. */
function RegisteredNote() {
  const { SupportUrl } = useSettings().configuration
  return (
    <p className="plate quiet">
      <Trans>
        We keep the name, date of birth and email you registered with. They are not shown here.
      </Trans>
      {SupportUrl !== '' && (
        <>
          {' '}
          <OutsideLink href={SupportUrl}>
            <Trans>Our support changes them for you</Trans>
          </OutsideLink>
        </>
      )}
    </p>
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
      <p className="quiet">{t`We use it here and in our mails.`}</p>
      <div className={styles.language}>
        <LanguageSelect labelledBy={id} />
      </div>
    </section>
  )
}

interface SectionProps {
  readonly name: string
  readonly value: ReactNode
  /** Where it is updated, or that it cannot be. */
  readonly update: Path | 'disabled' | 'none'
  /** Why it cannot be updated here, and where it can. */
  readonly note?: ReactNode
}

function Section({ name, value, update, note }: SectionProps) {
  const { rules } = useSettings()
  const word = useWording()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p>{value}</p>
      {note && (
        <p id={`${id}-note`} className={`quiet ${styles.note}`}>
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
            {...(rules.goesBeyondSpecification ? { of: id } : { 'aria-describedby': id })}
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
  const { session, go } = usePortal()
  const notify = useNotify()
  const { configuration } = useSettings()
  // The address of a first step opens the choice, too.
  const isAsked = useQuery()['picture'] !== undefined
  const [isOpen, open] = useState(false)

  function close() {
    open(false)
    if (isAsked) go(paths.account, { replace: true })
  }

  function change(avatarUrl: string) {
    close()
    session.showProfile({ AvatarUrl: avatarUrl })
    const words = () =>
      avatarUrl === '' ? t`Your picture is removed.` : t`Your picture is changed.`
    notify(words, { about: 'picture' })
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
          {user.AvatarUrl === '' ? <Trans>Add</Trans> : <Trans>Change</Trans>}
        </Button>
        <LastNotification about="picture" />
      </section>
      {(isOpen || isAsked) && (
        <DialogWithMessages title={<Trans>Choose your picture</Trans>} onCancel={close}>
          <PictureChoices user={user} onChange={change} onCancel={close} />
        </DialogWithMessages>
      )}
    </>
  )
}
