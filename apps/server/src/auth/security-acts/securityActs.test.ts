import type { LedgerAct } from '@gatehouse/contract/activity'
import { expect, it } from 'vitest'
import { whatEnds } from './revokeEverything.ts'
import { type ActedBy, type Follows, securityActs } from './securityActs.ts'

/** Every value that a row can read, in each of the variants that a row knows. */
const variants = (['player', 'mail', 'operator'] as const).flatMap((actor) =>
  (['first', 'changed', 'recovered'] as const).flatMap((How) =>
    (['one', 'others', 'all'] as const).map((which) => ({
      shown: { How, Methods: [], Name: '', From: '', To: '', CanonicalName: 'steam', Left: 1 },
      actor,
      clientId: '',
      kinds: [],
      which,
      isBack: which === 'one',
      setsPassword: which === 'one',
      wasBanned: which === 'one',
      opens: which === 'one',
      putBack: { username: 'ada', isOtherEmail: true, linked: ['steam'], unlinked: ['twitch'] },
    })),
  ),
)

const rows = (Object.keys(securityActs) as LedgerAct[]).flatMap((act) =>
  variants.map((variant) => {
    const row = securityActs[act] as (acted: ActedBy[LedgerAct]) => Follows
    return { act, ...row({ act, ...variant } as unknown as ActedBy[LedgerAct]) }
  }),
)

const has = ({ events = [] }: Follows, types: readonly string[]) =>
  events.some(({ type }) => types.includes(type))

it('every act that ends sessions notifies clients, and so does every change of a credential its player', () => {
  const ends = ['account.sessions_revoked', 'account.frozen', 'account.unfrozen', 'account.banned']
  const silent = rows.filter(
    (row) => row.revokes && whatEnds[row.revokes].sessions && !has(row, ends),
  )
  expect(silent).toEqual([])
  const unmailed = rows.filter(
    (row) => has(row, ['account.credentials_changed']) && row.mails === undefined,
  )
  // Their calls mail a link to a new password, to the address that is back.
  const byThemselves = ['email-restored', 'rewound']
  expect([...new Set(unmailed.map(({ act }) => act))]).toEqual(byThemselves)
})
