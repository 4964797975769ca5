import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'La API de cuentas de un portal Gatehouse: todo lo que el propio portal hace por los jugadores, y lo que los sitios y los juegos hacen por quienes han iniciado sesión allí. Cada llamada de abajo procede de la tabla que aplica el servidor, así que aquí nada está desactualizado.',
    'Los sitios que solo quieren que los jugadores inicien sesión no necesitan nada de esto: bastan el proveedor OpenID en `/oidc/.well-known/openid-configuration` y una biblioteca.',
  ],
  authentication: 'Autenticación',
  callers: [
    'Quién llama | Envía | Para',
    'cualquiera | nada | la configuración de ejecución, que incluye la clave',
    'el portal | `x-api-key`: la `AccountApiKey` del despliegue | llamadas de visitantes',
    'el portal, en nombre de un jugador | la clave y `Authorization: Bearer` con el `Value` de un token | llamadas de jugadores',
    'un cliente, en nombre de su jugador con sesión iniciada | `Authorization: Bearer` con un token de acceso del proveedor OpenID | llamadas bajo `/oidc/`, cada una con su ámbito',
  ],
  keys: 'La clave distingue los despliegues y es pública. Un token dura una hora; `GET token/{identity}` y su renovación traen el siguiente. Sin un token válido, la respuesta es 401 con `{}`.',
  errors: 'Errores',
  refusal:
    'Un éxito devuelve 200, o 201 cuando se ha creado algo. Un rechazo devuelve 400, o 503 cuando algo necesario no está disponible, con una lista de códigos y los campos a los que pertenecen; una `Property` vacía se refiere a todo el formulario:',
  statuses: [
    'Estado | Significado',
    '400 | Rechazado: `ErrorMessages` dice por qué. `Retry-After` indica los segundos si conviene esperar.',
    '401 | Falta la clave o el token, o ya no es válido.',
    '403 | Llamadas de clientes: al token le falta el ámbito que nombra `WWW-Authenticate`.',
    '404, 405 | No existe esa llamada, o no con este método.',
    '413, 414, 415 | El cuerpo o la dirección son demasiado largos, o el cuerpo no es JSON.',
    '429 | Demasiadas peticiones desde la misma dirección.',
    '500 | Un fallo nuestro. `x-request-id` permite encontrarlo en el registro.',
    '503 | Vuelve a intentarlo después de `Retry-After`.',
  ],
  examples: 'Ejemplos',
  logIn: 'El nombre y la clave de un portal, y el primer paso de un inicio de sesión:',
  block: 'Un sitio bloquea al jugador 7 en nombre de su jugador con sesión iniciada:',
}
