import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

/** Few failures are shown, and few deployments offer it. */
export const OfferedSupportCode = lazyOptional(
  async () => (await import('./SupportCode.tsx')).SupportCode,
  'account',
)

/** The offer below a refusal; nothing without its note. */
export function offerSupportCode(note: string | undefined) {
  return note ? <OfferedSupportCode key={note} note={note} /> : null
}
