// Figures that others have published about their own products, as their sources state them.

/** `hash` and `perCore` are null where the source leaves them open. */
export const others = [
  {
    who: 'Keycloak 26.4',
    figure: '2,000 log-ins and 10,000 refreshes a second',
    machines: '3 × 74 vCPU with 8 GB; Aurora db.r8g.16xlarge (64 vCPU), 100,000 users',
    flow: 'OpenID code flow through pages, and refreshes',
    hash: null,
    perCore: null,
    source: 'https://www.keycloak.org/2025/10/keycloak-benchmark',
  },
  {
    who: 'ZITADEL 4.17.1',
    figure: '48.8 log-ins a second by password, 0.9 % of the checks failed',
    machines: '7 × 6 vCPU with 6 GB; PostgreSQL 17 with 8 vCPU, 32 GB',
    flow: 'OpenID code flow through pages, with userinfo',
    hash: null,
    perCore: 48.8 / 42,
    source: 'https://zitadel.com/docs/apis/benchmarks/v4.17.1/human_password_login',
  },
  {
    who: 'ZITADEL 4.19.2',
    figure: '78.4 log-ins a second by password',
    machines: '7 × 6 vCPU with 6 GB; PostgreSQL 17 with 8 vCPU, 64 GB',
    flow: 'OpenID code flow through pages, with userinfo',
    hash: 'bcrypt, cost 12',
    perCore: 78.4 / 42,
    source:
      'https://github.com/zitadel/zitadel, apps/docs/content/apis/benchmarks/v4.19.2/human_password_login',
  },
  {
    who: 'Ory Hydra, 2023',
    figure: 'up to 1,090 OAuth flows a second; Hydra itself checks no password',
    machines: 'on Azure, with one PostgreSQL',
    flow: 'OAuth code flow without a password',
    hash: 'none',
    perCore: null,
    source: 'https://www.ory.sh/oauth2-oidc-server-performance-tuning-scale/',
  },
]
