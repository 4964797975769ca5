import { accessKeyCommands } from './commands/accessKeyCommands.ts'
import { auditCommands } from './commands/auditCommands.ts'
import { badgeCommands } from './commands/badgeCommands.ts'
import type { Command, Errand } from './command/command.ts'
import { checkCommand } from './commands/checkCommand.ts'
import { cookieCommands } from './commands/cookieCommands.ts'
import { defenceCommands } from './commands/defenceCommands.ts'
import { deletionTypeCommands } from './commands/deletionTypeCommands.ts'
import { deploymentCommands } from './commands/deploymentCommands.ts'
import { eventCommands } from './commands/eventCommands.ts'
import { importCommand } from './commands/importCommand.ts'
import { keyCommands } from './commands/keyCommands.ts'
import { migrateCommand } from './commands/migrateCommand.ts'
import { moveCommand } from './commands/moveCommand.ts'
import { newsletterCommands } from './commands/newsletterCommands.ts'
import { outboxCommands } from './commands/outboxCommands.ts'
import { playerCommands } from './commands/playerCommands.ts'
import { restoredCommand } from './commands/restoredCommand.ts'
import { lookCommands } from './commands/lookCommands.ts'
import { strongSignInCommands } from './commands/strongSignInCommands.ts'
import { clientCommands } from './commands/clientCommands.ts'

/** All commands of operators. */
export const everyCommand: readonly (Command | Errand)[] = [
  ...playerCommands,
  ...lookCommands,
  importCommand,
  ...strongSignInCommands,
  ...accessKeyCommands,
  ...newsletterCommands,
  ...cookieCommands,
  ...deletionTypeCommands,
  ...badgeCommands,
  ...defenceCommands,
  ...clientCommands,
  ...outboxCommands,
  ...eventCommands,
  ...keyCommands,
  ...auditCommands,
  ...deploymentCommands,
  checkCommand,
  migrateCommand,
  moveCommand,
  restoredCommand,
]

/** The help texts of the first words. */
export const commandGroups: Readonly<Record<string, string>> = {
  players: 'players: show, ban, log out, block, export, erase, import',
  'strong-sign-in': 'passkeys and second steps of a deployment, as counts',
  'access-keys': 'access keys, where the registration asks for one',
  newsletters: 'newsletter lists, and mailings to them',
  cookies: 'categories of cookies that visitors decide on',
  'deletion-types': 'reasons for a deletion that players choose from',
  badges: 'badges of players, and their titles',
  'email-domains': 'domains whose addresses are allowed or refused',
  'ip-bans': 'addresses and networks that are banned',
  clients: 'clients that players sign in to',
  'allowed-domains': 'hosts that a redirect may lead to',
  outbox: 'mails that are not sent yet',
  events: 'account events for clients',
  deployments: 'files of deployments',
  keys: 'keys that sign tokens for clients',
  audit: 'acts of operators, with author and reason',
}
