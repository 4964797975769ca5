import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { useId, useState } from 'react'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { mediaUrl } from '../../../context/siteUrls.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import rowStyles from '../../../ui/Row.module.css'
import styles from './Information.module.css'
import { PictureChoices } from './PictureChoices.tsx'

/** The player's picture, or the letter that stands for it, and the way to another one. */
export function Picture({ user }: { readonly user: User }) {
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
      <section className={`${rowStyles.entry} ${styles.section}`} aria-labelledby={id}>
        <h2 id={id}>
          <Trans>Picture</Trans>
        </h2>
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
