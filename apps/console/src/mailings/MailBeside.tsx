import { useSettled } from '@gatehouse/ui/useSettled'
import { useLook } from '../api/useLook.ts'
import { Picture, type Size } from '../brand/Picture.tsx'
import { usePreviews } from '../brand/useStudio.ts'
import { Loaded, RefusalNotice } from '../lists/states.tsx'
import type { Words } from './mailing.ts'

const size: Size = { width: 600, height: 900, scale: 0.5 }

/** Milliseconds after the last letter, before the server reads the text. */
const settlingTime = 300

/** The server's answer about the words: warnings, recipients, and the mail as text. */
export function usePreview(deployment: string, words: Words) {
  const [settled] = useSettled(words, settlingTime)
  const { list, subject, text } = settled
  const isWhole = list > 0 && subject.trim() !== '' && text.trim() !== ''
  return useLook(
    'mailings preview',
    { deployment, list, subject, text },
    { isWanted: isWhole, keeps: true },
  )
}

interface Props {
  readonly deployment: string
  readonly words: Words
  readonly listName: string
  readonly preview: ReturnType<typeof usePreview>
}

/** The mail of the words: light, dark and as text alone. */
export function MailBeside({ deployment, words, listName, preview }: Props) {
  const previews = usePreviews(deployment)
  const { subject, text } = words
  const view = { what: 'mail:mailing', language: 'en', listName, subject, text }
  return (
    <section aria-label="Preview" className="frames">
      {preview.error !== null && <RefusalNotice error={preview.error} />}
      <Loaded from={previews}>
        {({ address }) => (
          <div className="pictures">
            {(['light', 'dark'] as const).map((scheme) => (
              <Picture
                key={scheme}
                title={scheme === 'light' ? 'Light' : 'Dark'}
                address={address}
                changes={null}
                size={size}
                view={{ ...view, scheme }}
              />
            ))}
          </div>
        )}
      </Loaded>
      {preview.data !== undefined && (
        <figure className="picture mail-text">
          <figcaption>As text</figcaption>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a long mail */}
          <pre tabIndex={0} role="group" aria-label="The mail as text">
            {preview.data.text}
          </pre>
        </figure>
      )}
    </section>
  )
}
