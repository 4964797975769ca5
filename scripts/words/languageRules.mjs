import { identityProviders } from '../../contract/src/identityProviders.ts'
import { gamingWebsites, socialNetworks } from '../../contract/src/survey.ts'

/*
 * What the rules of docs/translating.md say about each language, as far as a machine can hold it.
 *
 * `scripts`: letters that its words have besides Latin ones, which names alone have there.
 * `quotes`: the quotation marks that it may use.
 * `alike`: messages and words that are spelled as in English.
 * `terms`: what English calls by one word, and every word for it; a message that has the English
 * word has one of them.
 */

/** Headings whose words are too few for the term of their English. */
export const withoutTerms = new Set(['Password recovery sent'])

/** Names, units and formats that no language translates. */
export const names = new Set(
  [
    ...Object.values(identityProviders).map(({ title }) => title),
    ...socialNetworks,
    ...gamingWebsites,
    'PNG JPEG WebP MB GB JavaScript Caps Lock YYYY MM DD UTC IP URL API HTML ID OpenID OpenId SSO',
    'SNS PC EU GDPR FAQ OK N/A s state Relic Gatehouse Let’s Plays Play Cookie X Windows Firefox Chrome Safari QR',
  ].flatMap((words) => words.split(/\s+/)),
)

const western = { scripts: [] }

