import type { Deployment } from '../tenants/deployments.ts'

/** The sources that a page must allow for its third-party scripts, by kind of request. */
export interface ThirdPartySources {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

export const noSources: ThirdPartySources = { scripts: [], styles: [], connections: [], frames: [] }

const tagManager: ThirdPartySources = {
  ...noSources,
  scripts: ['https://www.googletagmanager.com'],
  connections: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
}

/** Consent tools write their styles into the page; other pages do not allow that. */
const inline = ["'unsafe-inline'"]

function onHosts(...hosts: readonly string[]): ThirdPartySources {
  return { scripts: hosts, styles: [...inline, ...hosts], connections: hosts, frames: hosts }
}

const consentTools: Readonly<Record<string, ThirdPartySources>> = {
  onetrust: onHosts('https://cdn.cookielaw.org', 'https://*.onetrust.com'),
  didomi: onHosts('https://*.privacy-center.org'),
  axeptio: onHosts('https://*.axept.io'),
  cookiebot: onHosts('https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com'),
  usercentrics: onHosts('https://*.usercentrics.eu'),
}

/** The sources of a deployment's tag manager and consent tool, where it has them. */
export function thirdPartyScripts({ configuration, rules }: Deployment): ThirdPartySources {
  const { TagManagerId, ConsentTool, ConsentToolUrl } = configuration
  const used = [
    ...(TagManagerId === '' ? [] : [tagManager]),
    ...(rules.leavesCookiesToConsentTool ? consentToolSources(ConsentTool, ConsentToolUrl) : []),
  ]
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    styles: used.flatMap(({ styles }) => styles),
    connections: used.flatMap(({ connections }) => connections),
    frames: used.flatMap(({ frames }) => frames),
  }
}

/** A known tool's own hosts, and the host that the deployment loads it from. */
function consentToolSources(tool: string, url: string): ThirdPartySources[] {
  const known = consentTools[tool === '' ? 'onetrust' : tool.toLowerCase()]
  return [...(known ? [known] : []), ...(url === '' ? [] : [onHosts(new URL(url).origin)])]
}
