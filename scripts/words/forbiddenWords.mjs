/**
 * Words that break the tone, the address or the terms of a language, as docs/translating.md has
 * them, with what is said instead. Each is a whole word, unless its language does not part words.
 */
const forbiddenWords = {
  en: [],
  fr: [
    forbid('login|log-in|se loguer', 'connexion, se connecter'),
    forbid('email|emails|mail|mails|courriel', 'e-mail', '(?<!boîte )'),
    forbid('tu|ton|ta|tes|toi|te', 'vous'),
    forbid('termes et conditions', 'Conditions générales'),
    forbid('pseudo|pseudonyme|identifiant', 'nom d’utilisateur'),
    inside('\\(e\\)|·e', 'a wording without gender'),
  ],
  de: [
    forbid('Nutzername|Nutzernamen|Username', 'Benutzername'),
    forbid('Login|einloggen|ausloggen|eingeloggt|ausgeloggt', 'anmelden, abmelden'),
    forbid('Email|Emails|Mailadresse', 'E-Mail-Adresse'),
    forbid('Account|Accounts', 'Konto'),
    forbid('Kennwort', 'Passwort'),
    forbid('Sie|Ihnen|Ihre?|Ihre[mnrs]', 'du', '(?<=[\\p{Ll},] )'),
    inside('[*:_]in(?:nen)?(?!\\p{L})', 'a wording without gender'),
  ],
  es: [
    forbid('login|loguear|loguearse|logearse', 'iniciar sesión'),
    forbid('email|e-mail|mail', 'correo electrónico'),
    forbid('usted|ustedes|vosotros|vuestra|vuestro|vos', 'tú'),
    forbid('bienvenido|bienvenida', 'te damos la bienvenida', '(?<!damos la )'),
    forbid('apodo|mote', 'nombre de usuario'),
  ],
  it: [
    forbid('login|loggarti|loggarsi|sloggarsi', 'accedere'),
    forbid('e-mail|mail|posta elettronica', 'email'),
    forbid('benvenuto|benvenuta', 'ti diamo il benvenuto', '(?<!ti diamo il )'),
    forbid('username|nickname', 'nome utente'),
    forbid('parola d’ordine|parola chiave', 'password'),
  ],
  'pt-BR': [
    forbid('login|logar|deslogar', 'entrar, sair'),
    forbid('email|emails|mail|correio', 'e-mail'),
    forbid('palavra-passe|utilizador|ecrã|telemóvel|registo', 'senha, usuário, tela, cadastro'),
    forbid('tu|teu|tua|teus|tuas|vós', 'você'),
    forbid('bem-vindo|bem-vinda', 'boas-vindas'),
  ],
  pl: [
    forbid('login|loginu|loginem', 'nazwa użytkownika'),
    forbid('email|emaila|maila|mail|mailem', 'e-mail'),
    forbid('Pan|Pani|Państwo|Pana', 'ty'),
    forbid('nick|ksywka', 'nazwa użytkownika'),
  ],
  ru: [
    forbid('логин|юзернейм|ник|никнейм', 'имя пользователя'),
    forbid('e-mail|имейл|емейл|мейл', 'эл. почта'),
    forbid('уч[её]тная запись|уч[её]тной записи|уч[её]тную запись|уч[её]тных записей', 'аккаунт'),
    forbid('Вы|Вас|Вам|Вами|Ваша?|Ваше|Ваши|Вашего|Вашей|Вашу', 'вы', '(?<=[\\p{Ll},] )', 'u'),
  ],
  ja: [
    inside('ユーザ(?!ー)', 'ユーザー'),
    inside('Eメール|電子メール|イーメール', 'メールアドレス、メール'),
    inside('サインイン|ログオン', 'ログイン'),
    inside('あなた|貴方', 'no pronoun'),
    inside('[｡-ﾟ]', 'wide kana'),
  ],
  ko: [
    inside('유저|이용자 이름|아이디(?!어)', '사용자 이름'),
    inside('암호(?!화)|패스워드', '비밀번호'),
    inside('당신', 'no pronoun'),
    inside('십시오', '-세요'),
    inside('로그온|사인인', '로그인'),
  ],
  'zh-Hans': [
    inside('[帐賬帳][户号戶號]|账户', '账号'),
    inside('你', '您'),
    inside('登陆|登入', '登录'),
    inside('电邮|电子邮箱|电子邮件地址', '邮箱'),
    inside('[碼號戶錄電為會個這們]', 'simplified characters'),
  ],
  ar: [
    inside('كلمة السر|الباسورد', 'كلمة المرور'),
    inside('الإيميل|إيميل|البريد الالكتروني', 'البريد الإلكتروني'),
    inside('المستعمل|اليوزر', 'المستخدم'),
    inside('[٠-٩۰-۹]', 'Latin digits'),
  ],
}

/** Whole words only; `before` narrows where, small and large letters are alike unless `flags` says so. */
function forbid(words, instead, before = '', flags) {
  const hasCapitals = /^\p{Lu}/u.test(words)
  const word = new RegExp(
    `(?<![\\p{L}-])${before}(?:${words})(?![\\p{L}-])`,
    flags ?? (hasCapitals ? 'u' : 'iu'),
  )
  return { word, instead }
}

function inside(words, instead) {
  return { word: new RegExp(words, 'u'), instead }
}

/** The words of a text that its language does not use, one sentence each. */
export function forbiddenDefects(text, language) {
  return forbiddenWords[language].flatMap(({ word, instead }) => {
    const found = word.exec(text)
    return found === null ? [] : [`'${found[0]}' is not its word: ${instead}.`]
  })
}
