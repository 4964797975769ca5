import type { Words } from './en.ts'

/** Everything that the server writes to people in mails, in Korean. */
export const words = {
  greeting: '안녕하세요, {username} 님.',
  circumstances: '시각: {moment} UTC, 브라우저: {browser}, IP 주소: {ip}.',
  browsers: {
    named: '{browser}({system})',
    unnamed: '이름을 알 수 없는 브라우저({system})',
    unknown: '알 수 없는 브라우저',
  },
  buttonless: '버튼이 작동하지 않으면 다음 주소를 열어 주세요:',
  textLink: '{label}:',
  linkNumber: '링크 페이지에 입력할 번호: {number}',
  mails: {
    confirmation: {
      subject: '{studio} 계정을 인증해 주세요',
      body: '{studio} 계정을 만들어 주셔서 감사합니다. 본인의 이메일 주소임을 인증하면 바로 로그인하고 플레이할 수 있습니다.',
      action: '이메일 주소 인증하기',
      closing:
        '링크는 7일 동안 유효합니다. 본인이 아니라면 그대로 두세요. 링크를 누르지 않으면 계정이 활성화되지 않습니다.',
    },
    registrationAttempt: {
      subject: '이미 {studio} 계정이 있습니다',
      body: '방금 누군가 이 이메일 주소로 {studio} 계정을 만들려고 했지만, 이미 계정이 있습니다. 본인이라면 평소처럼 로그인하세요.',
      action: '로그인',
      closing: '본인이 아니라도 따로 하실 일은 없습니다. 계정은 그대로입니다.',
    },
    farewell: {
      subject: '{studio} 계정이 삭제되었습니다',
      body: '요청하신 대로 {studio} 계정을 삭제했습니다. 프로필, 연결된 계정, 뉴스레터, 설정이 모두 삭제되었으며 누구도 복구할 수 없습니다. 그동안 함께 플레이해 주셔서 감사합니다.',
      closing:
        '요청한 적이 없으신가요? 고객 지원에 문의해 주세요. 이 계정에 관한 이메일은 이것이 마지막입니다.',
    },
    mailing: {
      closing: '{studio} 계정으로 {list} 뉴스레터를 구독하셔서 이 이메일을 보내 드립니다.',
      unsubscribe: '구독 해지',
    },
    sessionReuse: {
      subject: '{studio} 계정에서 로그아웃되었습니다',
      body: '{studio} 계정의 로그인 중 하나가 두 곳에서 동시에 사용되어 종료했습니다. 누군가 로그인 정보를 복사했을 수 있습니다. 다시 로그인하고 새 비밀번호를 설정하세요.',
      action: '로그인',
      closing: '계정 보안에 관한 내용이라 이 이메일을 보내 드립니다.',
    },
    passwordRecovery: {
      subject: '{studio} 비밀번호 재설정',
      body: '{studio} 계정의 비밀번호를 잊으셨나요? 새 비밀번호를 설정하세요.',
      action: '새 비밀번호 설정',
      closing:
        '링크는 1시간 동안 한 번만 사용할 수 있습니다. 요청한 적이 없다면 그대로 두세요. 비밀번호는 바뀌지 않습니다.',
    },
    passwordChanged: {
      subject: '{studio} 비밀번호가 변경되었습니다',
      body: '{studio} 계정의 비밀번호가 방금 변경되었습니다. 다른 모든 곳에서 로그아웃했습니다.',
      action: '본인이 아닙니다: 비밀번호 재설정',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    passwordRecovered: {
      subject: '{studio} 비밀번호가 변경되었습니다',
      body: '이메일 링크를 통해 {studio} 계정의 비밀번호가 방금 변경되었습니다. 모든 기기에서 로그아웃했습니다.',
      bodyLinked:
        '이메일 링크를 통해 {studio} 계정의 비밀번호가 방금 변경되었습니다. 모든 기기에서 로그아웃했습니다. 최근 30일 동안 연결된 계정: {services}. 본인이 연결하지 않은 계정은 연결을 해제하세요.',
      action: '본인이 아닙니다: 비밀번호 재설정',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    newLogIn: {
      subject: '{studio} 계정에 새로운 로그인이 있습니다',
      body: '처음 보는 브라우저에서 누군가 올바른 비밀번호로 {studio} 계정에 로그인했습니다. 같은 시각에 여러 플레이어의 비밀번호를 알아내려는 시도가 있었습니다.',
      action: '본인이 아닙니다: 비밀번호 재설정',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    newBrowser: {
      subject: '{studio} 계정에 새로운 로그인이 있습니다',
      body: '처음 보는 브라우저에서 누군가 {studio} 계정에 로그인했습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    frozen: {
      subject: '{studio} 계정이 동결되었습니다',
      body: '{studio} 계정의 모든 세션을 종료했으며, 아무도 로그인할 수 없습니다. 준비가 되면 링크를 열어 계정으로 돌아오세요.',
      action: '내 계정으로 돌아가기',
      closing: '링크는 30일 동안 유효하며, 링크를 열기 전에는 아무것도 바뀌지 않습니다.',
    },
    unfrozen: {
      subject: '{studio} 계정의 동결이 해제되었습니다',
      body: '이메일 링크를 통해 {studio} 계정의 동결이 해제되었습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    supportActed: {
      subject: '고객지원에서 {studio} 계정에 조치를 취했습니다',
      body: '고객지원에서 {studio} 계정을 동결했습니다. 모든 세션을 종료했으며, 아무도 로그인할 수 없습니다. 계정으로 돌아오는 링크는 다른 이메일에 있습니다.',
      action: '‘보안’ 열기',
      closing: '계정 보안에 관한 내용이라 이 이메일을 보내 드립니다.',
    },
    usernameChanged: {
      subject: '{studio} 사용자 이름이 변경되었습니다',
      body: '{studio} 계정의 사용자 이름이 방금 변경되었습니다. 이전 이름은 {oldName}입니다. 이 이름은 30일 동안 다른 사람이 쓸 수 없습니다.',
      action: '본인이 아닙니다: 비밀번호 재설정',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    appAdded: {
      subject: '{studio} 계정에 인증 앱이 추가되었습니다',
      body: '‘{factor}’ 인증 앱이 {studio} 계정에 추가되었습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    appRemoved: {
      subject: '{studio} 계정에서 인증 앱이 삭제되었습니다',
      body: '‘{factor}’ 인증 앱이 {studio} 계정에서 삭제되었습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    twoStepOn: {
      subject: '{studio} 계정의 2단계 인증이 켜졌습니다',
      body: '이제부터 {studio} 계정의 비밀번호를 입력한 뒤 두 번째 단계를 거쳐야 합니다. 다른 모든 곳에서 로그아웃했습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    twoStepOff: {
      subject: '{studio} 계정의 2단계 인증이 꺼졌습니다',
      body: '이제 {studio} 계정의 비밀번호를 입력한 뒤 두 번째 단계를 거치지 않습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    codesMade: {
      subject: '{studio} 계정의 새 복구 코드',
      body: '{studio} 계정의 새 복구 코드가 만들어졌습니다. 이전 코드는 더 이상 쓸 수 없습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    codeUsed: {
      subject: '{studio} 계정의 복구 코드가 사용되었습니다',
      body: '누군가 {studio} 계정의 복구 코드를 사용했습니다. 남은 코드: {left}.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    secondStepFailed: {
      subject: '누군가 {studio} 계정의 비밀번호를 알고 있습니다',
      body: '{studio} 계정의 올바른 비밀번호가 입력된 뒤 두 번째 단계에서 다섯 번 실패했습니다. 로그인한 사람은 없습니다. 다른 비밀번호를 설정하세요.',
      action: '새 비밀번호 설정',
      closing: '계정 보안에 관한 내용이라 이 이메일을 보내 드립니다.',
    },
    passkeyAdded: {
      subject: '{studio} 계정에 패스키가 추가되었습니다',
      body: '‘{factor}’ 패스키가 {studio} 계정에 추가되었습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    passkeyRemoved: {
      subject: '{studio} 계정에서 패스키가 삭제되었습니다',
      body: '‘{factor}’ 패스키가 {studio} 계정에서 삭제되었습니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    passkeySuspect: {
      subject: '{studio} 계정의 패스키가 복사되었을 수 있습니다',
      body: '‘{factor}’ 패스키를 거부했습니다. 같은 패스키가 두 개 있는 것 같습니다. 직접 복사하지 않았다면 삭제하세요.',
      action: '‘보안’ 열기',
      closing: '계정 보안에 관한 내용이라 이 이메일을 보내 드립니다.',
    },
    passwordRemoved: {
      subject: '{studio} 계정의 비밀번호가 삭제되었습니다',
      body: '이제부터 패스키로 로그인합니다.',
      action: '본인이 아닙니다: 계정 보호',
      closing: '본인이라면 더 하실 일은 없습니다.',
    },
    emailChangeConfirmation: {
      subject: '{studio} 계정의 새 이메일 주소를 인증해 주세요',
      body: '이 이메일 주소를 {studio} 계정에 사용하려고 합니다. 본인의 주소임을 인증해 주세요.',
      action: '새 이메일 주소 인증하기',
      closing:
        '링크는 24시간 동안 유효합니다. 요청한 적이 없다면 그대로 두세요. 아무것도 바뀌지 않습니다.',
    },
    emailChangeAsked: {
      subject: '{studio} 계정의 이메일 변경이 요청되었습니다',
      body: '누군가 {studio} 계정의 이메일 주소를 {newEmail} 주소로 변경해 달라고 요청했습니다. 본인이 아니라면 이 주소를 유지하세요. 계정에 접속한 모든 사용자를 로그아웃시키고 기존 비밀번호를 쓸 수 없게 합니다.',
      action: '본인이 아닙니다: 이 주소 유지',
      closing: '링크는 7일 동안 유효합니다. 본인이라면 따로 하실 일은 없습니다.',
    },
    emailChanged: {
      subject: '{studio} 계정의 이메일 주소가 변경되었습니다',
      body: '이제 {studio} 계정의 이메일 주소는 {newEmail}입니다.',
      action: '본인이 아닙니다: 이 주소로 되돌리기',
      closing: '링크는 변경이 요청된 때부터 7일 동안 유효합니다. 본인이라면 더 하실 일은 없습니다.',
    },
    emailWelcomed: {
      subject: '{studio} 계정의 새 이메일 주소',
      body: '이제 이 주소가 {studio} 계정의 이메일 주소입니다. 이 주소나 사용자 이름으로 로그인하세요.',
      action: '로그인',
      closing: '본인의 계정이 아닌가요? 비밀번호를 재설정하고 고객 지원에 알려 주세요.',
    },
    emailRestored: {
      subject: '{studio} 계정의 이메일 주소가 그대로 유지됩니다',
      body: '{studio} 계정의 이메일 주소가 그대로 유지됩니다. 계정에 접속한 모든 사용자를 로그아웃시켰으며 기존 비밀번호는 더 이상 사용할 수 없습니다. 지금 새 비밀번호를 설정하세요.',
      action: '새 비밀번호 설정',
      closing: '링크는 1시간 동안 유효합니다. 그 뒤에는 로그인 페이지에서 새 링크를 요청하세요.',
    },
    emailWithdrawn: {
      subject: '{studio} 계정의 이메일 변경이 취소되었습니다',
      body: '이 이메일 주소는 더 이상 {studio} 계정에 속하지 않습니다. 이전 주소에서 이 주소로의 변경을 취소했습니다.',
      action: '로그인',
      closing: '계정 보안에 관한 내용이라 이 이메일을 보내 드립니다.',
    },
    emailClaimed: {
      subject: '이미 {studio} 계정이 있습니다',
      body: '누군가 이 이메일 주소를 다른 {studio} 계정에 사용하려고 했지만, 이미 본인 계정에 등록된 주소입니다.',
      action: '로그인',
      closing: '본인이 아니라도 따로 하실 일은 없습니다. 계정은 그대로입니다.',
    },
  },
} satisfies Words
