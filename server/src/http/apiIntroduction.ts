import { errorItem } from '@gatehouse/contract/errors'
import type { Language } from '@gatehouse/contract/languages'
import { introduction as ar } from './introduction/ar.ts'
import { introduction as de } from './introduction/de.ts'
import { introduction as en } from './introduction/en.ts'
import { introduction as es } from './introduction/es.ts'
import { introduction as fr } from './introduction/fr.ts'
import { introduction as it } from './introduction/it.ts'
import { introduction as ja } from './introduction/ja.ts'
import { introduction as ko } from './introduction/ko.ts'
import { introduction as pl } from './introduction/pl.ts'
import { introduction as ptBr } from './introduction/pt-BR.ts'
import { introduction as ru } from './introduction/ru.ts'
import { introduction as zhHans } from './introduction/zh-Hans.ts'
import type { Introduction } from './introduction/introduction.ts'

const introductions: Readonly<Record<Language, Introduction>> = {
  en,
  fr,
  de,
  es,
  it,
  'pt-BR': ptBr,
  pl,
  ru,
  ja,
  ko,
  'zh-Hans': zhHans,
  ar,
}

const refusal = JSON.stringify({ ErrorMessages: [errorItem('ERROR_USERNAME_EXIST')] }, null, 2)

/** The beginning of the documentation in a language, in Markdown. */
export function apiIntroduction(language: Language): string {
  const words = introductions[language]
  return `${words.lead.join('\n\n')}

## ${words.authentication}

${tableOf(words.callers)}

${words.keys}

## ${words.errors}

${words.refusal}

\`\`\`json
${refusal}
\`\`\`

${tableOf(words.statuses)}

## ${words.examples}

${words.logIn}

\`\`\`sh
curl https://account.example/runtime-configuration/current/environment.json
curl https://account.example/api/log/identify -H "x-api-key: $KEY" -H "Content-Type: application/json" -d '{"UsernameOrEmail":"PlayerOne"}'
\`\`\`

${words.block}

\`\`\`sh
curl https://account.example/oidc/blocks/add -H "Authorization: Bearer $ACCESS_TOKEN" -H "Content-Type: application/json" -d '{"sub":"7"}'
\`\`\`
`
}

/** A table of Markdown; the first row is its head. */
function tableOf([head = '', ...rows]: readonly string[]): string {
  const line = `|${head.split('|').fill('---').join('|')}|`
  return [`| ${head} |`, line, ...rows.map((row) => `| ${row} |`)].join('\n')
}
