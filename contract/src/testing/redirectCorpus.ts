/**
 * Addresses that somebody may want a player sent on to, for tests. None of the bad ones may be
 * followed where the list allows `site.test` and `*.site.test`; the good ones are.
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
    // Another host in the guise of a path.
    '//evil.io/',
    '//site.test/',
    '///evil.io/',
    '/\\evil.io/',
    '\\\\evil.io/',
    '\\/evil.io/',
    // What a parser makes whole.
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
    // What a person does not see.
    'https://site.test\u0000.evil.io/',
    'https://site.test\n.evil.io/',
    'https:// site.test/',
    'https://evil\u3002io/',
    'https://site.test./',
    // Names that look alike.
    'https://evilsite.test/',
    'https://site.test.evil.io/',
    // Where a server could be at home.
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
