import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'A API de contas de um portal Gatehouse: tudo o que o próprio portal faz pelos jogadores, e o que sites e jogos fazem pelos jogadores que entraram por ele. Cada chamada abaixo vem da tabela que o servidor aplica, então nada aqui está desatualizado.',
    'Sites que só querem autenticar jogadores não precisam de nada disto: bastam o provedor OpenID em `/oidc/.well-known/openid-configuration` e uma biblioteca.',
  ],
  authentication: 'Autenticação',
  callers: [
    'Quem chama | Envia | Para',
    'qualquer pessoa | nada | a configuração de execução, que traz a chave',
    'o portal | `x-api-key`: a `AccountApiKey` da instalação | chamadas de visitantes',
    'o portal, em nome de um jogador | a chave e `Authorization: Bearer` com o `Value` de um token | chamadas de jogadores',
    'um cliente, em nome do seu jogador conectado | `Authorization: Bearer` com um token de acesso do provedor OpenID | chamadas sob `/oidc/`, cada uma com o seu escopo',
  ],
  keys: 'A chave distingue as instalações e é pública. Um token vale uma hora; `GET token/{identity}` e a sua renovação trazem o próximo. Sem um token válido, a resposta é 401 com `{}`.',
  errors: 'Erros',
  refusal:
    'Em caso de sucesso, a resposta é 200, ou 201 quando algo foi criado. Em caso de recusa, é 400, ou 503 quando algo necessário não está acessível, com uma lista de códigos e os campos a que pertencem; uma `Property` vazia indica o formulário inteiro:',
  statuses: [
    'Status | Significado',
    '400 | Recusado: `ErrorMessages` diz por quê. `Retry-After` traz os segundos se vale a pena esperar.',
    '401 | A chave ou o token está ausente ou não é mais válido.',
    '403 | Chamadas de clientes: falta ao token o escopo que `WWW-Authenticate` indica.',
    '404, 405 | Essa chamada não existe, ou não com este método.',
    '413, 414, 415 | O corpo ou o endereço é longo demais, ou o corpo não é JSON.',
    '429 | Requisições demais do mesmo endereço.',
    '500 | Um defeito nosso. `x-request-id` permite encontrá-lo no log.',
    '503 | Tente de novo depois de `Retry-After`.',
  ],
  examples: 'Exemplos',
  logIn: 'O nome e a chave de um portal, e o primeiro passo de um login:',
  block: 'Um site bloqueia o jogador 7 em nome do seu jogador conectado:',
}
