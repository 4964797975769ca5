import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { avatarBounds } from '@gatehouse/contract/browserLimits'
import { type ReactNode, useId } from 'react'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { throwFormError } from '../../../forms/submit/FormError.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './PictureChoices.module.css'

interface Props {
  readonly user: User
  /** The picture is another one now; '' is the letter. */
  readonly onChange: (avatarUrl: string) => void
  readonly onCancel: () => void
}

/** All that the picture can come from: a file, the gallery, the linked accounts, or nothing. */
export function PictureChoices({ user, onChange, onCancel }: Props) {
  const { session, fail } = usePortal()
  const { api } = session
  const path = { userId: user.Id }
  const { value: offer } = useLoaded(() => api('listAvatars', { path }), fail)
  const { isBusy, errorsOf, act } = useActions<string>()
  if (offer === null) return <Progress />

  function choose(Source: 'gallery' | 'linked', Name: string) {
    act(Name, async () => {
      onChange((await api('chooseAvatar', { path, body: { Source, Name } })).AvatarUrl)
    })
  }

  function upload(file: File) {
    act('file', async () => {
      if (file.size > avatarBounds.bytes) throwFormError('ERROR_AVATAR_SIZE')
      const Picture = await base64Of(file)
      onChange((await api('uploadAvatar', { path, body: { Picture } })).AvatarUrl)
    })
  }

  function remove() {
    act('', async () => onChange((await api('removeAvatar', { path, body: {} })).AvatarUrl))
  }

  const places: readonly string[] = [
    'file',
    '',
    ...offer.Gallery.map(({ Name }) => Name),
    ...offer.Linked.map(({ CanonicalName }) => CanonicalName),
  ]
  const isNow = (url: string) => url === user.AvatarUrl
  return (
    <>
      {offer.TakesUploads && <FileChoice isBusy={isBusy('file')} onChoose={upload} />}
      {offer.Gallery.length > 0 && (
        <Pictures title={<Trans>From the gallery</Trans>}>
          {offer.Gallery.map(({ Name, AvatarUrl }) => (
            <Choice
              key={Name}
              name={plain(Name)}
              image={AvatarUrl}
              isNow={isNow(AvatarUrl)}
              isBusy={isBusy(Name)}
              onChoose={() => choose('gallery', Name)}
            />
          ))}
        </Pictures>
      )}
      {offer.Linked.length > 0 && (
        <Pictures title={<Trans>From your linked accounts</Trans>}>
          {offer.Linked.map(({ CanonicalName, Name, AvatarUrl }) => (
            <Choice
              key={CanonicalName}
              name={Name}
              image={AvatarUrl}
              isNow={isNow(AvatarUrl)}
              isBusy={isBusy(CanonicalName)}
              onChoose={() => choose('linked', CanonicalName)}
            />
          ))}
        </Pictures>
      )}
      <ActionErrors errors={places.flatMap((place) => errorsOf(place))} />
      <div className={styles.acts}>
        {user.AvatarUrl !== '' && (
          <Button look="secondary" isBusy={isBusy('')} onClick={remove}>
            <Trans>Remove the picture</Trans>
          </Button>
        )}
        <CancelButton onClick={onCancel} />
      </div>
    </>
  )
}

interface FileChoiceProps {
  readonly isBusy: boolean
  readonly onChoose: (file: File) => void
}

/** The browser's own field for a file; the file is sent as soon as it is chosen. */
function FileChoice({ isBusy, onChoose }: FileChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{t`A picture of your own`}</label>
      <input
        id={id}
        type="file"
        accept={avatarBounds.types.join()}
        aria-describedby={`${id}-hint`}
        aria-busy={isBusy || undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onChoose(file)
          // The same file may be chosen again after a refusal.
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        <Trans>PNG, JPEG or WebP, at most 5 MB, cut to a square.</Trans>
      </p>
    </div>
  )
}

interface PicturesProps {
  readonly title: ReactNode
  readonly children: ReactNode
}

function Pictures({ title, children }: PicturesProps) {
  const id = useId()
  return (
    <section className={styles.pictures} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly image: string
  readonly isNow: boolean
  readonly isBusy: boolean
  readonly onChoose: () => void
}

function Choice({ name, image, isNow, isBusy, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const { MediasUrl } = useSettings().configuration
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        aria-label={t`Use ${name}`}
        aria-pressed={isNow}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={onChoose}
      >
        <Avatar image={mediaUrl(image, MediasUrl)} name={name} />
      </button>
    </li>
  )
}

/** `animals/red-fox.png` is shown as 'red fox'. */
function plain(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '').replaceAll(/[-_]/g, ' ')
}

/** The bytes of a file as base64, without holding up the page. Throws when it cannot be read. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      // An empty file has no part after the comma.
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.split(',', 2)[1] ?? '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('No file.')))
    reader.readAsDataURL(file)
  })
}
