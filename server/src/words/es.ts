import type { Words } from './en.ts'

export const words = {
  greeting: 'Hola, {username}:',
  circumstances: 'Ocurrió el {moment} UTC, desde {browser}, dirección IP {ip}.',
  browsers: {
    named: '{browser} en {system}',
    unnamed: 'un navegador en {system}',
    unknown: 'un navegador desconocido',
  },
  buttonless: 'Si el botón no funciona, abre esta dirección:',
  textLink: '{label}:',
  linkNumber: 'Número para esa página: {number}',
  mails: {
    confirmation: {
      subject: 'Confirma tu cuenta de {studio}',
      body: 'Nos alegra tenerte en {studio}. Confirma que este correo electrónico es tuyo y podrás iniciar sesión y jugar.',
      action: 'Confirmar mi correo electrónico',
      closing:
        'El enlace funciona durante 7 días. ¿No has sido tú? Ignora este correo: sin tu clic, la cuenta no se activará.',
    },
    registrationAttempt: {
      subject: 'Ya tienes una cuenta de {studio}',
      body: 'Alguien acaba de intentar crear una cuenta en {studio} con este correo electrónico, pero ya tienes una. ¿Has sido tú? Entonces inicia sesión como siempre.',
      action: 'Iniciar sesión',
      closing: '¿No has sido tú? No tienes que hacer nada: tu cuenta sigue como estaba.',
    },
    farewell: {
      subject: 'Se ha eliminado tu cuenta de {studio}',
      body: 'Hemos eliminado tu cuenta en {studio}, como pediste. Tu perfil, tus cuentas vinculadas, tus boletines y tus opciones han desaparecido, y nadie podrá recuperarlos. Gracias por el tiempo que has jugado con nosotros.',
      closing:
        '¿No lo has pedido tú? Escribe a nuestro equipo de asistencia. Este es nuestro último correo sobre la cuenta.',
    },
    mailing: {
      closing: 'Recibes este correo porque te suscribiste a {list} en {studio}.',
      unsubscribe: 'Cancelar la suscripción',
    },
    sessionReuse: {
      subject: 'Se ha cerrado tu sesión en {studio}',
      body: 'Una de tus sesiones en {studio} se ha usado desde dos lugares a la vez, así que la hemos cerrado. Es posible que alguien la haya copiado. Vuelve a iniciar sesión y elige una nueva contraseña.',
      action: 'Iniciar sesión',
      closing: 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta.',
    },
    passwordRecovery: {
      subject: 'Restablece tu contraseña de {studio}',
      body: '¿Has olvidado la contraseña de tu cuenta en {studio}? Elige una nueva.',
      action: 'Elegir una nueva contraseña',
      closing:
        'El enlace funciona una sola vez, durante una hora. ¿No lo has pedido tú? Ignora este correo: tu contraseña no cambiará.',
    },
    passwordChanged: {
      subject: 'Se ha cambiado tu contraseña de {studio}',
      body: 'Se acaba de cambiar la contraseña de tu cuenta en {studio}. Hemos cerrado todas tus demás sesiones.',
      action: 'No he sido yo: restablecer la contraseña',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    passwordRecovered: {
      subject: 'Se ha cambiado tu contraseña de {studio}',
      body: 'Se acaba de cambiar la contraseña de tu cuenta en {studio} con el enlace de un correo. Hemos cerrado tu sesión en todos los dispositivos.',
      bodyLinked:
        'Se acaba de cambiar la contraseña de tu cuenta en {studio} con el enlace de un correo. Hemos cerrado tu sesión en todos los dispositivos. Cuentas vinculadas en los últimos 30 días: {services}. Desvincula las que no sean tuyas.',
      action: 'No he sido yo: restablecer la contraseña',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    newLogIn: {
      subject: 'Nuevo inicio de sesión en tu cuenta de {studio}',
      body: 'Alguien ha iniciado sesión en tu cuenta en {studio} con la contraseña correcta, desde un navegador que no habíamos visto antes. Al mismo tiempo, se estaban probando las contraseñas de muchas cuentas.',
      action: 'No he sido yo: restablecer la contraseña',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    newBrowser: {
      subject: 'Nuevo inicio de sesión en tu cuenta de {studio}',
      body: 'Alguien ha iniciado sesión en tu cuenta en {studio} desde un navegador que no conocíamos.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    frozen: {
      subject: 'Tu cuenta de {studio} está congelada',
      body: 'Se han cerrado todas las sesiones de tu cuenta en {studio} y nadie puede iniciar sesión. Cuando quieras, usa el enlace para volver a entrar.',
      action: 'Volver a entrar en mi cuenta',
      closing: 'El enlace funciona durante 30 días y nada cambia hasta que lo uses.',
    },
    unfrozen: {
      subject: 'Tu cuenta de {studio} vuelve a estar abierta',
      body: 'Tu cuenta en {studio} se ha vuelto a abrir con el enlace de un correo.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    supportActed: {
      subject: 'Nuestro soporte ha hecho algo en tu cuenta de {studio}',
      body: 'Nuestro soporte ha congelado tu cuenta en {studio}: se han cerrado todas sus sesiones y nadie puede iniciar sesión. El enlace para volver a entrar está en otro correo.',
      action: 'Abrir Seguridad',
      closing: 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta.',
    },
    usernameChanged: {
      subject: 'Se ha cambiado tu nombre de usuario de {studio}',
      body: 'Se acaba de cambiar el nombre de usuario de tu cuenta en {studio}. Antes era {oldName}, y nadie más podrá usarlo durante 30 días.',
      action: 'No he sido yo: restablecer la contraseña',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    appAdded: {
      subject: 'Se ha añadido una aplicación de autenticación a tu cuenta de {studio}',
      body: 'Se ha añadido la aplicación de autenticación «{factor}» a tu cuenta en {studio}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    appRemoved: {
      subject: 'Se ha quitado una aplicación de autenticación de tu cuenta de {studio}',
      body: 'Se ha quitado la aplicación de autenticación «{factor}» de tu cuenta en {studio}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    twoStepOn: {
      subject: 'La verificación en dos pasos está activada en tu cuenta de {studio}',
      body: 'A partir de ahora pedimos un segundo paso después de la contraseña de tu cuenta en {studio}. Hemos cerrado todas tus demás sesiones.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    twoStepOff: {
      subject: 'La verificación en dos pasos está desactivada en tu cuenta de {studio}',
      body: 'Ya no pedimos un segundo paso después de la contraseña de tu cuenta en {studio}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    codesMade: {
      subject: 'Nuevos códigos de recuperación para tu cuenta de {studio}',
      body: 'Se han creado nuevos códigos de recuperación para tu cuenta en {studio}. Los anteriores ya no funcionan.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    codeUsed: {
      subject: 'Se ha usado un código de recuperación de tu cuenta de {studio}',
      body: 'Alguien ha usado un código de recuperación de tu cuenta en {studio}. Códigos que quedan: {left}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    secondStepFailed: {
      subject: 'Alguien conoce la contraseña de tu cuenta de {studio}',
      body: 'Alguien ha escrito cinco veces la contraseña correcta de tu cuenta en {studio}, pero ha fallado en el segundo paso. Nadie ha entrado. Elige otra contraseña.',
      action: 'Elegir una nueva contraseña',
      closing: 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta.',
    },
    passkeyAdded: {
      subject: 'Se ha añadido una llave de acceso a tu cuenta de {studio}',
      body: 'Se ha añadido la llave de acceso «{factor}» a tu cuenta en {studio}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    passkeyRemoved: {
      subject: 'Se ha quitado una llave de acceso de tu cuenta de {studio}',
      body: 'Se ha quitado la llave de acceso «{factor}» de tu cuenta en {studio}.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    passkeySuspect: {
      subject: 'Puede que se haya copiado una llave de acceso de tu cuenta de {studio}',
      body: 'Hemos rechazado la llave de acceso «{factor}»: parece que hay dos iguales. Si no la has copiado tú, quítala.',
      action: 'Abrir Seguridad',
      closing: 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta.',
    },
    passwordRemoved: {
      subject: 'Tu cuenta de {studio} ya no tiene contraseña',
      body: 'A partir de ahora inicias sesión con tus llaves de acceso.',
      action: 'No he sido yo: proteger mi cuenta',
      closing: '¿Has sido tú? Entonces todo está en orden.',
    },
    emailChangeConfirmation: {
      subject: 'Confirma tu nuevo correo electrónico en {studio}',
      body: 'Quieres usar este correo electrónico para tu cuenta en {studio}. Confirma que es tuyo.',
      action: 'Confirmar mi nuevo correo electrónico',
      closing:
        'El enlace funciona durante 24 horas. ¿No lo has pedido tú? Ignora este correo y no cambiará nada.',
    },
    emailChangeAsked: {
      subject: 'Tu correo en {studio} está a punto de cambiar',
      body: 'Alguien ha pedido cambiar el correo electrónico de tu cuenta en {studio} a {newEmail}. ¿No has sido tú? Conserva esta dirección: cerraremos todas las sesiones de tu cuenta y la contraseña dejará de funcionar.',
      action: 'No he sido yo: conservar esta dirección',
      closing:
        'El enlace funciona durante 7 días. ¿Has sido tú? Entonces no tienes que hacer nada.',
    },
    emailChanged: {
      subject: 'Se ha cambiado tu correo en {studio}',
      body: 'El correo electrónico de tu cuenta en {studio} ahora es {newEmail}.',
      action: 'No he sido yo: recuperar esta dirección',
      closing:
        'El enlace funciona durante 7 días a partir de la solicitud del cambio. ¿Has sido tú? Entonces todo está en orden.',
    },
    emailWelcomed: {
      subject: 'Tu nuevo correo en {studio}',
      body: 'Este es ahora el correo electrónico de tu cuenta en {studio}. Inicia sesión con él o con tu nombre de usuario.',
      action: 'Iniciar sesión',
      closing: '¿No es tu cuenta? Restablece su contraseña y avisa a nuestro equipo de asistencia.',
    },
    emailRestored: {
      subject: 'Tu correo en {studio} sigue siendo el mismo',
      body: 'Tu cuenta en {studio} conserva su correo electrónico. Hemos cerrado todas sus sesiones y su contraseña ya no funciona: elige una nueva ahora.',
      action: 'Elegir una nueva contraseña',
      closing:
        'El enlace funciona durante una hora. Después, pide uno nuevo en la página de inicio de sesión.',
    },
    emailWithdrawn: {
      subject: 'Se ha deshecho un cambio de correo en {studio}',
      body: 'Este correo electrónico ya no pertenece a ninguna cuenta en {studio}. El cambio se ha deshecho desde la dirección anterior.',
      action: 'Iniciar sesión',
      closing: 'Recibes este correo porque tiene que ver con la seguridad de una cuenta.',
    },
    emailClaimed: {
      subject: 'Ya tienes una cuenta de {studio}',
      body: 'Alguien ha intentado usar este correo electrónico para otra cuenta en {studio}, pero ya está asociado a la tuya.',
      action: 'Iniciar sesión',
      closing: '¿No has sido tú? No tienes que hacer nada: tu cuenta sigue como estaba.',
    },
  },
} satisfies Words
