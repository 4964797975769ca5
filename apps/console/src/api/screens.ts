import { may, type Place } from './useMe.ts'

/** A screen of a deployment, for those who may order the act that it lives by. */
interface Screen {
  readonly act: string
  /** Other acts that it has: the menu lists them nowhere else. */
  readonly also?: readonly string[]
  readonly title: string
  readonly to:
    | '/$place/players'
    | '/$place/support'
    | '/$place/brand'
    | '/$place/mailings'
    | '/$place/reasons'
    | '/$place/access-keys'
    | '/$place/figures'
    | '/$place/texts'
    | '/$place/suppressions'
    | '/$place/outbox'
    | '/$place/sites'
    | '/$place/deliveries'
    | '/$place/approvals'
    | '/$place/audit'
    | '/$place/health'
    | '/$place/launch'
  /** The last part of its address. */
  readonly path: string
  /** It follows `g`. */
  readonly key: string
}

/** The screens in the order of the menu: for the menu, Start, the palette and the keys. */
const screens: readonly Screen[] = [
  {
    act: 'players find',
    also: ['players show'],
    title: 'Players',
    to: '/$place/players',
    path: 'players',
    key: 'p',
  },
  {
    act: 'support-codes open',
    title: 'Support code',
    to: '/$place/support',
    path: 'support',
    key: 'c',
  },
  {
    act: 'deployments show',
    also: [
      'drafts list',
      'drafts show',
      'drafts save',
      'drafts discard',
      'drafts plan',
      'drafts preview',
      'versions list',
      'versions show',
      'versions stage',
      'versions unstage',
      'versions publish',
      'versions publish-security',
      'versions rollback',
      'versions rollback-security',
    ],
    title: 'Look and configuration',
    to: '/$place/brand',
    path: 'brand',
    key: 'l',
  },
  {
    act: 'mailings list',
    also: [
      'mailings show',
      'mailings preview',
      'mailings save',
      'mailings test',
      'mailings start',
      'mailings start-large',
      'mailings stop',
      'mailings discard',
    ],
    title: 'Mailings',
    to: '/$place/mailings',
    path: 'mailings',
    key: 'n',
  },
  {
    act: 'deletion-types list',
    also: ['deletion-types order'],
    title: 'Reasons for leaving',
    to: '/$place/reasons',
    path: 'reasons',
    key: 'w',
  },
  {
    act: 'access-keys batches',
    also: [
      'access-keys list',
      'access-keys usage',
      'access-keys create',
      'access-keys revoke',
      'access-keys revoke-batch',
    ],
    title: 'Access keys',
    to: '/$place/access-keys',
    path: 'access-keys',
    key: 'k',
  },
  {
    act: 'figures show',
    also: ['deletion-types statistics', 'surveys results'],
    title: 'Figures',
    to: '/$place/figures',
    path: 'figures',
    key: 'f',
  },
  {
    act: 'deletion-types texts',
    also: ['surveys texts'],
    title: 'Texts of players',
    to: '/$place/texts',
    path: 'texts',
    key: 't',
  },
  {
    act: 'suppressions list',
    title: 'Refused mail',
    to: '/$place/suppressions',
    path: 'suppressions',
    key: 'm',
  },
  {
    act: 'outbox list',
    also: ['outbox retry', 'outbox drop'],
    title: 'Outbox',
    to: '/$place/outbox',
    path: 'outbox',
    key: 'o',
  },
  {
    act: 'clients list',
    also: ['events test', 'events start', 'events replay'],
    title: 'Sites',
    to: '/$place/sites',
    path: 'sites',
    key: 'i',
  },
  {
    act: 'deliveries list',
    also: ['deliveries retry'],
    title: 'Deliveries',
    to: '/$place/deliveries',
    path: 'deliveries',
    key: 'e',
  },
  {
    act: 'approvals list',
    also: ['approvals show', 'approvals approve', 'approvals refuse', 'approvals withdraw'],
    title: 'Requests',
    to: '/$place/approvals',
    path: 'approvals',
    key: 'r',
  },
  { act: 'audit list', title: 'Audit log', to: '/$place/audit', path: 'audit', key: 'a' },
  {
    act: 'health show',
    also: ['health nodes', 'health keys'],
    title: 'Health',
    to: '/$place/health',
    path: 'health',
    key: 'h',
  },
  { act: 'launch samples', title: 'Launch day', to: '/$place/launch', path: 'launch', key: 'd' },
]

export function screensOf(place: Place): readonly Screen[] {
  return screens.filter(({ act }) => may(place, act))
}

/** The acts that a screen has. */
export const actsOfScreens: ReadonlySet<string> = new Set(
  screens.flatMap(({ act, also = [] }) => [act, ...also]),
)

export const keysOfScreens = screens.map(({ key, path, title }) => [key, path, title] as const)
