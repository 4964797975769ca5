import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'L’API de comptes d’un portail Gatehouse : tout ce que le portail lui-même fait pour les joueurs, et ce que les sites et les jeux font pour ceux qui s’y sont connectés. Chaque appel ci-dessous vient de la table que le serveur applique : rien ici n’est périmé.',
    'Les sites qui veulent seulement connecter des joueurs n’en ont pas besoin : le fournisseur OpenID à l’adresse `/oidc/.well-known/openid-configuration` et une bibliothèque suffisent.',
  ],
  authentication: 'Authentification',
  callers: [
    'Appelant | Envoie | Pour',
    'n’importe qui | rien | la configuration d’exécution, qui fournit la clé',
    'le portail | `x-api-key` : la `AccountApiKey` du déploiement | les appels des visiteurs',
    'le portail, au nom d’un joueur | la clé, et `Authorization: Bearer` avec la `Value` d’un jeton | les appels des joueurs',
    'un client, au nom de son joueur connecté | `Authorization: Bearer` avec un jeton d’accès du fournisseur OpenID | les appels sous `/oidc/`, chacun avec sa portée',
  ],
  keys: 'La clé distingue les déploiements et elle est publique. Un jeton est valable une heure ; `GET token/{identity}` et son renouvellement fournissent le suivant. Sans jeton valide, la réponse est 401 avec `{}`.',
  errors: 'Erreurs',
  refusal:
    'Un succès renvoie 200, ou 201 quand quelque chose a été créé. Un refus renvoie 400, ou 503 quand un service nécessaire est inaccessible, avec une liste de codes et les champs auxquels ils se rapportent ; une `Property` vide désigne le formulaire entier :',
  statuses: [
    'Statut | Signification',
    '400 | Refusé : `ErrorMessages` dit pourquoi. `Retry-After` donne le nombre de secondes quand il suffit d’attendre.',
    '401 | La clé ou le jeton manque ou n’est plus valide.',
    '403 | Appels des clients : il manque au jeton la portée que nomme `WWW-Authenticate`.',
    '404, 405 | Cet appel n’existe pas, ou pas avec cette méthode.',
    '413, 414, 415 | Le corps ou l’adresse est trop long, ou le corps n’est pas du JSON.',
    '429 | Trop de requêtes d’une même adresse.',
    '500 | Un défaut de notre côté. `x-request-id` permet de le retrouver dans le journal.',
    '503 | Réessayez après `Retry-After`.',
  ],
  examples: 'Exemples',
  logIn: 'Le nom et la clé d’un portail, et la première étape d’une connexion :',
  block: 'Un site bloque le joueur 7 au nom de son joueur connecté :',
}
