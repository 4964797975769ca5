/** A site that players sign in to with their account of a portal. */
export interface Brand {
  /** Its path, its client id, and its name in the control plane. */
  readonly slug: 'community' | 'forum' | 'guild'
  /** Its host: the two sites share no cookie. */
  readonly host: 'localhost' | '127.0.0.1'
  /** The host of the portal of a visitor who names no other one. */
  readonly portalHost: 'localhost' | 'showcase.localhost'
  readonly title: string
  readonly about: string
  readonly clientSecret: string
  readonly scope: string
  /** Verifies the events of the portal; null where it sends none. */
  readonly webhookSecret: string | null
}

/** The sites, registered in `clients` of the sample deployments; `guild` in SHOWCASE alone. */
export const brands = {
  community: {
    slug: 'community',
    host: 'localhost',
    portalHost: 'localhost',
    title: 'Lantern Hall',
    about: 'A community site: profile links land here, and players sign in with their account.',
    clientSecret: 'sample-community-secret',
    scope: 'openid profile email connections blocks',
    webhookSecret: `whsec_${Buffer.from('sample-community-webhook-secret').toString('base64')}`,
  },
  forum: {
    slug: 'forum',
    host: '127.0.0.1',
    portalHost: 'localhost',
    title: 'Mapmakers’ Forum',
    about: 'A second site on another host, for the same account.',
    clientSecret: 'sample-forum-secret',
    scope: 'openid profile',
    webhookSecret: null,
  },
  guild: {
    slug: 'guild',
    host: '127.0.0.1',
    portalHost: 'showcase.localhost',
    title: 'Guild Ledger',
    about: 'A site of others: it asks the player for consent before it knows anything.',
    clientSecret: 'sample-guild-secret',
    scope: 'openid profile connections',
    webhookSecret: null,
  },
} as const satisfies Readonly<Record<string, Brand>>
