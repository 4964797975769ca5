import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { AnswerOf } from '@gatehouse/contract/calls'
import type { User } from '@gatehouse/contract/entities'
import { avatarBounds } from '@gatehouse/contract/avatarBounds'
import {
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { throwFormError } from '../../../forms/submit/FormError.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { pictureName } from './pictureNames.ts'
import styles from './PictureChoices.module.css'

// Few visits of this dialog end in a file.
const PictureCrop = lazyOptional(async () => (await import('./PictureCrop.tsx')).PictureCrop)

/** A picture as its player has it, and the type of the file that its square becomes. */
interface Original {
  readonly image: ImageBitmap
  readonly type: string
}

interface Props {
  readonly user: User
  /** The picture is another one now; '' is the letter. */
  readonly onChange: (avatarUrl: string) => void
  readonly onCancel: () => void
}

/** All that the picture can come from: a file, the gallery, the linked accounts, or nothing. */
export function PictureChoices({ user, onChange, onCancel }: Props) {
  const { i18n } = useLingui()
  const { session, fail } = usePortal()
  const { api } = session
  const path = { userId: user.Id }
  const { value: offer } = useLoaded(() => api('listAvatars', { path }), fail)
  const { isBusy, errorsOf, act } = useActions<string>()
  const [cropped, crop] = useState<Original | null>(null)
  // A photograph takes a hundred megabytes until it is closed.
  useEffect(() => () => cropped?.image.close(), [cropped])
  if (offer === null) return <Progress />

  function choose(Source: keyof typeof titles, Name: string) {
    act(Name, async () => {
      onChange((await api('chooseAvatar', { path, body: { Source, Name } })).AvatarUrl)
    })
  }

  async function upload(file: Blob) {
    const Picture = await base64Of(file)
    onChange((await api('uploadAvatar', { path, body: { Picture } })).AvatarUrl)
  }

  function take(file: File) {
    act('file', async () => {
      if (file.size > avatarBounds.bytes) throwFormError('ERROR_AVATAR_SIZE')
      const image = await createImageBitmap(file).catch(() => null)
      // The server names the reason.
      if (image === null) await upload(file)
      else crop({ image, type: file.type === 'image/jpeg' ? file.type : 'image/png' })
    })
  }

  if (cropped !== null) {
    return (
      <>
        <PictureCrop
          image={cropped.image}
          isBusy={isBusy('file')}
          onUse={(square) =>
            act('file', async () => {
              await upload(await square.convertToBlob({ type: cropped.type, quality: 0.92 }))
            })
          }
          onBack={() => crop(null)}
        />
        <ActionErrors errors={errorsOf('file')} />
      </>
    )
  }

  function remove() {
    act('', async () => onChange((await api('removeAvatar', { path, body: {} })).AvatarUrl))
  }

  const choices = choicesOf(offer, (words) => i18n._(words))
  const places = ['file', '', ...[...choices.gallery, ...choices.linked].map(({ id }) => id)]
  return (
    <>
      {offer.TakesUploads && <FileChoice isBusy={isBusy('file')} onChoose={take} />}
      {(['gallery', 'linked'] as const).map((source) => (
        <Pictures
          key={source}
          title={titles[source]}
          choices={choices[source]}
          now={user.AvatarUrl}
          isBusy={isBusy}
          onChoose={(id) => choose(source, id)}
        />
      ))}
      <ActionErrors errors={places.flatMap((place) => errorsOf(place))} />
      <div className="acts">
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

const titles = {
  gallery: <Trans>From the gallery</Trans>,
  linked: <Trans>From your linked accounts</Trans>,
} as const

/** The pictures to choose from, by where they come from. */
function choicesOf(
  { Gallery, Linked }: AnswerOf<'listAvatars'>,
  say: (words: MessageDescriptor) => string,
): Readonly<Record<keyof typeof titles, readonly Choice[]>> {
  const plain = (name: string | MessageDescriptor) => (typeof name === 'string' ? name : say(name))
  return {
    gallery: Gallery.map(({ Name: id, AvatarUrl: image }) => ({
      id,
      name: plain(pictureName(id)),
      image,
    })),
    linked: Linked.map(({ CanonicalName: id, Name: name, AvatarUrl: image }) => ({
      id,
      name,
      image,
    })),
  }
}

interface FileChoiceProps {
  readonly isBusy: boolean
  readonly onChoose: (file: File) => void
}

/** A place for a file: chosen by the button, dropped on it, or pasted anywhere in the dialog. */
function FileChoice({ isBusy, onChoose }: FileChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = useEffectEvent((files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file !== undefined) onChoose(file)
  })
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => choose(clipboardData?.files)
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const takesFiles = (over: boolean) => (event: DragEvent) => {
    // Else the browser would open the file.
    event.preventDefault()
    setOver(over)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a button does the same
    <div
      className={`plate stack near ${styles.file}`}
      data-over={isOver || undefined}
      onDragEnter={takesFiles(true)}
      onDragOver={takesFiles(true)}
      onDragLeave={takesFiles(false)}
      onDrop={(event) => {
        takesFiles(false)(event)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onChoose(file)
      }}
    >
      <Button
        look="secondary"
        isBusy={isBusy}
        aria-describedby={`${id}-hint`}
        onClick={() => field.current?.click()}
      >
        <Trans>Choose a picture of your own</Trans>
      </Button>
      <input
        ref={field}
        hidden
        type="file"
        tabIndex={-1}
        aria-label={t`A picture of your own`}
        accept={avatarBounds.types.join()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onChoose(file)
          // The same file may be chosen again after a refusal.
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className="hint">
        <Trans>
          Or drop it here, or paste it. PNG, JPEG or WebP, at most 5 MB. You choose the part that
          others see.
        </Trans>
      </p>
    </div>
  )
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly image: string
}

interface PicturesProps {
  readonly title: ReactNode
  readonly choices: readonly Choice[]
  /** The address of the present picture. */
  readonly now: string
  readonly isBusy: (id: string) => boolean
  readonly onChoose: (id: string) => void
}

function Pictures({ title, choices, now, isBusy, onChoose }: PicturesProps) {
  const { t } = useLingui()
  const { MediasUrl } = useSettings().configuration
  const heading = useId()
  if (choices.length === 0) return null
  return (
    <section className="stack near" aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <ul className={styles.grid}>
        {choices.map(({ id, name, image }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t`Use ${name}`}
              aria-pressed={image === now}
              aria-disabled={isBusy(id) || undefined}
              aria-busy={isBusy(id) || undefined}
              onClick={() => onChoose(id)}
            >
              <Avatar image={mediaUrl(image, MediasUrl)} name={name} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
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
