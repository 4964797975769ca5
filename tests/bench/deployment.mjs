// The deployment of every measurement, named `bench`.
import { randomBytes } from 'node:crypto'

export const host = 'account.bench.test'
export const consoleHost = 'console.bench.test'
export const apiKey = randomBytes(24).toString('base64url')
/** A site of the studio that its players sign in to, which asks for no consent. */
export const forum = {
  clientId: 'forum',
  name: 'Forum',
  clientSecret: randomBytes(24).toString('base64url'),
  redirectUris: ['https://forum.bench.test/callback'],
  postLogoutRedirectUris: ['https://forum.bench.test/'],
  firstParty: true,
}

export const deployment = {
  Environment: 'PROD',
  FrontUrl: 'https://www.bench.test',
  AccountUrl: `https://${host}`,
  AccountApiKey: apiKey,
  RegisterStudioName: 'Bench',
  IsProd: true,
  clients: [forum],
}

/** The roles of the console, which needs an operator. */
export const staff = { groups: { operators: [{ role: 'operator', deployments: ['*'] }] } }
