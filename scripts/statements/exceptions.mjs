// Statements that break a rule for a reason. An engine that spreads rows asks every machine for them.

/**
 * Each row names statements by the name of a prepared one, or by the file and the function that runs
 * them; the rules that they break; why, as one of the kinds; and the reason. The kinds: `sweep`
 * removes what is over, `older secret` was handed out before secrets carried their player, `operator`
 * is a command or a metric, `job` runs by a schedule or from a queue, `start` runs before the server
 * is ready, `by its player` is part of a call: it looks for rows with a key of their own by their
 * player, session or grant, or for rows of players by an address or by whom they block.
 */
export const exceptions = [
  {
    places: ['database/connection/sweep.ts#sweep'],
    rules: ['no deployment', 'no player', 'no hash'],
    kind: 'sweep',
    reason: 'what is over, in portions',
  },
  {
    places: ['database/auth/ledger.ts#emptyLedger'],
    rules: ['no deployment', 'no player'],
    kind: 'sweep',
    reason: 'entries whose addresses are too old to be kept',
  },
  {
    places: ['insert-proven-session', 'database/auth/sessions.ts#insertSession'],
    rules: ['two tables'],
    kind: 'by its player',
    reason: "a session with its entry in the ledger, both its player's",
  },
  {
    places: ['database/accounts/unconfirmedPlayers.ts#sweepUnconfirmed'],
    rules: ['no player'],
    kind: 'sweep',
    reason: 'registrations that nobody confirmed',
  },
  {
    places: ['database/accounts/sweepLookUps.ts#readPart'],
    rules: ['no player', 'no value'],
    kind: 'sweep',
    reason: 'the next players by their ids with their look-ups, each night',
  },
  {
    places: [
      'session-by-id',
      'session-by-access-token',
      'database/auth/sessions.ts#playerOfRefresh',
      'database/accounts/mailLinks.ts#playerOfLink',
      'database/accounts/emailChanges.ts#playerOfEmailChange',
      'database/federation/partnerLoginCodes.ts#playerOfLoginCode',
      'session-by-family',
    ],
    rules: ['no player', 'two keys'],
    kind: 'older secret',
    reason: 'whose it is, by its hash alone',
  },
  {
    places: ['database/auth/authenticatorApps.ts#listSealedApps'],
    rules: ['no player'],
    kind: 'job',
    reason: "the next apps whose secrets move to the server's new key, each hour while it changes",
  },
  {
    places: ['database/auth/passkeys.ts#listPasskeyDomains'],
    rules: ['no player'],
    kind: 'start',
    reason: 'whether the passkeys of players fit the domain in the file',
  },
  {
    places: ['database/accounts/credentials.ts#listEndedBans'],
    rules: ['no deployment', 'no player'],
    kind: 'job',
    reason: 'bans that have ended, each hour',
  },
  {
    places: [
      'database/operations/accountEvents.ts#listUnsentBans',
      'database/oidc/clientSessions.ts#endClientSessionsOfBanned',
    ],
    rules: ['no deployment', 'no player'],
    kind: 'job',
    reason: 'bans that clients are yet to learn of',
  },
  {
    places: [
      'database/oidc/clientSessions.ts#endOrphansAfter',
      'database/oidc/clientSessions.ts#listPlayersWithEndedClientSessions',
    ],
    rules: ['no deployment', 'no player'],
    kind: 'job',
    reason: 'client sessions that have ended, or whose session has',
  },
  {
    places: ['database/federation/connections.ts#listStaleConnections'],
    rules: ['no player'],
    kind: 'job',
    reason: 'connections that are due to be looked at again',
  },
  {
    places: ['database/jobs/relay.ts##read'],
    rules: ['no deployment', 'no player'],
    kind: 'job',
    reason: 'keys of what waits to be handed over, each second',
  },
  {
    places: ['database/operations/mailOutcomes.ts#noteMailRefused'],
    rules: ['no player'],
    kind: 'job',
    reason: 'the players of an address, after a mail to it',
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
    places: [
      'database/auth/countFactors.ts#countFactors',
      'database/auth/countFactors.ts#countWithoutCodes',
    ],
    rules: ['no player'],
    kind: 'operator',
    reason: 'how many players have which factors',
  },
  {
    places: ['database/operations/accountEvents.ts#listEventsFor'],
    rules: ['no player'],
    kind: 'operator',
    reason: 'events of a client since a moment, to be sent again',
  },
  {
    places: ['database/jobs/jobs.ts#states', 'database/jobs/waitingJobs.ts#listPosted'],
    rules: ['no deployment', 'no player'],
    kind: 'operator',
    reason: 'what waits in the outbox',
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
      'database/jobs/jobs.ts#dropWaiting',
    ],
    rules: ['no deployment', 'no player', 'no hash', 'no value'],
    kind: 'operator',
    reason: 'after a restore: everything that is open ends',
  },
  {
    places: ['database/accounts/listDeploymentsWithPlayers.ts#listDeploymentsWithPlayers'],
    rules: ['no deployment', 'no player'],
    kind: 'start',
    reason: 'whether players are left of a deployment that is gone',
  },
  {
    places: ['database/accounts/sharedAddresses.ts#listSharedAddresses'],
    rules: ['no deployment', 'no player'],
    kind: 'start',
    reason: 'addresses from before 1.0.0 that several players have; a command asks too',
  },
  {
    places: [
      'database/accounts/unconfirmedPlayers.ts#listUnconfirmed',
      'database/accounts/taken.ts#passOn',
    ],
    rules: ['no player'],
    kind: 'by its player',
    reason: 'registrations that wait with the same address',
  },
  {
    places: ['database/accounts/unconfirmedPlayers.ts#removeUnconfirmed'],
    rules: ['no hash'],
    kind: 'by its player',
    reason: 'the access key of a registration that goes',
  },
  {
    places: [
      'database/federation/authorizationFlows.ts#endAuthorizationFlowsOf',
      'database/federation/authorizationFlows.ts#hasOpenAuthorizationFlow',
      'database/federation/authorizationFlows.ts#useNewestAuthorizationFlow',
    ],
    rules: ['no hash'],
    kind: 'by its player',
    reason: 'linkings under way, at their end or at that of a session',
  },
  {
    places: [
      'database/oidc/oidcArtifacts.ts#deleteArtifactsOfClient',
      'database/oidc/oidcArtifacts.ts#deleteArtifactsOfGrant',
      'database/oidc/oidcArtifacts.ts#deleteArtifactsOfPlayer',
      'database/oidc/oidcArtifacts.ts#grantsOf',
    ],
    rules: ['no hash'],
    kind: 'by its player',
    reason: 'what clients hold of a player, at its end',
  },
  {
    places: ['database/oidc/oidcArtifacts.ts#findSessionArtifact'],
    rules: ['no hash'],
    kind: 'by its player',
    reason: "the session of a client's token, at each use of it",
  },
  {
    places: ['database/operations/erasePlayer.ts#erasePlayer'],
    rules: ['no player', 'no hash'],
    kind: 'by its player',
    reason: 'the erasure of an account',
  },
  {
    places: ['database/jobs/waitingJobs.ts#deletePostedMails'],
    rules: ['no player'],
    kind: 'by its player',
    reason: 'mails to the address of an erased account',
  },
]
