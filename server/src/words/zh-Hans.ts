import type { Words } from './en.ts'

/** Everything that the server writes to people in mails, in Simplified Chinese. */
export const words = {
  greeting: '{username}，您好：',
  circumstances: '时间：{moment} UTC，浏览器：{browser}，IP 地址：{ip}。',
  browsers: {
    named: '{browser}（{system}）',
    unnamed: '未知浏览器（{system}）',
    unknown: '未知浏览器',
  },
  buttonless: '如果按钮没有反应，请打开以下网址：',
  textLink: '{label}：',
  linkNumber: '链接页面所需的数字：{number}',
  mails: {
    confirmation: {
      subject: '请确认您的 {studio} 账号',
      body: '欢迎来到 {studio}。确认此邮箱属于您之后，即可登录并开始游戏。',
      action: '确认我的邮箱',
      closing: '链接 7 天内有效。不是您本人操作？请忽略此邮件：不点击链接，账号就不会启用。',
    },
    registrationAttempt: {
      subject: '您已有 {studio} 账号',
      body: '刚才有人想用此邮箱注册 {studio} 账号，而您已经有一个账号了。如果是您本人，请照常登录。',
      action: '登录',
      closing: '不是您本人？您无需做任何事：您的账号没有任何变化。',
    },
    farewell: {
      subject: '您的 {studio} 账号已注销',
      body: '我们已按您的要求注销您的 {studio} 账号。您的个人资料、关联账号、资讯邮件和各项设置均已删除，任何人都无法恢复。感谢您与我们一同游戏的时光。',
      closing: '不是您本人要求的？请联系客服。这是关于此账号的最后一封邮件。',
    },
    mailing: {
      closing: '您收到此邮件，是因为您在 {studio} 订阅了 {list}。',
      unsubscribe: '退订',
    },
    sessionReuse: {
      subject: '您的 {studio} 账号已退出登录',
      body: '您在 {studio} 的一次登录同时在两处被使用，我们已将其终止。您的登录信息可能被人复制了。请重新登录并设置新密码。',
      action: '登录',
      closing: '您收到此邮件，是因为它关系到您的账号安全。',
    },
    passwordRecovery: {
      subject: '重置您的 {studio} 密码',
      body: '忘记了 {studio} 账号的密码？请设置新密码。',
      action: '设置新密码',
      closing:
        '链接在一小时内有效，且只能使用一次。不是您本人要求的？请忽略此邮件：您的密码不会改变。',
    },
    passwordChanged: {
      subject: '您的 {studio} 密码已修改',
      body: '您的 {studio} 账号密码刚刚被修改。您已在其他所有地方退出登录。',
      action: '不是我本人操作：重置密码',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    passwordRecovered: {
      subject: '您的 {studio} 密码已修改',
      body: '您的 {studio} 账号密码刚刚通过邮件中的链接被修改。您已在所有设备上退出登录。',
      bodyLinked:
        '您的 {studio} 账号密码刚刚通过邮件中的链接被修改。您已在所有设备上退出登录。最近 30 天内关联的账号：{services}。如有不属于您的账号，请取消关联。',
      action: '不是我本人操作：重置密码',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    newLogIn: {
      subject: '您的 {studio} 账号有新的登录',
      body: '有人用正确的密码，从一个我们从未见过的浏览器登录了您的 {studio} 账号。与此同时，有人正在尝试许多玩家的密码。',
      action: '不是我本人操作：重置密码',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    newBrowser: {
      subject: '您的 {studio} 账号有新的登录',
      body: '有人从一个我们从未见过的浏览器登录了您的 {studio} 账号。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    frozen: {
      subject: '您的 {studio} 账号已冻结',
      body: '您的 {studio} 账号的所有会话均已结束，任何人都无法登录。准备好后，请打开链接，回到您的账号。',
      action: '回到我的账号',
      closing: '链接 30 天内有效，在您打开它之前不会有任何变化。',
    },
    unfrozen: {
      subject: '您的 {studio} 账号已解冻',
      body: '您的 {studio} 账号已通过邮件中的链接解冻。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    supportActed: {
      subject: '客服对您的 {studio} 账号进行了操作',
      body: '客服已冻结您的 {studio} 账号：所有会话均已结束，任何人都无法登录。回到账号的链接在另一封邮件中。',
      action: '打开“安全”',
      closing: '您收到此邮件，是因为它关系到您的账号安全。',
    },
    usernameChanged: {
      subject: '您的 {studio} 用户名已修改',
      body: '您的 {studio} 账号用户名刚刚被修改。原用户名为 {oldName}，30 天内其他人无法使用。',
      action: '不是我本人操作：重置密码',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    appAdded: {
      subject: '您的 {studio} 账号已添加身份验证器应用',
      body: '身份验证器应用“{factor}”已添加到您的 {studio} 账号。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    appRemoved: {
      subject: '您的 {studio} 账号已移除身份验证器应用',
      body: '身份验证器应用“{factor}”已从您的 {studio} 账号移除。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    twoStepOn: {
      subject: '您的 {studio} 账号已开启两步验证',
      body: '从现在起，输入 {studio} 账号的密码后，还需完成第二步验证。您已在其他所有地方退出登录。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    twoStepOff: {
      subject: '您的 {studio} 账号已关闭两步验证',
      body: '输入 {studio} 账号的密码后，不再需要第二步验证。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    codesMade: {
      subject: '您的 {studio} 账号已生成新的恢复代码',
      body: '已为您的 {studio} 账号生成新的恢复代码。旧代码不再有效。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    codeUsed: {
      subject: '您的 {studio} 账号的一个恢复代码已被使用',
      body: '有人使用了您的 {studio} 账号的一个恢复代码。剩余代码：{left}。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    secondStepFailed: {
      subject: '有人知道您的 {studio} 账号的密码',
      body: '有人输入了您的 {studio} 账号的正确密码，但第二步验证失败了五次。没有人登录成功。请设置另一个密码。',
      action: '设置新密码',
      closing: '您收到此邮件，是因为它关系到您的账号安全。',
    },
    passkeyAdded: {
      subject: '您的 {studio} 账号已添加通行密钥',
      body: '通行密钥“{factor}”已添加到您的 {studio} 账号。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    passkeyRemoved: {
      subject: '您的 {studio} 账号已移除通行密钥',
      body: '通行密钥“{factor}”已从您的 {studio} 账号移除。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    passkeySuspect: {
      subject: '您的 {studio} 账号的通行密钥可能已被复制',
      body: '通行密钥“{factor}”已被拒绝：它似乎存在两份。如果不是您自己复制的，请将其移除。',
      action: '打开“安全”',
      closing: '您收到此邮件，是因为它关系到您的账号安全。',
    },
    passwordRemoved: {
      subject: '您的 {studio} 账号的密码已移除',
      body: '从现在起，请使用通行密钥登录。',
      action: '不是我本人操作：保护我的账号',
      closing: '如果是您本人操作，则无需做任何事。',
    },
    emailChangeConfirmation: {
      subject: '请确认您的 {studio} 新邮箱',
      body: '您希望将此邮箱用于您的 {studio} 账号，请确认它属于您。',
      action: '确认我的新邮箱',
      closing: '链接 24 小时内有效。不是您本人要求的？请忽略此邮件，一切都不会改变。',
    },
    emailChangeAsked: {
      subject: '您的 {studio} 账号邮箱即将更改',
      body: '有人要求将您的 {studio} 账号邮箱更改为 {newEmail}。不是您本人？请保留此邮箱：所有登录了您账号的人都会被退出登录，原密码也将失效。',
      action: '不是我本人操作：保留此邮箱',
      closing: '链接 7 天内有效。如果是您本人操作，则无需做任何事。',
    },
    emailChanged: {
      subject: '您的 {studio} 账号邮箱已更改',
      body: '您的 {studio} 账号邮箱现在是 {newEmail}。',
      action: '不是我本人操作：恢复此邮箱',
      closing: '链接自提出更改之时起 7 天内有效。如果是您本人操作，则无需做任何事。',
    },
    emailWelcomed: {
      subject: '您的 {studio} 账号新邮箱',
      body: '此邮箱现已成为您的 {studio} 账号邮箱。请用它或用户名登录。',
      action: '登录',
      closing: '不是您的账号？请重置其密码并告知客服。',
    },
    emailRestored: {
      subject: '您的 {studio} 账号邮箱保持不变',
      body: '您的 {studio} 账号邮箱保持不变。所有登录了该账号的人均已被退出登录，原密码也已失效：请立即设置新密码。',
      action: '设置新密码',
      closing: '链接在一小时内有效。过期后，请在登录页面获取新链接。',
    },
    emailWithdrawn: {
      subject: '{studio} 账号的邮箱更改已撤销',
      body: '此邮箱已不再属于任何 {studio} 账号。将账号邮箱改为此邮箱的操作，已通过原邮箱撤销。',
      action: '登录',
      closing: '您收到此邮件，是因为它关系到账号安全。',
    },
    emailClaimed: {
      subject: '您已有 {studio} 账号',
      body: '有人想将此邮箱用于另一个 {studio} 账号，但它已是您账号的邮箱。',
      action: '登录',
      closing: '不是您本人？您无需做任何事：您的账号没有任何变化。',
    },
  },
} satisfies Words
