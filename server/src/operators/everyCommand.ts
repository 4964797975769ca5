import type { Command, Errand } from './command/command.ts'
import { catalogueCommands } from './commands/catalogueCommands.ts'
import { clientCommands, eventCommands } from './commands/clientCommands.ts'
import { migrateCommand, moveCommand } from './commands/databaseCommands.ts'
import { accessKeyCommands, defenceCommands } from './commands/defenceCommands.ts'
import { checkCommand, newDeploymentCommand } from './commands/deploymentCommands.ts'
import { importCommand } from './commands/importCommand.ts'
import { auditCommands, keyCommands, outboxCommands } from './commands/operationCommands.ts'
import { badgeCommands, playerCommands } from './commands/playerCommands.ts'
import { restoredCommand } from './commands/restoredCommand.ts'
import { lookCommands, sessionCommands, strongSignInCommands } from './commands/securityCommands.ts'
import { supportCommands } from './commands/supportCommands.ts'

/** All commands of operators, in the order of the help. */
export const everyCommand: readonly (Command | Errand)[] = [
  ...supportCommands,
  ...playerCommands,
  ...sessionCommands,
  ...lookCommands,
  importCommand,
  ...strongSignInCommands,
  ...accessKeyCommands,
  ...catalogueCommands,
  ...badgeCommands,
  ...defenceCommands,
  ...clientCommands,
  ...outboxCommands,
  ...eventCommands,
  ...keyCommands,
  ...auditCommands,
  newDeploymentCommand,
  checkCommand,
  migrateCommand,
  moveCommand,
  restoredCommand,
]

/** The help texts of the first words. */
export const commandGroups: Readonly<Record<string, string>> = {
  players: 'players: find, show, ban, log out, export, erase, import',
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