export const languageRules = {
  en: { ...western, quotes: '“”‘’', alike: [], terms: [] },
  fr: {
    ...western,
    quotes: '«»“”',
    alike: [
      'Code',
      'Newsletter',
      'Cookies',
      'Message',
      'Contact',
      'Newsletters',
      'Forums',
      'Support',
      'Discussions',
      'Sites',
      'Suggestions',
      'Votes',
      'Wikis',
    ],
    terms: [
      ['password', 'mots? de passe|phrase secrète'],
      ['username', 'noms? d’utilisateur|nom de la personne|pseudo'],
      ['privacy policy', 'Politique de confidentialité'],
      ['code of conduct', 'Code de conduite'],
      ['terms & conditions', 'Conditions générales'],
      ['newsletters?', 'newsletters?'],
    ],
  },
  de: {
    ...western,
    quotes: '„“‚‘',
    alike: [
      'Code',
      'Newsletter',
      'Cookies',
      'Support',
      'Name',
      'Status',
      'Tutorials',
      'Dev Blogs',
      'Link',
      'Forums',
      'Wikis',
      'Passkeys',
      'Designer',
      'Game Designer',
      'Newsletters',
      'Impressum',
    ],
    terms: [
      ['password', 'Passw[oö]rt|kennwort'],
      ['username', 'Benutzername|Namen?(?!\\p{L})'],
      ['privacy policy', 'Datenschutzerklärung'],
      ['code of conduct', 'Verhaltenskodex'],
      ['terms & conditions', 'Nutzungsbedingungen'],
      ['newsletters?', 'Newsletter'],
    ],
  },
  es: {
    ...western,
    quotes: '«»“”',
    alike: ['Cookies', 'No', 'Error', 'Wikis', 'Ideas'],
    terms: [
      ['password', 'contraseñas?'],
      ['username', 'nombres? de usuario|nombre'],
      ['privacy policy', 'Política de privacidad'],
      ['code of conduct', 'Código de conducta'],
      ['terms & conditions', 'Términos y condiciones'],
      ['newsletters?', 'bolet[ií]n(?:es)?'],
    ],
  },
  it: {
    ...western,
    quotes: '«»“”',
    alike: [
      'Password',
      'Newsletter',
      'Email',
      'No',
      'Account',
      'Cookie',
      'Forum',
      'Home',
      'Game Designer',
      'Wiki',
      'Privacy',
      'Tutorial',
      'Newsletters',
      'Dev Blogs',
    ],
    terms: [
      ['password', 'password'],
      ['username', 'nom[ei] utente'],
      ['privacy policy', 'Informativa sulla privacy'],
      ['code of conduct', 'Codice di condotta'],
      ['terms & conditions', 'Termini e condizioni'],
      ['newsletters?', 'newsletter'],
    ],
  },
  'pt-BR': {
    ...western,
    quotes: '“”‘’',
    alike: ['Newsletter', 'Cookies', 'Status', 'Game Designer', 'Newsletters', 'Sites', 'Wikis'],
    terms: [
      ['password', 'senhas?'],
      ['username', 'nomes? de usuário|nome'],
      ['privacy policy', 'Política de Privacidade'],
      ['code of conduct', 'Código de Conduta'],
      ['terms & conditions', 'Termos e Condições'],
      ['newsletters?', 'newsletters?'],
    ],
  },
  pl: {
    ...western,
    quotes: '„”‚’«»',
    alike: ['Newsletter', 'Status', 'Game Designer'],
    terms: [
      ['password', 'has(?:ło|ła|łem|łu|eł)|haśle'],
      ['username', 'nazw(?:a|y|ę|ą|ie) użytkownika|nazw(?:a|y|ę|ą|ie)(?!\\p{L})'],
      ['privacy policy', 'Polity(?:ka|ki|kę|ce|ką) prywatności'],
      ['code of conduct', 'Kodeks(?:u|em)? postępowania'],
      ['terms & conditions', 'Regulamin(?:u|em)?'],
      ['newsletters?', 'newsletter\\p{L}*'],
    ],
  },
  ru: {
    scripts: ['Cyrillic'],
    quotes: '«»„“',
    alike: ['cookie'],
    terms: [
      ['password', 'парол\\p{L}*'],
      ['username', 'им(?:я|ени|енем|ена) пользователя|им(?:я|ени|енем)'],
      ['privacy policy', 'Политик\\p{L}+ конфиденциальности'],
      ['code of conduct', 'Кодекс\\p{L}* поведения'],
      ['terms & conditions', 'Услови\\p{L}+ использования'],
      ['newsletters?', 'рассыл\\p{L}+'],
    ],
  },
  ja: {
    scripts: ['Han', 'Hiragana', 'Katakana'],
    quotes: '「」『』',
    alike: [],
    terms: [
      ['password', 'パスワード'],
      ['username', 'ユーザー名'],
      ['privacy policy', 'プライバシーポリシー'],
      ['code of conduct', '行動規範'],
      ['terms & conditions', '利用規約'],
      ['newsletters?', 'ニュースレター'],
    ],
  },
  ko: {
    scripts: ['Hangul'],
    quotes: '“”‘’「」『』',
    alike: [],
    terms: [
      ['password', '비밀번호'],
      ['username', '사용자 이름'],
      ['privacy policy', '개인정보 처리방침'],
      ['code of conduct', '행동 강령'],
      ['terms & conditions', '이용약관'],
      ['newsletters?', '뉴스레터'],
    ],
  },
  'zh-Hans': {
    scripts: ['Han'],
    quotes: '“”‘’《》',
    alike: [],
    terms: [
      ['password', '密码'],
      ['username', '用户名'],
      ['privacy policy', '隐私政策'],
      ['code of conduct', '行为准则'],
      ['terms & conditions', '用户协议'],
      ['newsletters?', '邮件'],
    ],
  },
  ar: {
    scripts: ['Arabic'],
    quotes: '«»“”',
    alike: [],
    terms: [
      ['password', 'كلمة (?:ال)?مرور\\p{L}*|كلمات المرور|كلمة مرورك'],
      ['username', 'اسم المستخدم|اسم مستخدم|أسماء المستخدمين'],
      ['privacy policy', 'سياسة الخصوصية'],
      ['code of conduct', 'مدونة قواعد السلوك'],
      ['terms & conditions', 'شروط'],
      ['newsletters?', 'نشر(?:ة|ات|تنا|تك)'],
    ],
  },
}
