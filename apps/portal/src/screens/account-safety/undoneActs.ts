import type { LedgerAct } from '@gatehouse/contract/activity'

/** The acts whose result is put back; what else follows the first doubted entry happens anyway, or stays. */
const undoneActs: ReadonlySet<LedgerAct> = new Set<LedgerAct>([
  'email-changed',
  'email-restored',
  'password-removed',
  'renamed',
  'linked',
  'unlinked',
  'service-way-on',
  'service-way-off',
  'link-moved',
  'passkey-added',
  'passkey-removed',
  'app-added',
  'app-removed',
  'codes-made',
  'two-step-on',
  'two-step-off',
  'site-allowed',
  'deletion-asked',
  'recovered',
  'rewound',
])

interface Acted {
  readonly Id: number
  readonly Act: LedgerAct
}

/** What is undone of entries, the newest first, from one of them on. */
export function undoneFrom<E extends Acted>(entries: readonly E[], from: number): readonly E[] {
  return entries.filter(({ Id, Act }) => Id >= from && undoneActs.has(Act))
}
