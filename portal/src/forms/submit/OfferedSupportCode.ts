import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

/** Few failures are shown, and few deployments offer it. */
export const OfferedSupportCode = lazyOptional(
  async () => (await import('./SupportCode.tsx')).SupportCode,
)
