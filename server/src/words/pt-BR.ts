import type { Words } from './en.ts'

export const words = {
  greeting: 'Olá, {username}!',
  circumstances: 'Isso aconteceu em {moment} UTC, com {browser}, endereço IP {ip}.',
  browsers: {
    named: '{browser} no {system}',
    unnamed: 'um navegador no {system}',
    unknown: 'um navegador desconhecido',
  },
  buttonless: 'Se o botão não funcionar, abra este endereço:',
  textLink: '{label}:',
  linkNumber: 'Número para essa página: {number}',
  mails: {
    confirmation: {
      subject: 'Confirme sua conta {studio}',
      body: 'Que bom ter você na comunidade {studio}. Confirme que este endereço de e-mail é seu para entrar e jogar.',
      action: 'Confirmar meu e-mail',
      closing:
        'O link funciona por 7 dias. Não foi você? Ignore este e-mail: sem o seu clique, a conta não será ativada.',
    },
    registrationAttempt: {
      subject: 'Você já tem uma conta {studio}',
      body: 'Alguém acabou de tentar criar uma conta {studio} com este endereço de e-mail, mas você já tem uma. Foi você? Então entre como sempre.',
      action: 'Entrar',
      closing: 'Não foi você? Não é preciso fazer nada: sua conta continua como estava.',
    },
    farewell: {
      subject: 'Sua conta {studio} foi excluída',
      body: 'Excluímos sua conta {studio}, como você pediu. Seu perfil, suas contas vinculadas, suas newsletters e suas escolhas não existem mais, e nada disso poderá ser recuperado. Agradecemos o tempo que você passou jogando com a gente.',
      closing:
        'Você não pediu isso? Escreva para o nosso suporte. Este é o nosso último e-mail sobre a conta.',
    },
    mailing: {
      closing: 'Você recebe este e-mail porque se inscreveu em {list} com sua conta {studio}.',
      unsubscribe: 'Cancelar inscrição',
    },
    sessionReuse: {
      subject: 'Sua sessão na conta {studio} foi encerrada',
      body: 'Uma das sessões da sua conta {studio} foi usada em dois lugares ao mesmo tempo, por isso a encerramos. Alguém pode ter copiado essa sessão. Entre de novo e escolha uma nova senha.',
      action: 'Entrar',
      closing: 'Você recebe este e-mail porque ele trata da segurança da sua conta.',
    },
    passwordRecovery: {
      subject: 'Redefina a senha da sua conta {studio}',
      body: 'Esqueceu a senha da sua conta {studio}? Escolha uma nova.',
      action: 'Escolher uma nova senha',
      closing:
        'O link funciona uma única vez, por uma hora. Não foi você? Ignore este e-mail: sua senha continua a mesma.',
    },
    passwordChanged: {
      subject: 'A senha da sua conta {studio} foi alterada',
      body: 'A senha da sua conta {studio} acabou de ser alterada. Encerramos todas as outras sessões.',
      action: 'Não fui eu: redefinir a senha',
      closing: 'Foi você? Então está tudo certo.',
    },
    passwordRecovered: {
      subject: 'A senha da sua conta {studio} foi alterada',
      body: 'A senha da sua conta {studio} acabou de ser alterada com o link de um e-mail. Encerramos sua sessão em todos os dispositivos.',
      bodyLinked:
        'A senha da sua conta {studio} acabou de ser alterada com o link de um e-mail. Encerramos sua sessão em todos os dispositivos. Contas vinculadas nos últimos 30 dias: {services}. Desvincule as que não são suas.',
      action: 'Não fui eu: redefinir a senha',
      closing: 'Foi você? Então está tudo certo.',
    },
    newLogIn: {
      subject: 'Novo acesso à sua conta {studio}',
      body: 'Alguém entrou na sua conta {studio} com a senha certa, em um navegador que ainda não conhecíamos. Ao mesmo tempo, senhas de muitas contas estavam sendo testadas.',
      action: 'Não fui eu: redefinir a senha',
      closing: 'Foi você? Então está tudo certo.',
    },
    newBrowser: {
      subject: 'Novo acesso à sua conta {studio}',
      body: 'Alguém entrou na sua conta {studio} em um navegador que ainda não conhecíamos.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    frozen: {
      subject: 'Sua conta {studio} está congelada',
      body: 'Todas as sessões da sua conta {studio} foram encerradas, e ninguém consegue entrar. Quando quiser, use o link para voltar.',
      action: 'Voltar à minha conta',
      closing: 'O link funciona por 30 dias, e nada muda até você usá-lo.',
    },
    unfrozen: {
      subject: 'Sua conta {studio} está aberta de novo',
      body: 'Sua conta {studio} foi reaberta com o link de um e-mail.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    supportActed: {
      subject: 'Nosso suporte fez algo na sua conta {studio}',
      body: 'Nosso suporte congelou sua conta {studio}: todas as sessões foram encerradas, e ninguém consegue entrar. O link para voltar está em outro e-mail.',
      action: 'Abrir Segurança',
      closing: 'Você recebe este e-mail porque ele trata da segurança da sua conta.',
    },
    usernameChanged: {
      subject: 'O nome de usuário da sua conta {studio} foi alterado',
      body: 'O nome de usuário da sua conta {studio} acabou de ser alterado. Antes era {oldName}, e ninguém mais poderá usar esse nome por 30 dias.',
      action: 'Não fui eu: redefinir a senha',
      closing: 'Foi você? Então está tudo certo.',
    },
    appAdded: {
      subject: 'Um app autenticador foi adicionado à sua conta {studio}',
      body: 'O app autenticador “{factor}” foi adicionado à sua conta {studio}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    appRemoved: {
      subject: 'Um app autenticador foi removido da sua conta {studio}',
      body: 'O app autenticador “{factor}” foi removido da sua conta {studio}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    twoStepOn: {
      subject: 'A verificação em duas etapas está ativada na sua conta {studio}',
      body: 'A partir de agora, pedimos uma segunda etapa depois da senha da sua conta {studio}. Encerramos todas as outras sessões.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    twoStepOff: {
      subject: 'A verificação em duas etapas está desativada na sua conta {studio}',
      body: 'Não pedimos mais uma segunda etapa depois da senha da sua conta {studio}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    codesMade: {
      subject: 'Novos códigos de recuperação para a sua conta {studio}',
      body: 'Novos códigos de recuperação foram criados para a sua conta {studio}. Os antigos não funcionam mais.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    codeUsed: {
      subject: 'Um código de recuperação da sua conta {studio} foi usado',
      body: 'Alguém usou um código de recuperação da sua conta {studio}. Códigos restantes: {left}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    secondStepFailed: {
      subject: 'Alguém sabe a senha da sua conta {studio}',
      body: 'Alguém digitou cinco vezes a senha certa da sua conta {studio}, mas errou a segunda etapa. Ninguém entrou. Escolha outra senha.',
      action: 'Escolher uma nova senha',
      closing: 'Você recebe este e-mail porque ele trata da segurança da sua conta.',
    },
    passkeyAdded: {
      subject: 'Uma chave de acesso foi adicionada à sua conta {studio}',
      body: 'A chave de acesso “{factor}” foi adicionada à sua conta {studio}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    passkeyRemoved: {
      subject: 'Uma chave de acesso foi removida da sua conta {studio}',
      body: 'A chave de acesso “{factor}” foi removida da sua conta {studio}.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    passkeySuspect: {
      subject: 'Uma chave de acesso da sua conta {studio} pode ter sido copiada',
      body: 'A chave de acesso “{factor}” foi recusada: parece que existem duas. Se não foi você que copiou, remova a chave.',
      action: 'Abrir Segurança',
      closing: 'Você recebe este e-mail porque ele trata da segurança da sua conta.',
    },
    passwordRemoved: {
      subject: 'Sua conta {studio} não tem mais senha',
      body: 'De agora em diante, você entra com suas chaves de acesso.',
      action: 'Não fui eu: proteger minha conta',
      closing: 'Foi você? Então está tudo certo.',
    },
    emailChangeConfirmation: {
      subject: 'Confirme o novo e-mail da sua conta {studio}',
      body: 'Você quer usar este endereço de e-mail na sua conta {studio}. Confirme que ele é seu.',
      action: 'Confirmar meu novo e-mail',
      closing: 'O link funciona por 24 horas. Não foi você? Ignore este e-mail, e nada vai mudar.',
    },
    emailChangeAsked: {
      subject: 'O e-mail da sua conta {studio} está prestes a mudar',
      body: 'Alguém pediu para mudar o e-mail da sua conta {studio} para {newEmail}. Não foi você? Mantenha este endereço: vamos encerrar todas as sessões da sua conta, e a senha deixará de funcionar.',
      action: 'Não fui eu: manter este endereço',
      closing: 'O link funciona por 7 dias. Foi você? Então não é preciso fazer nada.',
    },
    emailChanged: {
      subject: 'O e-mail da sua conta {studio} foi alterado',
      body: 'O e-mail da sua conta {studio} agora é {newEmail}.',
      action: 'Não fui eu: recuperar este endereço',
      closing:
        'O link funciona por 7 dias após o pedido de mudança. Foi você? Então está tudo certo.',
    },
    emailWelcomed: {
      subject: 'O novo e-mail da sua conta {studio}',
      body: 'Este agora é o e-mail da sua conta {studio}. Entre com ele ou com seu nome de usuário.',
      action: 'Entrar',
      closing: 'Não é sua conta? Redefina a senha dela e avise nosso suporte.',
    },
    emailRestored: {
      subject: 'O e-mail da sua conta {studio} continua o mesmo',
      body: 'Sua conta {studio} mantém o endereço de e-mail. Encerramos todas as sessões, e a senha não funciona mais: escolha uma nova agora.',
      action: 'Escolher uma nova senha',
      closing: 'O link funciona por uma hora. Depois disso, peça um novo na página de entrada.',
    },
    emailWithdrawn: {
      subject: 'Uma mudança de e-mail na conta {studio} foi desfeita',
      body: 'Este endereço de e-mail não pertence mais a uma conta {studio}. A mudança foi desfeita a partir do endereço anterior.',
      action: 'Entrar',
      closing: 'Você recebe este e-mail porque ele trata da segurança de uma conta.',
    },
    emailClaimed: {
      subject: 'Você já tem uma conta {studio}',
      body: 'Alguém tentou usar este endereço de e-mail em outra conta {studio}, mas ele já está associado à sua.',
      action: 'Entrar',
      closing: 'Não foi você? Não é preciso fazer nada: sua conta continua como estava.',
    },
  },
} satisfies Words
