import type { Command, Errand } from './command/command.ts'

type Commands = readonly (Command | Errand)[]

/** The commands of a first word. */
interface CommandGroup {
  readonly word: string
  /** The help of the word; the summary where the word is a command. */
  readonly about: string
  /** Imports the files of its commands: a command line loads those of its own word alone. */
  readonly load: readonly (() => Promise<Commands>)[]
}

const players = async () => (await import('./commands/playerCommands.ts')).playerCommands
const badges = async () => (await import('./commands/playerCommands.ts')).badgeCommands
const support = async () => (await import('./commands/supportCommands.ts')).supportCommands
const security = async () => (await import('./commands/securityCommands.ts')).securityCommands
const imports = async () => [(await import('./commands/importCommand.ts')).importCommand]
const catalogues = async () => (await import('./commands/catalogueCommands.ts')).catalogueCommands
const defences = async () => (await import('./commands/defenceCommands.ts')).defenceCommands
const accessKeys = async () => (await import('./commands/defenceCommands.ts')).accessKeyCommands
const clients = async () => (await import('./commands/clientCommands.ts')).clientCommands
const events = async () => (await import('./commands/clientCommands.ts')).eventCommands
const operation = async () => (await import('./commands/operationCommands.ts')).operationCommands
const audit = async () => (await import('./commands/auditCommands.ts')).auditCommands
const deployments = async () =>
  (await import('./commands/deploymentCommands.ts')).deploymentCommands
const databases = async () => (await import('./commands/databaseCommands.ts')).databaseCommands
const restored = async () => [(await import('./commands/restoredCommand.ts')).restoredCommand]

const group = (word: string, about: string, ...load: CommandGroup['load']): CommandGroup => ({
  word,
  about,
  load,
})

/** All first words of the command line, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  group(
    'players',
    'players: find, show, ban, end-sessions, export, erase, import',
    support,
    players,
    security,
    imports,
  ),
  group('strong-sign-in', 'passkeys and second steps of a deployment, as counts', security),
  group('access-keys', 'access keys, where the registration asks for one', accessKeys),
  group('newsletters', 'newsletter lists, and mailings to them', catalogues),
  group('cookies', 'categories of cookies that visitors decide on', catalogues),
  group('deletion-types', 'reasons for a deletion that players choose from', catalogues),
  group('badges', 'badges of players, and their titles', badges),
  group('email-domains', 'domains whose addresses are allowed or refused', defences),
  group('ip-bans', 'addresses and networks that are banned', defences),
  group('clients', 'clients that players sign in to', clients),
  group('allowed-domains', 'hosts that a redirect may lead to', clients),
  group('outbox', 'mails that are not sent yet', operation),
  group('events', 'account events for clients', events),
  group('keys', 'keys that sign tokens for clients', operation),
  group('audit', 'acts of operators, with author and reason', operation, audit),
  group('deployments', 'files of deployments', deployments),
  group(
    'check',
    'Checks environment variables and deployment files, and shows what each deployment does.',
    deployments,
  ),
  group(
    'migrate',
    'Brings the database to this version, as a server does when it starts.',
    databases,
  ),
  group(
    'move',
    'Moves all data from the embedded database in DATA_DIR to an empty PostgreSQL database.',
    databases,
  ),
  group(
    'distribute',
    'Spreads the tables of a Citus database over its workers, while no server runs.',
    databases,
  ),
  group(
    'restored',
    'After a restore, before the servers start: ends sessions, voids links, and repeats later erasures, withdrawals and freezes.',
    restored,
  ),
]

/** The commands of a group. */
export async function commandsOf({ word, load }: CommandGroup): Promise<Commands> {
  const loaded = await Promise.all(load.map((each) => each()))
  return loaded.flat().filter(({ name }) => name.split(' ')[0] === word)
}

/** Every command, for a server and for tests. */
export async function loadEveryCommand(): Promise<Commands> {
  return (await Promise.all(commandGroups.map(commandsOf))).flat()
}
