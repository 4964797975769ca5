import type { Introduction } from './introduction.ts'

export const introduction: Introduction = {
  lead: [
    'Gatehouse 门户的账号 API：门户自身为玩家所做的一切，以及网站和游戏为已登录玩家所做的事。下列每个调用都来自服务器所用的表，因此内容始终是最新的。',
    '只想让玩家登录的网站不需要这些：位于 `/oidc/.well-known/openid-configuration` 的 OpenID 提供方和一个库就够了。',
  ],
  authentication: '身份验证',
  callers: [
    '调用方 | 发送 | 用途',
    '任何人 | 无 | 带有密钥的运行时配置',
    '门户 | `x-api-key`：部署的 `AccountApiKey` | 访客的调用',
    '门户（代表玩家） | 密钥，以及带有令牌 `Value` 的 `Authorization: Bearer` | 玩家的调用',
    '客户端（代表其已登录的玩家） | 带有 OpenID 提供方访问令牌的 `Authorization: Bearer` | `/oidc/` 下的调用，各有其权限范围',
  ],
  keys: '密钥用于区分部署，并且是公开的。令牌有效期为一小时；`GET token/{identity}` 及其刷新会给出下一个令牌。没有有效令牌时，响应为 401 和 `{}`。',
  errors: '错误',
  refusal:
    '成功为 200，创建了内容时为 201。拒绝为 400，所需的服务无法访问时为 503，并附有错误码及其对应字段的列表；空的 `Property` 指整个表单：',
  statuses: [
    '状态 | 含义',
    '400 | 被拒绝：原因见 `ErrorMessages`。如果等待有用，`Retry-After` 给出秒数。',
    '401 | 缺少密钥或令牌，或者已失效。',
    '403 | 客户端的调用：令牌缺少 `WWW-Authenticate` 所指的权限范围。',
    '404, 405 | 没有这个调用，或者不能使用这个方法。',
    '413, 414, 415 | 正文或地址过长，或者正文不是 JSON。',
    '429 | 来自同一地址的请求过多。',
    '500 | 我们这边的问题。可用 `x-request-id` 在日志中找到它。',
    '503 | 请在 `Retry-After` 之后再试。',
  ],
  examples: '示例',
  logIn: '门户的名称和密钥，以及登录的第一步：',
  block: '网站为其已登录的玩家屏蔽玩家 7：',
}
