export declare function freePort(count?: number): Promise<number>
