// Statements that break a rule for a reason. They run seldom or in parts, and no call waits for them;
// an engine that spreads rows asks every machine.

/**
 * Each row names statements by the name of a prepared one, or by the file and the function that runs
 * them; the rules that they break; why, as one of the kinds; and the reason. The kinds: `sweep`
 * removes what is over, `older secret` was handed out before secrets carried their player, `operator`
 * is a command, `job` runs by a schedule, `start` runs before the server is ready.
 */
export const exceptions = [
  {
    places: ['database/connection/sweep.ts#sweep'],
    rules: ['no player', 'no hash'],
    kind: 'sweep',
    reason: 'what is over, in portions',
  },
  {
    places: [
      'database/accounts/unconfirmedPlayers.ts#listUnconfirmed',
      'database/accounts/unconfirmedPlayers.ts#sweepUnconfirmed',
    ],
    rules: ['no player'],
    kind: 'sweep',
    reason: 'registrations that nobody confirmed',
  },
  {
    places: ['database/accounts/credentials.ts#liftEndedBans'],
    rules: ['no player'],
    kind: 'job',
    reason: 'bans that end, each minute',
  },
  {
    places: [
      'database/operations/accountEvents.ts#listUnsentBans',
      'database/oidc/clientSessions.ts#endClientSessionsOfBanned',
    ],
    rules: ['no player'],
    kind: 'job',
    reason: 'bans that clients are yet to learn of',
  },
  {
    places: [
      'database/oidc/clientSessions.ts#endOrphansAfter',
      'database/oidc/clientSessions.ts#takeEndedClientSessions',
    ],
    rules: ['no player'],
    kind: 'job',
    reason: 'client sessions whose session has ended',
  },
  {
    places: ['database/federation/connections.ts#listStaleConnections'],
    rules: ['no player'],
    kind: 'job',
    reason: 'connections that are due to be looked at again',
  },
  {
    places: ['database/preferences/newsletters.ts#listSubscribers'],
    rules: ['no player'],
    kind: 'operator',
    reason: 'the players of a list, in parts',
  },
  {
    places: [
      'database/preferences/newsletters.ts#listNewsletterLists',
      'database/preferences/surveys.ts#listBadges',
    ],
    rules: ['no player'],
    kind: 'operator',
    reason: 'how many players have it',
  },
  {
    places: ['database/accounts/sharedAddresses.ts#listSharedAddresses'],
    rules: ['no player'],
    kind: 'operator',
    reason: 'addresses from before 1.0.0 that several players have',
  },
  {
    places: [
      'database/accounts/accessKeys.ts#listAccessKeys',
      'database/accounts/accessKeys.ts#deleteAccessKey',
    ],
    rules: ['no hash'],
    kind: 'operator',
    reason: 'the newest keys, and one by the beginning of its hash',
  },
  {
    places: ['database/accounts/moveRows.ts#copyRows', 'database/accounts/moveRows.ts#countRows'],
    rules: ['no deployment', 'no player', 'no hash', 'no value'],
    kind: 'operator',
    reason: 'every row, into another database',
  },
  {
    places: [
      'database/operations/cancelPending.ts#cancelPending',
      'database/operations/cancelPending.ts#leaveOutIds',
    ],
    rules: ['no deployment', 'no player', 'no hash'],
    kind: 'operator',
    reason: 'after a restore: everything that is open ends',
  },
  {
    places: [
      'tenants/seed.ts#seedPlayers',
      'tenants/seed.ts#seedKnownPlayer',
      'tenants/seed.ts#linkToPartner',
    ],
    rules: ['no player', 'two keys'],
    kind: 'start',
    reason: 'samples of a trial, never in production',
  },
]
