import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'The account API of a Gatehouse portal: everything that the portal itself does for players, and what sites and games do for the players who have signed in there. Every call below comes from the table that the server mounts, so nothing here is out of date.',
    'Sites that only want to sign players in need none of it: the OpenID provider at `/oidc/.well-known/openid-configuration` and a library do that.',
  ],
  authentication: 'Authentication',
  callers: [
    'Caller | Sends | For',
    'anyone | nothing | the runtime configuration, which brings the key',
    "the portal | `x-api-key`: the deployment's `AccountApiKey` | calls of visitors",
    'the portal, for a player | the key, and `Authorization: Bearer` with the `Value` of a token | calls of players',
    'a client, for its signed-in player | `Authorization: Bearer` with an access token of the OpenID provider | calls below `/oidc/`, each with its scope',
  ],
  keys: 'The key tells deployments apart and is public. A token lives an hour; `GET token/{identity}` and its refresh bring the next one. Without a living token the answer is 401 with `{}`.',
  errors: 'Errors',
  refusal:
    'Success is 200, or 201 where something was made. A refusal is 400, or 503 when something that we need is out of reach, with a list of codes and the fields that they belong to; an empty `Property` is the whole form:',
  statuses: [
    'Status | Meaning',
    '400 | Refused: `ErrorMessages` says why. `Retry-After` has the seconds where waiting helps.',
    '401 | The key or the token is missing or no longer valid.',
    '403 | Calls of clients: the token lacks the scope that `WWW-Authenticate` names.',
    '404, 405 | There is no such call, or not with this method.',
    '413, 414, 415 | The body or the address is too long, or the body is no JSON.',
    '429 | Too many requests from one address.',
    '500 | Our defect. `x-request-id` finds it in the log.',
    '503 | Come back after `Retry-After`.',
  ],
  examples: 'Examples',
  logIn: 'The name and the key of a portal, and a first step of a log-in:',
  block: 'A site blocks player 7 for its signed-in player:',
}
