import type { Deployments } from './deployments.ts'

/** Deployments that may change while the server runs; each read gets the present ones. */
export interface LiveDeployments extends Deployments {
  readonly replace: (next: Deployments) => void
}

export function liveDeployments(first: Deployments): LiveDeployments {
  let now = first
  return {
    get all() {
      return now.all
    },
    byApiKey: (apiKey) => now.byApiKey(apiKey),
    byHost: (host) => now.byHost(host),
    byName: (name) => now.byName(name),
    knowsHost: (host) => now.knowsHost(host),
    servesOrigin: (host, origin) => now.servesOrigin(host, origin),
    isSecureHost: (host) => now.isSecureHost(host),
    replace(next) {
      now = next
    },
  }
}
