import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'L’API degli account di un portale Gatehouse: tutto ciò che il portale stesso fa per i giocatori, e ciò che siti e giochi fanno per i giocatori che vi hanno effettuato l’accesso. Ogni chiamata qui sotto proviene dalla tabella che il server applica, quindi qui nulla è obsoleto.',
    'I siti che vogliono solo far accedere i giocatori non ne hanno bisogno: bastano il provider OpenID all’indirizzo `/oidc/.well-known/openid-configuration` e una libreria.',
  ],
  authentication: 'Autenticazione',
  callers: [
    'Chi chiama | Invia | Per',
    'chiunque | nulla | la configurazione di esecuzione, che contiene la chiave',
    'il portale | `x-api-key`: la `AccountApiKey` dell’installazione | chiamate dei visitatori',
    'il portale, per conto di un giocatore | la chiave e `Authorization: Bearer` con il `Value` di un token | chiamate dei giocatori',
    'un client, per conto del suo giocatore connesso | `Authorization: Bearer` con un token di accesso del provider OpenID | chiamate sotto `/oidc/`, ognuna con il suo ambito',
  ],
  keys: 'La chiave distingue le installazioni ed è pubblica. Un token vale un’ora; `GET token/{identity}` e il suo rinnovo forniscono il successivo. Senza un token valido la risposta è 401 con `{}`.',
  errors: 'Errori',
  refusal:
    'In caso di successo la risposta è 200, o 201 quando è stato creato qualcosa. In caso di rifiuto è 400, o 503 quando qualcosa di necessario non è raggiungibile, con un elenco di codici e dei campi a cui appartengono; una `Property` vuota indica l’intero modulo:',
  statuses: [
    'Stato | Significato',
    '400 | Rifiutata: `ErrorMessages` dice perché. `Retry-After` indica i secondi se conviene attendere.',
    '401 | La chiave o il token manca o non è più valido.',
    '403 | Chiamate dei client: al token manca l’ambito indicato da `WWW-Authenticate`.',
    '404, 405 | Questa chiamata non esiste, o non con questo metodo.',
    '413, 414, 415 | Il corpo o l’indirizzo è troppo lungo, o il corpo non è JSON.',
    '429 | Troppe richieste dallo stesso indirizzo.',
    '500 | Un errore nostro. `x-request-id` permette di trovarlo nel registro.',
    '503 | Riprova dopo `Retry-After`.',
  ],
  examples: 'Esempi',
  logIn: 'Il nome e la chiave di un portale, e il primo passo di un accesso:',
  block: 'Un sito blocca il giocatore 7 per conto del suo giocatore connesso:',
}
