/**
 * Addresses of redirects, for tests, under a list with `site.test` and `*.site.test`. The portal
 * follows the good ones and refuses the bad ones.
 */
export const redirectCorpus = {
  bad: [
    // Other schemes.
    'javascript:alert(1)//https://site.test/',
    'JavaScript://site.test/%0aalert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://site.test/9f1b',
    'vbscript:msgbox(1)',
    'view-source:https://site.test/',
    'file:///etc/passwd',
    'ftp://site.test/',
    // Another host disguised as a path.
    '//evil.io/',
    '//site.test/',
    '///evil.io/',
    '/\\evil.io/',
    '\\\\evil.io/',
    '\\/evil.io/',
    // Malformed addresses that a parser repairs.
    'https:evil.io',
    'https:/evil.io',
    'https:///evil.io/',
    'https:\\\\evil.io\\',
    'site.test',
    // The allowed host as user, path, query or fragment of another.
    'https://site.test@evil.io/',
    'https://site.test:secret@evil.io/',
    'https://a@site.test@evil.io/',
    'https://site.test%40evil.io/',
    'https://evil.io\\@site.test/',
    'https://evil.io\\.site.test/',
    'https://evil.io%2f.site.test/',
    'https://evil.io/..;/site.test/',
    'https://evil.io:443/?.site.test',
    'https://EVIL.io#.site.test',
    // Invisible characters.
    'https://site.test\u0000.evil.io/',
    'https://site.test\n.evil.io/',
    'https:// site.test/',
    'https://evil\u3002io/',
    'https://site.test./',
    // Names that look alike.
    'https://evilsite.test/',
    'https://site.test.evil.io/',
    // Addresses of a server's own network.
    'http://127.0.0.1:8080/',
    'http://[::1]/',
    'http://2130706433/',
  ],
  good: [
    'https://site.test/',
    'https://www.site.test/forum?topic=7',
    'https://a.b.site.test/path/',
    'https://www.site.test:8443/x',
  ],
} as const
