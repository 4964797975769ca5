import { needWords } from '../../i18n/words.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

/** Few failures are shown, and few deployments offer it. */
export const OfferedSupportCode = lazyOptional(async () => {
  const [{ SupportCode }] = await Promise.all([import('./SupportCode.tsx'), needWords('account')])
  return SupportCode
})

/** The offer below a refusal; nothing without its note. */
export function offerSupportCode(note: string | undefined) {
  return note ? <OfferedSupportCode key={note} note={note} /> : null
}
