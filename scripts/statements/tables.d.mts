export declare const tables: Readonly<Record<string, { readonly kind: string }>>
