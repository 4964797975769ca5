import type { Words } from './en.ts'

export const words = {
  greeting: 'Bonjour {username},',
  circumstances: 'Cela s’est produit le {moment} UTC, depuis {browser}, adresse IP {ip}.',
  browsers: {
    named: '{browser} sous {system}',
    unnamed: 'un navigateur sous {system}',
    unknown: 'un navigateur inconnu',
  },
  buttonless: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  textLink: '{label} :',
  linkNumber: 'Numéro pour cette page : {number}',
  mails: {
    confirmation: {
      subject: 'Confirmez votre compte {studio}',
      body: 'Ravis de vous accueillir chez {studio}. Confirmez que cette adresse e-mail est bien la vôtre, et vous pourrez vous connecter et jouer.',
      action: 'Confirmer mon adresse e-mail',
      closing:
        'Le lien fonctionne pendant 7 jours. Vous n’avez rien demandé ? Ignorez cet e-mail : sans votre clic, le compte ne sera pas activé.',
    },
    registrationAttempt: {
      subject: 'Vous avez déjà un compte {studio}',
      body: 'Quelqu’un vient d’essayer de créer un compte chez {studio} avec cette adresse e-mail, mais vous en avez déjà un. C’était vous ? Alors connectez-vous comme d’habitude.',
      action: 'Se connecter',
      closing: 'Ce n’était pas vous ? Vous n’avez rien à faire : votre compte n’a pas changé.',
    },
    farewell: {
      subject: 'Votre compte {studio} a été supprimé',
      body: 'Nous avons supprimé votre compte chez {studio}, comme vous l’avez demandé. Votre profil, vos comptes liés, vos newsletters et vos choix ont disparu, et rien ne pourra être récupéré. Merci pour tout ce temps de jeu passé avec nous.',
      closing:
        'Vous n’avez rien demandé ? Écrivez à notre assistance. Ceci est notre dernier e-mail au sujet de ce compte.',
    },
    mailing: {
      closing:
        'Vous recevez cet e-mail parce que vous avez demandé à recevoir {list} chez {studio}.',
      unsubscribe: 'Se désabonner',
    },
    sessionReuse: {
      subject: 'Votre session chez {studio} a été fermée',
      body: 'L’une de vos sessions chez {studio} a été utilisée à deux endroits en même temps : nous l’avons fermée. Quelqu’un l’a peut-être copiée. Reconnectez-vous et choisissez un nouveau mot de passe.',
      action: 'Se connecter',
      closing: 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
    },
    passwordRecovery: {
      subject: 'Réinitialisez votre mot de passe {studio}',
      body: 'Vous avez oublié le mot de passe de votre compte chez {studio} ? Choisissez-en un nouveau.',
      action: 'Choisir un nouveau mot de passe',
      closing:
        'Le lien fonctionne une seule fois, pendant une heure. Vous n’avez rien demandé ? Ignorez cet e-mail : votre mot de passe reste le même.',
    },
    passwordChanged: {
      subject: 'Votre mot de passe {studio} a été modifié',
      body: 'Le mot de passe de votre compte chez {studio} vient d’être modifié. Nous avons fermé toutes vos autres sessions.',
      action: 'Ce n’était pas moi : réinitialiser le mot de passe',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    passwordRecovered: {
      subject: 'Votre mot de passe {studio} a été modifié',
      body: 'Le mot de passe de votre compte chez {studio} vient d’être modifié grâce au lien d’un e-mail. Nous avons fermé vos sessions sur tous les appareils.',
      bodyLinked:
        'Le mot de passe de votre compte chez {studio} vient d’être modifié grâce au lien d’un e-mail. Nous avons fermé vos sessions sur tous les appareils. Comptes liés ces 30 derniers jours : {services}. Dissociez ceux qui ne sont pas à vous.',
      action: 'Ce n’était pas moi : réinitialiser le mot de passe',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    newLogIn: {
      subject: 'Nouvelle connexion à votre compte {studio}',
      body: 'Quelqu’un s’est connecté à votre compte chez {studio} avec le bon mot de passe, depuis un navigateur que nous n’avions encore jamais vu. Au même moment, les mots de passe de nombreux comptes étaient essayés.',
      action: 'Ce n’était pas moi : réinitialiser le mot de passe',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    newBrowser: {
      subject: 'Nouvelle connexion à votre compte {studio}',
      body: 'Quelqu’un s’est connecté à votre compte chez {studio} depuis un navigateur que nous ne connaissions pas.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    frozen: {
      subject: 'Votre compte {studio} est gelé',
      body: 'Toutes les sessions de votre compte chez {studio} ont été fermées, et personne ne peut se connecter. Quand vous voudrez y revenir, suivez le lien.',
      action: 'Retrouver l’accès à mon compte',
      closing:
        'Le lien fonctionne pendant 30 jours, et rien ne change tant que vous ne l’avez pas suivi.',
    },
    unfrozen: {
      subject: 'Votre compte {studio} est de nouveau ouvert',
      body: 'Votre compte chez {studio} a été rouvert grâce au lien d’un e-mail.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    supportActed: {
      subject: 'Notre support est intervenu sur votre compte {studio}',
      body: 'Notre support a gelé votre compte chez {studio} : toutes ses sessions ont été fermées, et personne ne peut se connecter. Le lien pour y revenir se trouve dans un autre e-mail.',
      action: 'Ouvrir Sécurité',
      closing: 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
    },
    usernameChanged: {
      subject: 'Votre nom d’utilisateur {studio} a été modifié',
      body: 'Le nom d’utilisateur de votre compte chez {studio} vient d’être modifié. L’ancien était {oldName}, et personne d’autre ne pourra le prendre pendant 30 jours.',
      action: 'Ce n’était pas moi : réinitialiser le mot de passe',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    appAdded: {
      subject: 'Une application d’authentification a été ajoutée à votre compte {studio}',
      body: 'L’application d’authentification « {factor} » a été ajoutée à votre compte chez {studio}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    appRemoved: {
      subject: 'Une application d’authentification a été supprimée de votre compte {studio}',
      body: 'L’application d’authentification « {factor} » a été supprimée de votre compte chez {studio}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    twoStepOn: {
      subject: 'La validation en deux étapes est activée pour votre compte {studio}',
      body: 'Désormais, nous demandons une seconde étape après le mot de passe de votre compte chez {studio}. Nous avons fermé toutes vos autres sessions.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    twoStepOff: {
      subject: 'La validation en deux étapes est désactivée pour votre compte {studio}',
      body: 'Nous ne demandons plus de seconde étape après le mot de passe de votre compte chez {studio}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    codesMade: {
      subject: 'Nouveaux codes de secours pour votre compte {studio}',
      body: 'De nouveaux codes de secours ont été créés pour votre compte chez {studio}. Les anciens ne fonctionnent plus.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    codeUsed: {
      subject: 'Un code de secours de votre compte {studio} a été utilisé',
      body: 'Quelqu’un a utilisé un code de secours de votre compte chez {studio}. Codes restants : {left}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    secondStepFailed: {
      subject: 'Quelqu’un connaît le mot de passe de votre compte {studio}',
      body: 'Cinq fois, quelqu’un a saisi le bon mot de passe de votre compte chez {studio}, mais a échoué à la seconde étape. Personne n’est entré. Choisissez un autre mot de passe.',
      action: 'Choisir un nouveau mot de passe',
      closing: 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
    },
    passkeyAdded: {
      subject: 'Une clé d’accès a été ajoutée à votre compte {studio}',
      body: 'La clé d’accès « {factor} » a été ajoutée à votre compte chez {studio}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    passkeyRemoved: {
      subject: 'Une clé d’accès a été supprimée de votre compte {studio}',
      body: 'La clé d’accès « {factor} » a été supprimée de votre compte chez {studio}.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    passkeySuspect: {
      subject: 'Une clé d’accès de votre compte {studio} a peut-être été copiée',
      body: 'La clé d’accès « {factor} » a été refusée : elle semble exister en double. Si vous ne l’avez pas copiée vous-même, supprimez-la.',
      action: 'Ouvrir Sécurité',
      closing: 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
    },
    passwordRemoved: {
      subject: 'Votre compte {studio} n’a plus de mot de passe',
      body: 'Vous vous connectez désormais avec vos clés d’accès.',
      action: 'Ce n’était pas moi : protéger mon compte',
      closing: 'C’était vous ? Alors tout est en ordre.',
    },
    emailChangeConfirmation: {
      subject: 'Confirmez votre nouvelle adresse e-mail chez {studio}',
      body: 'Vous souhaitez utiliser cette adresse e-mail pour votre compte chez {studio}. Confirmez qu’elle est bien à vous.',
      action: 'Confirmer ma nouvelle adresse e-mail',
      closing:
        'Le lien fonctionne pendant 24 heures. Vous n’avez rien demandé ? Ignorez cet e-mail, et rien ne changera.',
    },
    emailChangeAsked: {
      subject: 'Votre adresse e-mail chez {studio} va changer',
      body: 'Quelqu’un a demandé à remplacer l’adresse e-mail de votre compte chez {studio} par {newEmail}. Ce n’était pas vous ? Gardez cette adresse : nous fermerons toutes les sessions de votre compte, et son mot de passe ne fonctionnera plus.',
      action: 'Ce n’était pas moi : garder cette adresse',
      closing: 'Le lien fonctionne pendant 7 jours. C’était vous ? Alors vous n’avez rien à faire.',
    },
    emailChanged: {
      subject: 'Votre adresse e-mail chez {studio} a été modifiée',
      body: 'L’adresse e-mail de votre compte chez {studio} est maintenant {newEmail}.',
      action: 'Ce n’était pas moi : récupérer cette adresse',
      closing:
        'Le lien fonctionne pendant 7 jours après la demande de changement. C’était vous ? Alors tout est en ordre.',
    },
    emailWelcomed: {
      subject: 'Votre nouvelle adresse e-mail chez {studio}',
      body: 'Cette adresse e-mail est désormais celle de votre compte chez {studio}. Utilisez-la pour vous connecter, ou bien votre nom d’utilisateur.',
      action: 'Se connecter',
      closing:
        'Ce n’est pas votre compte ? Réinitialisez son mot de passe et prévenez notre assistance.',
    },
    emailRestored: {
      subject: 'Votre adresse e-mail chez {studio} ne change pas',
      body: 'Votre compte chez {studio} garde son adresse e-mail. Nous avons fermé toutes ses sessions, et son mot de passe ne fonctionne plus : choisissez-en un nouveau dès maintenant.',
      action: 'Choisir un nouveau mot de passe',
      closing:
        'Le lien fonctionne pendant une heure. Ensuite, demandez-en un nouveau sur la page de connexion.',
    },
    emailWithdrawn: {
      subject: 'Un changement d’adresse e-mail chez {studio} a été annulé',
      body: 'Cette adresse e-mail n’est plus associée à un compte chez {studio}. Le changement a été annulé depuis l’adresse précédente.',
      action: 'Se connecter',
      closing: 'Vous recevez cet e-mail parce qu’il concerne la sécurité d’un compte.',
    },
    emailClaimed: {
      subject: 'Vous avez déjà un compte {studio}',
      body: 'Quelqu’un a essayé d’utiliser cette adresse e-mail pour un autre compte chez {studio}, mais elle est déjà associée au vôtre.',
      action: 'Se connecter',
      closing: 'Ce n’était pas vous ? Vous n’avez rien à faire : votre compte n’a pas changé.',
    },
  },
} satisfies Words
