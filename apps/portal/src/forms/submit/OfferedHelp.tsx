import type { ErrorCode } from '@gatehouse/contract/errors'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import type { FormItem } from './FormError.ts'

// Few refusals need it, and one without it is complete.
export const RefusalHelp = lazyOptional(
  async () => (await import('./RefusalHelp.tsx')).RefusalHelp,
  'flows',
)

const held: ErrorCode = 'ERROR_ACCOUNT_HELD'

/** Says beside the refusal of an act that is on hold when it is possible again. */
export function offerHoldEnd(items: readonly FormItem[], retryAfter: number | null = null) {
  if (retryAfter === null || items[0]?.ErrorMessage !== held) return null
  return <RefusalHelp key={held} error={{ code: held, retryAfter }} />
}
