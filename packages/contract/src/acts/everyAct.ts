import type * as z from 'zod'
import type { ActRow } from './act.ts'
import { catalogueActs } from './catalogueActs.ts'
import { clientActs } from './clientActs.ts'
import { databaseActs, importActs, restoredActs } from './databaseActs.ts'
import { defenceActs } from './defenceActs.ts'
import { deploymentActs } from './deploymentActs.ts'
import { figureActs } from './figureActs.ts'
import { supportCodeActs } from './supportCodeActs.ts'
import { mailingActs } from './mailingActs.ts'
import { operationActs } from './operationActs.ts'
import { playerActs } from './playerActs.ts'
import { securityActs } from './securityActs.ts'
import { approvalActs, staffActs } from './staffActs.ts'
import { supportActs } from './supportActs.ts'
import { versionActs } from './versionActs.ts'

/** Every act by its words, which are its command and its path: one row for the command line and the API. */
export const everyAct = {
  ...supportActs,
  ...supportCodeActs,
  ...playerActs,
  ...securityActs,
  ...importActs,
  ...defenceActs,
  ...catalogueActs,
  ...mailingActs,
  ...figureActs,
  ...clientActs,
  ...operationActs,
  ...deploymentActs,
  ...versionActs,
  ...databaseActs,
  ...restoredActs,
  ...staffActs,
  ...approvalActs,
} as const satisfies Readonly<Record<string, ActRow>>

export type ActName = keyof typeof everyAct

/** The data of an act as the console gets them; unknown where the act is not known. */
export type AnswerOf<Name extends string> = Name extends ActName
  ? z.output<NonNullable<(typeof everyAct)[Name]['answer']>>
  : unknown

export const actNames = Object.keys(everyAct) as readonly ActName[]

type FirstWord<Name extends string> = Name extends `${infer Word} ${string}` ? Word : Name

/** The first words of the acts that have several. */
type Topic = {
  [Name in ActName]: Name extends FirstWord<Name> ? never : FirstWord<Name>
}[ActName]

/** All topics, in the order of the help. */
export const topics: Readonly<Record<Topic, string>> = {
  players: 'players: find, show, ban, end-sessions, export, erase, import',
  'support-codes': 'refusals that players report by a support code',
  recovery: 'players who have lost every second factor, and the wait until they are in again',
  'strong-sign-in': 'passkeys and second steps of a deployment, as counts',
  'access-keys': 'access keys, where the registration asks for one',
  newsletters: 'newsletter lists, and mailings to them',
  mailings: 'mailings to newsletter lists: write, test, start, stop',
  cookies: 'categories of cookies that visitors decide on',
  'deletion-types': 'reasons for a deletion that players choose from',
  figures: 'sign-ups, log-ins, refusals and more, as counts',
  surveys: 'answers to the survey, as counts',
  badges: 'badges of players, and their titles',
  'email-domains': 'domains whose addresses are allowed or refused',
  'ip-bans': 'addresses and networks that are banned',
  clients: 'clients that players sign in to',
  'allowed-domains': 'hosts that a redirect may lead to',
  outbox: 'mails that are not sent yet',
  suppressions: 'addresses that refuse mail',
  deliveries: 'account events and log-outs that sites did not take',
  events: 'account events for clients',
  health: 'the parts that a server needs to work, and the servers',
  launch: 'counts and measures of the servers, for a launch day',
  keys: 'keys that sign tokens for clients',
  audit: 'actions of operators, with author and reason',
  deployments: 'deployments, their files and the versions that they serve',
  drafts: 'changes of a deployment that are being written',
  versions: 'published changes of a deployment: stage, publish, rollback',
  theme: 'themes beside the screens of this version',
  config: 'the effects of a changed file',
  staff: 'log-ins of staff to the console',
  approvals: 'actions that wait for a second person',
}

/** The acts that the command line has, too. */
export const commandNames = actNames.filter((name) => !(everyAct[name] as ActRow).isConsoleOnly)

/** The acts of a first word. */
export function actsOf(word: string): readonly ActName[] {
  return actNames.filter((name) => name.split(' ')[0] === word)
}
